import { type PaidSubscription, paidPeriodAt, standingOf, usageAnchor } from './paid-subscription.js';
import { type Period, periodAt } from './period.js';

export type SubscriptionStatus = 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled';

/** What a workspace has without paying: the default plan or an operator's, and for a while perhaps a trial of another. */
export interface OwnPlan {
  /** Empty: the catalogue's default plan. */
  plan: string;
  /** Empty: no trial. */
  trialPlan: string;
  trialEnd: Date | null;
}

/** What holds now, and the two things it follows from: the workspace's own plan and the paid one. */
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
  /** Until when an overdue plan is kept. */
  graceEndsAt: Date | null;
  own: OwnPlan;
  paid: PaidSubscription | null;
  /** Optimistic lock. */
  revision: number;
}

export interface SubscriptionRules {
  defaultPlan: string;
  /** How long an overdue plan is kept, ms. */
  graceMs: number;
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
    graceEndsAt: null,
    own: { plan, trialPlan: '', trialEnd: null },
    paid: null,
    revision: 1,
  };
}

/**
 * What holds at `now`, out of the workspace's own plan and the paid one alone: an entitled paid plan wins; without one the
 * own plan holds, and the status says how the paid one stands. The same object when nothing has changed.
 */
export function settle(subscription: Subscription, rules: SubscriptionRules, now: Date): Subscription {
  const { own, paid } = subscription;
  const standing = paid && standingOf(paid, rules.graceMs, now);
  const onTrial = own.trialPlan !== '' && own.trialEnd !== null && own.trialEnd > now;
  const settled: Subscription = { ...subscription, ...periodOf(subscription, now) };
  if (paid && standing?.entitled)
    Object.assign(settled, {
      plan: paid.plan,
      status: standing.status,
      interval: paid.interval,
      cancelAtPeriodEnd: paid.cancelAtPeriodEnd,
      trialEnd: paid.trialEnd ?? own.trialEnd,
      graceEndsAt: standing.graceEndsAt,
    });
  else {
    const plan = onTrial ? own.trialPlan : own.plan || rules.defaultPlan;
    // Who has a plan of the operator's does not miss the paid one that ended.
    const missed = standing && (standing.status !== 'canceled' || plan === rules.defaultPlan);
    Object.assign(settled, {
      plan,
      status: onTrial ? 'trialing' : missed ? standing.status : 'active',
      // What waits for money can still be mended or left: it keeps its interval.
      interval: paid && standing?.status === 'unpaid' ? paid.interval : '',
      cancelAtPeriodEnd: false,
      trialEnd: own.trialEnd,
      graceEndsAt: standing?.graceEndsAt ?? null,
    });
  }
  return same(subscription, settled) ? subscription : settled;
}

function periodOf(s: Subscription, now: Date): Pick<Subscription, 'anchorAt' | 'periodStart' | 'periodEnd'> {
  if (s.paid) {
    const { start, end } = paidPeriodAt(s.paid, now);
    return { anchorAt: usageAnchor(s.paid, now), periodStart: start, periodEnd: end };
  }
  if (s.periodEnd > now) return s;
  const { start, end } = periodAt(s.anchorAt, now);
  return { anchorAt: s.anchorAt, periodStart: start, periodEnd: end };
}

const EFFECTIVE = [
  'plan',
  'status',
  'interval',
  'cancelAtPeriodEnd',
  'anchorAt',
  'periodStart',
  'periodEnd',
  'trialEnd',
  'graceEndsAt',
] as const satisfies (keyof Subscription)[];

const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value);

function same(a: Subscription, b: Subscription): boolean {
  return EFFECTIVE.every((field) => comparable(a[field]) === comparable(b[field]));
}

/** True when others must hear of it: what the workspace may do is different. */
export function planDiffers(a: Subscription, b: Subscription): boolean {
  return a.plan !== b.plan || a.status !== b.status;
}
