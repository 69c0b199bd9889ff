import { join } from 'node:path';
import { AppError } from '@linqr/platform/errors';
import express, { type Express } from 'express';

/** The built frontend on one machine: hashed assets for a year, index.html always fresh, every screen's path to it. */
export function serveSite(app: Express, folder: string): void {
  app.use('/assets', express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false, fallthrough: false }));
  app.use(express.static(folder, { index: false, maxAge: '1h' }));
  app.get(/^\/(?!api\/)/, (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile(join(folder, 'index.html'), (error) => {
      if (error && !response.headersSent)
        next(new AppError('PART_UNAVAILABLE', 'The app is not built. Run npm run build.', { internal: String(error) }));
    });
  });
}
