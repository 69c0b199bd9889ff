import type Stripe from 'stripe';
import type { Invoice, ProviderSubscription } from '../payments/payment-provider.js';
import type { PaidStatus } from '../subscriptions/paid-subscription.js';
import { planOfPrice } from './price-book.js';

const STATUS: Partial<Record<string, PaidStatus>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  // A trial that ended without a payment method.
  paused: 'unpaid',
  canceled: 'canceled',
};

const moment = (seconds: number): Date => new Date(seconds * 1_000);
const optional = (seconds: number | null | undefined): Date | null => (seconds ? moment(seconds) : null);

/** What a customer's subscription is to us; undefined for one that was never begun, or that is for something else. */
export function toProviderSubscription(subscription: Stripe.Subscription): ProviderSubscription | undefined {
  const status = STATUS[subscription.status];
  const known = subscription.items.data.map((item) => ({ item, ...planOfPrice(item.price) })).find(({ plan }) => plan !== undefined);
  if (!status || !known?.plan) return undefined;
  const { item, plan, interval } = known;
  const periodStart = moment(item.current_period_start);
  return {
    createdAt: moment(subscription.created),
    paid: {
      id: subscription.id,
      itemId: item.id,
      plan,
      interval,
      status,
      cancelAtPeriodEnd: status !== 'canceled' && (subscription.cancel_at_period_end || subscription.cancel_at !== null),
      anchorAt: moment(subscription.billing_cycle_anchor),
      periodStart,
      periodEnd: moment(item.current_period_end),
      trialEnd: optional(subscription.trial_end),
      pastDueSince: status === 'past_due' ? pastDueSince(subscription, periodStart) : null,
      endedAt: status === 'canceled' ? (optional(subscription.ended_at) ?? moment(subscription.canceled_at ?? subscription.created)) : null,
    },
  };
}

/** When the newest open invoice became due; without one the beginning of the period that was to be paid. */
function pastDueSince(subscription: Stripe.Subscription, periodStart: Date): Date {
  const invoice = subscription.latest_invoice;
  if (invoice && typeof invoice !== 'string' && (invoice.status === 'open' || invoice.status === 'uncollectible'))
    return moment(invoice.status_transitions.finalized_at ?? invoice.created);
  return periodStart;
}

export function toInvoice(invoice: Stripe.Invoice): Invoice {
  return {
    id: invoice.id,
    number: invoice.number ?? '',
    createdAt: moment(invoice.created),
    amount: invoice.total,
    currency: invoice.currency,
    status: invoice.status ?? 'draft',
    hostedUrl: invoice.hosted_invoice_url ?? '',
    pdfUrl: invoice.invoice_pdf ?? '',
  };
}
