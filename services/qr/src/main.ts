import { join } from 'node:path';
import { applyMigrations } from '@linqr/platform/postgres';
import { runService } from '@linqr/platform/service';
import { qrConfig } from './config.js';
import { wireQr } from './wire.js';

await runService('qr', qrConfig, wireQr, ({ config, logger }) =>
  applyMigrations({ url: config.DATABASE_URL, migrationsFolder: join(import.meta.dirname, '../migrations'), logger }),
);
