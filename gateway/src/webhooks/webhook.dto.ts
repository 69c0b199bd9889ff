import { z } from 'zod';

export const WEBHOOK_EVENTS = [
  'link_created',
  'link_updated',
  'link_deleted',
  'link_clicked',
  'qr_code_created',
  'qr_code_scanned',
] as const;

const url = z.string('Please fill all required fields').min(1, 'Please fill all required fields').max(8_192);
const event = z.enum(WEBHOOK_EVENTS, `An event is one of ${WEBHOOK_EVENTS.join(', ')}`);
const deliveryStatus = z.enum(['pending', 'succeeded', 'failed']);
const events = z.array(event, 'Please fill all required fields').min(1, 'Please fill all required fields').max(50);
const includeBots = z.boolean().meta({ description: 'Clicks of bots are announced too' });
const batchClicks = z.boolean().meta({
  description: 'link_clicked and qr_code_scanned come as lists: data is an array of up to 50, collected for 2 seconds',
});

export const createWebhookBody = z
  .object({ url, events, includeBots: includeBots.default(false), batchClicks: batchClicks.default(false) })
  .meta({ id: 'CreateWebhook' });

export const updateWebhookBody = z
  .object({ url, events, includeBots, batchClicks, enabled: z.boolean() })
  .partial()
  .meta({ id: 'UpdateWebhook' });

export const testWebhookBody = z
  .object({ event: event.optional().meta({ description: 'Which event to send; the first one of the webhook when left out' }) })
  .nullish()
  .meta({ id: 'TestWebhook' });

export const rotateSecretBody = z
  .object({ revokePrevious: z.boolean().default(false).meta({ description: 'The old secret stops signing at once, not a day later' }) })
  .nullish()
  .meta({ id: 'RotateWebhookSecret' });

const instant = z.iso.datetime({ offset: true, error: 'must be a date and time (ISO 8601)' });
export const replayBody = z
  .object({
    from: instant,
    to: instant.meta({ description: 'Exclusive' }),
    includeDelivered: z.boolean().default(false).meta({ description: 'Also what was delivered; otherwise only what failed' }),
  })
  .meta({ id: 'ReplayDeliveries' });

export const listDeliveriesQuery = z.object({
  limit: z.coerce
    .number()
    .int('limit must be a whole number')
    .min(1, 'limit must be at least 1')
    .max(100, 'limit is at most 100')
    .default(50),
  cursor: z.string().max(500).default(''),
  status: z
    .union([z.literal(''), deliveryStatus], 'A status is one of pending, succeeded, failed')
    .default('')
    .meta({ description: 'Only deliveries that are so' }),
  event: z
    .union([z.literal(''), event], `An event is one of ${WEBHOOK_EVENTS.join(', ')}`)
    .default('')
    .meta({ description: 'Only of this event' }),
});

export const webhookAnswer = z
  .object({
    id: z.string(),
    _id: z.string(),
    url: z.string(),
    events: z.array(event),
    includeBots: z.boolean(),
    batchClicks: z.boolean(),
    enabled: z.boolean(),
    disabledReason: z.string().nullable(),
    disabledAt: z.string().nullable(),
    failingSince: z.string().nullable().meta({ description: 'Since when every attempt has failed' }),
    previousSecretUntil: z.string().nullable().meta({ description: 'Until when the secret before the current one signs too' }),
    createdAt: z.string(),
  })
  .meta({ id: 'Webhook' });

export const webhookWithSecretAnswer = z
  .object({ ...webhookAnswer.shape, secret: z.string().meta({ description: 'whsec_…; not shown again' }) })
  .meta({ id: 'WebhookWithSecret' });

export const webhooksAnswer = z.object({ webhooks: z.array(webhookAnswer) });
export const deletedWebhookAnswer = z.object({ id: z.string() });

export const deliveryAnswer = z
  .object({
    id: z.string(),
    _id: z.string(),
    webhookId: z.string(),
    eventId: z.string().meta({ description: 'The webhook-id header, the same for every attempt' }),
    event: z.string(),
    status: deliveryStatus,
    attempts: z.number(),
    responseStatus: z.number().nullable(),
    responseBody: z.string().nullable().meta({ description: 'The beginning of the last answer' }),
    error: z.string().nullable(),
    payload: z.string().meta({ description: 'The body as it is sent' }),
    history: z
      .array(z.object({ at: z.string(), durationMs: z.number(), responseStatus: z.number().nullable(), error: z.string().nullable() }))
      .meta({ description: 'The last attempts, oldest first' }),
    createdAt: z.string(),
    nextAttemptAt: z.string().nullable(),
    deliveredAt: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

export const deliveriesAnswer = z.object({
  deliveries: z.array(deliveryAnswer),
  pagination: z.object({ limit: z.number(), nextCursor: z.string().nullable() }),
});
export const replayAnswer = z.object({ queued: z.number().meta({ description: 'Deliveries that were queued again' }) });
