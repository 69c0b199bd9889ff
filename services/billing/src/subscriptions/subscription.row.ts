import { z } from 'zod';
import type { PaidSubscription } from './paid-subscription.js';
import type { Subscription, SubscriptionStatus } from './subscription.js';

/** In the order of `valuesOf`. */
export const STATE_COLUMNS = [
  'plan',
  'status',
  'interval',
  'cancel_at_period_end',
  'anchor_at',
  'period_start',
  'period_end',
  'trial_end',
  'grace_ends_at',
  'own_plan',
  'own_trial_plan',
  'own_trial_end',
  'paid',
] as const;

export interface SubscriptionRow {
  workspace_id: string;
  id: string;
  plan: string;
  status: SubscriptionStatus;
  interval: '' | 'month' | 'year';
  cancel_at_period_end: boolean;
  anchor_at: Date;
  period_start: Date;
  period_end: Date;
  trial_end: Date | null;
  grace_ends_at: Date | null;
  own_plan: string;
  own_trial_plan: string;
  own_trial_end: Date | null;
  paid: unknown;
  revision: number;
}

const moment = z.iso.datetime().transform((text) => new Date(text));

/** Dates are ISO text in JSON. */
const paidSchema: z.ZodType<PaidSubscription> = z.object({
  id: z.string(),
  itemId: z.string(),
  plan: z.string(),
  interval: z.enum(['month', 'year']),
  status: z.enum(['trialing', 'active', 'past_due', 'unpaid', 'canceled']),
  cancelAtPeriodEnd: z.boolean(),
  anchorAt: moment,
  periodStart: moment,
  periodEnd: moment,
  trialEnd: moment.nullable(),
  pastDueSince: moment.nullable(),
  endedAt: moment.nullable(),
});

export function valuesOf(s: Subscription): unknown[] {
  return [
    s.plan,
    s.status,
    s.interval,
    s.cancelAtPeriodEnd,
    s.anchorAt,
    s.periodStart,
    s.periodEnd,
    s.trialEnd,
    s.graceEndsAt,
    s.own.plan,
    s.own.trialPlan,
    s.own.trialEnd,
    s.paid ? JSON.stringify(s.paid) : null,
  ];
}

export function fromRow(row: SubscriptionRow): Subscription {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    plan: row.plan,
    status: row.status,
    interval: row.interval,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    anchorAt: row.anchor_at,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    trialEnd: row.trial_end,
    graceEndsAt: row.grace_ends_at,
    own: { plan: row.own_plan, trialPlan: row.own_trial_plan, trialEnd: row.own_trial_end },
    paid: row.paid === null ? null : paidSchema.parse(row.paid),
    revision: row.revision,
  };
}
