import type { Delivery, Webhook } from '@linqr/proto/webhook/v1/webhook';
import type { z } from 'zod';
import type { deliveryAnswer, webhookAnswer, webhookWithSecretAnswer } from './webhook.dto.js';

export function presentWebhook(webhook: Webhook): z.output<typeof webhookAnswer> {
  const { id, url, events, includeBots, batchClicks, enabled } = webhook;
  return {
    id,
    _id: id,
    url,
    events: events as z.output<typeof webhookAnswer>['events'],
    includeBots,
    batchClicks,
    enabled,
    disabledReason: webhook.disabledReason || null,
    disabledAt: webhook.disabledAt ?? null,
    failingSince: webhook.failingSince ?? null,
    previousSecretUntil: webhook.previousSecretUntil ?? null,
    createdAt: webhook.createdAt ?? '',
  };
}

export function presentWebhookWithSecret(webhook: Webhook): z.output<typeof webhookWithSecretAnswer> {
  return { ...presentWebhook(webhook), secret: webhook.secret };
}

export function presentDelivery(delivery: Delivery): z.output<typeof deliveryAnswer> {
  const { id, webhookId, eventId, event, status, attempts, payload } = delivery;
  return {
    id,
    _id: id,
    webhookId,
    eventId,
    event,
    status: status as z.output<typeof deliveryAnswer>['status'],
    attempts,
    responseStatus: delivery.responseStatus || null,
    responseBody: delivery.responseBody || null,
    error: delivery.error || null,
    payload,
    history: delivery.history.map(({ at, durationMs, responseStatus, error }) => ({
      at: at ?? '',
      durationMs,
      responseStatus: responseStatus || null,
      error: error || null,
    })),
    createdAt: delivery.createdAt ?? '',
    nextAttemptAt: delivery.nextAttemptAt ?? null,
    deliveredAt: delivery.deliveredAt ?? null,
  };
}
