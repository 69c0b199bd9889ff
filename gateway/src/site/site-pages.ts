import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { AppError } from '@linqr/platform/errors';
import type { NextFunction, Request, Response } from 'express';

const brotli = promisify(brotliCompress);

/** Where this installation is: 'https://app.example.com'. */
export interface Origins {
  app: string;
  short: string;
}

interface Prepared {
  modifiedMs: number;
  plain: Buffer;
  packed: Buffer;
  etag: string;
}

interface Sending {
  file: string;
  /** Default: HTML. */
  type?: string;
  status?: number;
}

/** The build's HTML with the installation's origins in it, kept as it is sent. A file that changed is read again. */
export class SitePages {
  /** As many as the build has pages: only names out of its own list get here. */
  private readonly prepared = new Map<string, Prepared>();

  constructor(
    private readonly folder: string,
    private readonly origins: Origins,
  ) {}

  send(request: Request, response: Response, next: NextFunction, sending: Sending): void {
    this.page(sending.file).then(
      (page) => {
        response.status(sending.status ?? 200);
        response.setHeader('Content-Type', `${sending.type ?? 'text/html'}; charset=utf-8`);
        // Always asked for again: it names the assets of the newest build.
        response.setHeader('Cache-Control', 'no-cache');
        response.setHeader('ETag', page.etag);
        response.vary('Accept-Encoding');
        if (request.fresh) return response.status(304).end();
        const isPacked = request.acceptsEncodings('br') === 'br';
        if (isPacked) response.setHeader('Content-Encoding', 'br');
        const body = isPacked ? page.packed : page.plain;
        response.setHeader('Content-Length', body.length);
        return request.method === 'HEAD' ? response.end() : response.end(body);
      },
      (error: unknown) => next(new AppError('PART_UNAVAILABLE', 'The app is not built. Run npm run build.', { internal: String(error) })),
    );
  }

  private async page(file: string): Promise<Prepared> {
    const path = join(this.folder, file);
    const { mtimeMs } = await stat(path);
    const known = this.prepared.get(file);
    if (known?.modifiedMs === mtimeMs) return known;
    const text = (await readFile(path, 'utf8'))
      .replaceAll('__APP_ORIGIN__', this.origins.app)
      .replaceAll('__SHORT_ORIGIN__', this.origins.short)
      .replaceAll('__SHORT_HOST__', new URL(this.origins.short).host);
    const plain = Buffer.from(text);
    const made: Prepared = {
      modifiedMs: mtimeMs,
      plain,
      packed: await brotli(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
      }),
      // Weak: one tag for both encodings of the same text.
      etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
    };
    this.prepared.set(file, made);
    return made;
  }
}
