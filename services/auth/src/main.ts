import { join } from 'node:path';
import { applyMigrations } from '@linqr/platform/postgres';
import { runService } from '@linqr/platform/service';
import { authConfig } from './config.js';
import { wireAuth } from './wire.js';

await runService('auth', authConfig, wireAuth, ({ config, logger }) =>
  applyMigrations({ url: config.DATABASE_URL, migrationsFolder: join(import.meta.dirname, '../migrations'), logger }),
);
