import { join } from 'node:path';
import { applyMigrations } from '@linqr/platform/postgres';
import { runService } from '@linqr/platform/service';
import { webhookConfig } from './config.js';
import { wireWebhook } from './wire.js';

await runService('webhook', webhookConfig, wireWebhook, ({ config, logger }) =>
  applyMigrations({ url: config.DATABASE_URL, migrationsFolder: join(import.meta.dirname, '../migrations'), logger }),
);
