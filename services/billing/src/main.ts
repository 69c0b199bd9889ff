import { join } from 'node:path';
import { applyMigrations } from '@linqr/platform/postgres';
import { runService } from '@linqr/platform/service';
import { billingConfig } from './config.js';
import { wireBilling } from './wire.js';

await runService('billing', billingConfig, wireBilling, ({ config, logger }) =>
  applyMigrations({ url: config.DATABASE_URL, migrationsFolder: join(import.meta.dirname, '../migrations'), logger }),
);
