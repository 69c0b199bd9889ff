import { runService } from '@linqr/platform/service';
import { webhookConfig } from './config.js';
import { wireWebhook } from './wire.js';

await runService('webhook', webhookConfig, wireWebhook);
