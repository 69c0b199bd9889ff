import { join } from 'node:path';
import { applyMigrations } from '@linqr/platform/postgres';
import { runService } from '@linqr/platform/service';
import { linkConfig } from './config.js';
import { wireLink } from './wire.js';

await runService('link', linkConfig, wireLink, ({ config, logger }) =>
  applyMigrations({ url: config.DATABASE_URL, migrationsFolder: join(import.meta.dirname, '../migrations'), logger }),
);
