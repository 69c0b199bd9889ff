// What the payment provider says of a workspace's subscription: a copy of its state, replaced whole and never edited here.
import type { Period } from './period.js';
import { periodAt } from './period.js';

const DAY_MS = 86_400_000;
/** How long a period that has ended is trusted to have been renewed while the provider cannot be asked. */
const TRUSTED_AFTER_END_MS = 14 * DAY_MS;

export type PaidStatus = 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled';

export interface PaidSubscription {
  /** The provider's id of the subscription and of its one item. */
  id: string;
  itemId: string;
  plan: string;
  interval: 'month' | 'year';
  status: PaidStatus;
  cancelAtPeriodEnd: boolean;
  /** Every month of use starts a whole number of months after it. */
  anchorAt: Date;
  periodStart: Date;
  periodEnd: Date;
  trialEnd: Date | null;
  /** When the invoice that is open was first tried; only while past due. */
  pastDueSince: Date | null;
  endedAt: Date | null;
}

export interface PaidStanding {
  status: PaidStatus;
  /** Whether the plan that is paid for holds. */
  entitled: boolean;
  /** Until when an overdue plan is kept; null where nothing is overdue. */
  graceEndsAt: Date | null;
}

/** What a paid subscription is worth at a moment. An overdue one keeps its plan for the time of grace, then does not. */
export function standingOf(paid: PaidSubscription, graceMs: number, now: Date): PaidStanding {
  const graceEndsAt = paid.pastDueSince && paid.status === 'past_due' ? new Date(paid.pastDueSince.getTime() + graceMs) : null;
  if (paid.status === 'canceled' || paid.status === 'unpaid') return { status: paid.status, entitled: false, graceEndsAt: null };
  if (now.getTime() >= paid.periodEnd.getTime() + TRUSTED_AFTER_END_MS) return { status: 'unpaid', entitled: false, graceEndsAt: null };
  if (graceEndsAt && graceEndsAt <= now) return { status: 'unpaid', entitled: false, graceEndsAt };
  return { status: paid.status, entitled: true, graceEndsAt };
}

/**
 * The period in which use is counted: the provider's own where it is a month or a trial, months within it where a year is
 * paid, and the months that would have followed once it is over.
 */
export function paidPeriodAt(paid: PaidSubscription, now: Date): Period {
  const short = paid.interval === 'month' || paid.status === 'trialing';
  if (short && paid.status !== 'canceled' && paid.periodStart <= now && now < paid.periodEnd)
    return { start: paid.periodStart, end: paid.periodEnd };
  return periodAt(usageAnchor(paid, now), now);
}

/** A trial's anchor lies at its end: until then the months count from its beginning. */
export function usageAnchor(paid: PaidSubscription, now: Date): Date {
  return paid.anchorAt <= now ? paid.anchorAt : paid.periodStart;
}

const RANK: Record<PaidStatus, number> = { active: 0, trialing: 0, past_due: 1, unpaid: 2, canceled: 3 };

/**
 * The one of a customer's subscriptions that counts, and those that must not run beside it: the newest in order, else the
 * newest that waits for money, else the one that ended last. `created` orders equals, so that every order of arrival
 * chooses the same.
 */
export function chooseSubscription<S extends { paid: PaidSubscription; createdAt: Date }>(
  all: readonly S[],
): { chosen: S | undefined; redundant: S[] } {
  const rank = ({ paid }: S) => RANK[paid.status];
  const when = ({ paid, createdAt }: S) => (paid.status === 'canceled' && paid.endedAt ? paid.endedAt : createdAt).getTime();
  const sorted = all.toSorted((a, b) => rank(a) - rank(b) || when(b) - when(a) || (a.paid.id < b.paid.id ? 1 : -1));
  const [chosen, ...others] = sorted;
  return { chosen, redundant: others.filter(({ paid }) => paid.status !== 'canceled') };
}
