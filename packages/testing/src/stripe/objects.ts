// Stripe's objects as its HTTP API shows them (API version 2026-10-28), as far as Linqr reads or a person would look. Times in seconds.

export interface Customer {
  id: string;
  object: 'customer';
  created: number;
  email: string | null;
  /** Negative: credit. Minor units. */
  balance: number;
  metadata: Record<string, string>;
  livemode: false;
}

export interface Price {
  id: string;
  object: 'price';
  active: boolean;
  currency: string;
  unit_amount: number;
  product: string;
  lookup_key: string | null;
  metadata: Record<string, string>;
  nickname: string | null;
  recurring: { interval: 'month' | 'year'; interval_count: 1; usage_type: 'licensed' };
  type: 'recurring';
  livemode: false;
}

export interface SubscriptionItem {
  id: string;
  object: 'subscription_item';
  current_period_start: number;
  current_period_end: number;
  price: Price;
  quantity: 1;
  subscription: string;
}

export type Status = 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled';

export interface Subscription {
  id: string;
  object: 'subscription';
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  collection_method: 'charge_automatically';
  created: number;
  currency: string;
  customer: string;
  ended_at: number | null;
  items: { object: 'list'; data: SubscriptionItem[]; has_more: false; url: string };
  latest_invoice: string;
  livemode: false;
  metadata: Record<string, string>;
  start_date: number;
  status: Status;
  trial_end: number | null;
  trial_start: number | null;
}

export interface Invoice {
  id: string;
  object: 'invoice';
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  billing_reason: string;
  created: number;
  currency: string;
  customer: string;
  hosted_invoice_url: string | null;
  invoice_pdf: string | null;
  livemode: false;
  next_payment_attempt: number | null;
  number: string | null;
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } };
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  status_transitions: { finalized_at: number | null; paid_at: number | null; marked_uncollectible_at: null; voided_at: number | null };
  subtotal: number;
  total: number;
}

export interface Session {
  id: string;
  object: 'checkout.session';
  client_reference_id: string | null;
  customer: string;
  created: number;
  expires_at: number;
  livemode: false;
  metadata: Record<string, string>;
  mode: 'subscription';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  success_url: string;
  cancel_url: string;
  url: string | null;
}

export interface Event {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: unknown };
  livemode: false;
  pending_webhooks: number;
  request: null;
  type: string;
}

/** How Stripe answers a request that it refuses. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; code?: string; message: string; param?: string; decline_code?: string },
  ) {
    super(error.message);
  }
}

export const missing = (what: string, id: string, param?: string): Refusal =>
  new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    ...(param ? { param } : {}),
  });
