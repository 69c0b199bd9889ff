import { newId } from '@linqr/platform/ids';
import type { OutboxEvent } from '@linqr/platform/outbox';
import { PlanChanged } from '@linqr/proto/events/v1/billing';
import type { Subscription } from './subscription.js';

export function planChanged(subscription: Subscription, now: Date): OutboxEvent {
  return {
    topic: 'plan.changed.v1',
    key: subscription.workspaceId,
    value: PlanChanged.encode({
      eventId: newId('evt', now.getTime()),
      occurredAtMs: now.getTime(),
      workspaceId: subscription.workspaceId,
      plan: subscription.plan,
      status: subscription.status,
    }).finish(),
  };
}
