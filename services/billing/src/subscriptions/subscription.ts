import { type Period, periodAt } from './period.js';

export type SubscriptionStatus = 'active' | 'trialing' | 'past_due' | 'canceled';

export interface Subscription {
  workspaceId: string;
  id: string;
  plan: string;
  status: SubscriptionStatus;
  interval: '' | 'month' | 'year';
  cancelAtPeriodEnd: boolean;
  /** Every period starts a whole number of months after it. */
  anchorAt: Date;
  periodStart: Date;
  periodEnd: Date;
  trialEnd: Date | null;
  /** Optimistic lock. */
  revision: number;
}

/** A new workspace: the default plan, its first period from now. */
export function openSubscription(workspaceId: string, id: string, plan: string, now: Date): Subscription {
  const period: Period = periodAt(now, now);
  return {
    workspaceId,
    id,
    plan,
    status: 'active',
    interval: '',
    cancelAtPeriodEnd: false,
    anchorAt: now,
    periodStart: period.start,
    periodEnd: period.end,
    trialEnd: null,
    revision: 1,
  };
}

/**
 * What time alone has changed: a trial that ran out falls back to the default plan, a period that ended makes way for
 * the one that contains now (months nobody used are skipped). The same object when nothing has.
 */
export function settle(subscription: Subscription, defaultPlan: string, now: Date): Subscription {
  let settled = subscription;
  if (settled.status === 'trialing' && settled.trialEnd && settled.trialEnd <= now)
    settled = { ...settled, plan: defaultPlan, status: 'active', interval: '' };
  if (settled.periodEnd <= now) {
    const { start, end } = periodAt(settled.anchorAt, now);
    settled = { ...settled, periodStart: start, periodEnd: end };
  }
  return settled;
}

/** True when others must hear of it: what the workspace may do is different. */
export function planDiffers(a: Subscription, b: Subscription): boolean {
  return a.plan !== b.plan || a.status !== b.status;
}
