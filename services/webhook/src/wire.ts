import type { ServiceParts } from '@linqr/platform/service';
import { WebhookServiceService } from '@linqr/proto/webhook/v1/webhook';
import { WebhookController } from './webhooks/webhook.controller.js';

/** Nothing to open yet: the service owns no table before it has something to keep. */
export async function wireWebhook(): Promise<ServiceParts> {
  return { definition: WebhookServiceService, controller: WebhookController, providers: [] };
}
