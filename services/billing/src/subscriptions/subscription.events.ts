import { newId } from '@linqr/platform/ids';
import type { OutboxEvent } from '@linqr/platform/outbox';
import { PlanChanged, PlanChangeReason } from '@linqr/proto/events/v1/billing';
import type { Subscription } from './subscription.js';

const REASONS = {
  changed: PlanChangeReason.PLAN_CHANGE_REASON_CHANGED,
  trial_ending: PlanChangeReason.PLAN_CHANGE_REASON_TRIAL_ENDING,
  grace_ending: PlanChangeReason.PLAN_CHANGE_REASON_GRACE_ENDING,
};

/** `before`: what it was, of a change. */
export function planChanged(subscription: Subscription, reason: keyof typeof REASONS, now: Date, before?: Subscription): OutboxEvent {
  return {
    topic: 'plan.changed.v1',
    key: subscription.workspaceId,
    value: PlanChanged.encode({
      eventId: newId('evt', now.getTime()),
      occurredAtMs: now.getTime(),
      workspaceId: subscription.workspaceId,
      plan: subscription.plan,
      status: subscription.status,
      reason: REASONS[reason],
      trialEndsAtMs: subscription.status === 'trialing' ? subscription.trialEnd?.getTime() : undefined,
      graceEndsAtMs: subscription.status === 'past_due' ? subscription.graceEndsAt?.getTime() : undefined,
      billedPlan: subscription.paid?.plan ?? '',
      paying: subscription.interval !== '',
      previousPlan: before?.plan ?? '',
      previousStatus: before?.status ?? '',
    }).finish(),
  };
}
