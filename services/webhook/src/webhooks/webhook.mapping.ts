import type { Delivery as DeliveryMessage, Webhook } from '@linqr/proto/webhook/v1/webhook';
import type { Delivery } from '../deliveries/delivery.js';
import type { Endpoint } from '../endpoints/endpoint.js';

/** `secret` only where it is told: after creation and rotation. */
export function toWebhookMessage(endpoint: Endpoint, secret = ''): Webhook {
  const { id, workspaceId, url, events, includeBots, batchClicks, failingSince, disabledAt, disabledReason, previousSecretUntil } =
    endpoint;
  return {
    id,
    workspaceId,
    url,
    events,
    secret,
    enabled: disabledAt === null,
    disabledReason,
    createdAt: endpoint.createdAt.toISOString(),
    includeBots,
    batchClicks,
    failingSince: failingSince?.toISOString(),
    previousSecretUntil: previousSecretUntil?.toISOString(),
    disabledAt: disabledAt?.toISOString(),
  };
}

export function toDeliveryMessage(delivery: Delivery): DeliveryMessage {
  const { id, endpointId, event, status, attempts, responseStatus, responseBody, error, eventId, body, history } = delivery;
  return {
    id,
    webhookId: endpointId,
    event,
    status,
    attempts,
    responseStatus,
    responseBody,
    createdAt: delivery.createdAt.toISOString(),
    nextAttemptAt: delivery.nextAttemptAt?.toISOString(),
    deliveredAt: status === 'succeeded' ? delivery.finishedAt?.toISOString() : undefined,
    error,
    eventId,
    payload: body,
    history: history.map(({ at, durationMs, responseStatus: statusThen, error: errorThen }) => ({
      at,
      durationMs,
      responseStatus: statusThen,
      error: errorThen,
    })),
  };
}
