import type { PaidSubscription } from '../subscriptions/paid-subscription.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A checkout stays open for a day at the provider. */
const CHECKOUT_OPEN_MS = DAY_MS;
/** The provider renews and closes within the hour after a boundary; we look soon after it, then now and then. */
const AFTER_BOUNDARY_MS = 5 * MINUTE_MS;
const LATE_MS = 30 * MINUTE_MS;

/**
 * When the provider's state is to be fetched again without any event. Soon after every moment at which it changes by
 * itself, hourly while somebody may be paying, and otherwise every `everyMs`, so that a lost event heals.
 */
export function nextSync(paid: PaidSubscription | undefined, checkoutOpenedAt: Date | null, everyMs: number, now: Date): Date {
  const at = now.getTime();
  const candidates = [at + everyMs];
  if (checkoutOpenedAt && at - checkoutOpenedAt.getTime() < CHECKOUT_OPEN_MS) candidates.push(at + HOUR_MS);
  if (paid && paid.status !== 'canceled') {
    if (paid.status === 'past_due' || paid.status === 'unpaid') candidates.push(at + 6 * HOUR_MS);
    for (const boundary of [paid.periodEnd, paid.trialEnd])
      if (boundary && boundary.getTime() + AFTER_BOUNDARY_MS > at) candidates.push(boundary.getTime() + AFTER_BOUNDARY_MS);
    // The period is over and the provider has not said what follows.
    if (paid.periodEnd.getTime() + AFTER_BOUNDARY_MS <= at) candidates.push(at + LATE_MS);
  }
  return new Date(Math.min(...candidates));
}

/** After a failed fetch: twice as long each time, from a minute to six hours. */
export function retrySync(failures: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(MINUTE_MS * 2 ** Math.min(failures, 10), 6 * HOUR_MS));
}
