// A Stripe account with a clock of its own: what happens to customers, subscriptions and invoices, and the events it sends.
import { after, nextBoundary, rest } from './billing-cycle.js';
import { type Customer, type Event, type Invoice, missing, type Price, Refusal, type Session, type Subscription } from './objects.js';

const DAY = 86_400;
/** Failed payments are tried again after these days, then given up. */
const RETRY_DAYS = [3, 8, 15];

export interface AccountOptions {
  /** Where its pages are, no slash at the end. */
  url: string;
  /** Milliseconds; without it the real time, and nothing happens by itself. */
  startAt?: number | undefined;
  /** What becomes of a subscription that is never paid. */
  afterRetries?: 'canceled' | 'unpaid';
  onEvent?: (event: Event) => void;
}

interface Proration {
  amount: number;
  periodStart: number;
  periodEnd: number;
  anchor: number;
}

export class StripeAccount {
  readonly customers = new Map<string, Customer>();
  readonly products = new Map<string, Record<string, unknown>>();
  readonly prices = new Map<string, Price>();
  readonly sessions = new Map<string, Session & { price: Price; trialEnd: number | null; subscriptionMetadata: Record<string, string> }>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  /** Customers whose card is refused from now on. */
  readonly declined = new Set<string>();
  /** Everything that was sent, oldest first. */
  readonly events: Event[] = [];
  private readonly retries = new Map<string, { at: number; attempt: number }>();
  private readonly warned = new Set<string>();
  private virtual: number | undefined;
  private counter = 0;

  constructor(private readonly options: AccountOptions) {
    this.virtual = options.startAt === undefined ? undefined : Math.floor(options.startAt / 1_000);
  }

  /** Seconds. */
  now(): number {
    return this.virtual ?? Math.floor(Date.now() / 1_000);
  }

  id(prefix: string): string {
    return `${prefix}_${(++this.counter).toString(36).padStart(8, '0')}`;
  }

  emit(type: string, object: unknown): void {
    const event: Event = {
      id: this.id('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.now(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    };
    this.events.push(event);
    this.options.onEvent?.(event);
  }

  /** Lets everything happen that is due until then, each at its own moment. Milliseconds. */
  advanceTo(moment: number): void {
    const until = Math.floor(moment / 1_000);
    if (this.virtual === undefined || until < this.virtual) throw new Error('time runs by itself, or backwards');
    for (;;) {
      const next = this.nextHappening();
      if (!next || next.at > until) break;
      this.virtual = Math.max(this.virtual, next.at);
      next.happen();
    }
    this.virtual = until;
  }

  customer(id: string, param?: string): Customer {
    const customer = this.customers.get(id);
    if (!customer) throw missing('customer', id, param);
    return customer;
  }

  subscription(id: string): Subscription {
    const subscription = this.subscriptions.get(id);
    if (!subscription) throw missing('subscription', id);
    return subscription;
  }

  price(id: string, param: string): Price {
    const price = this.prices.get(id);
    if (!price?.active) throw missing('price', id, param);
    return price;
  }

  addCustomer(id: string, workspaceId: string): Customer {
    const customer: Customer = {
      id,
      object: 'customer',
      created: this.now(),
      email: null,
      balance: 0,
      metadata: { linqr_workspace: workspaceId },
      livemode: false,
    };
    this.customers.set(id, customer);
    return customer;
  }

  addPrice(of: { id: string; lookupKey: string; plan: string; interval: 'month' | 'year'; amount: number }): Price {
    const price: Price = {
      id: of.id,
      object: 'price',
      active: true,
      currency: 'usd',
      unit_amount: of.amount,
      product: `prod_${of.plan}`,
      lookup_key: of.lookupKey,
      metadata: { linqr_plan: of.plan },
      nickname: null,
      recurring: { interval: of.interval, interval_count: 1, usage_type: 'licensed' },
      type: 'recurring',
      livemode: false,
    };
    this.prices.set(price.id, price);
    return price;
  }

  /** An open checkout. */
  addSession(customerId: string, priceId: string): Session {
    const session = {
      id: this.id('cs_test'),
      object: 'checkout.session' as const,
      client_reference_id: null,
      customer: customerId,
      created: this.now(),
      expires_at: this.now() + DAY,
      livemode: false as const,
      metadata: {},
      mode: 'subscription' as const,
      payment_status: 'unpaid' as const,
      status: 'open' as const,
      subscription: null,
      success_url: '',
      cancel_url: '',
      url: null,
      price: this.price(priceId, 'price'),
      trialEnd: null,
      subscriptionMetadata: {},
    };
    this.sessions.set(session.id, session);
    return session;
  }

  /** Somebody pays on the page of the checkout. */
  complete(sessionId: string): Session {
    const session = this.sessions.get(sessionId);
    if (!session) throw missing('checkout.session', sessionId);
    if (session.status !== 'open')
      throw new Refusal(400, { type: 'invalid_request_error', message: 'This checkout is not open any more.' });
    if (this.declined.has(session.customer)) throw cardDeclined();
    const at = this.now();
    const { price, trialEnd } = session;
    const id = this.id('sub');
    const end = trialEnd ?? after(at, price.recurring.interval, 1);
    const subscription: Subscription = {
      id,
      object: 'subscription',
      billing_cycle_anchor: trialEnd ?? at,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      collection_method: 'charge_automatically',
      created: at,
      currency: price.currency,
      customer: session.customer,
      ended_at: null,
      items: {
        object: 'list',
        data: [
          {
            id: this.id('si'),
            object: 'subscription_item',
            current_period_start: at,
            current_period_end: end,
            price,
            quantity: 1,
            subscription: id,
          },
        ],
        has_more: false,
        url: `/v1/subscription_items?subscription=${id}`,
      },
      latest_invoice: '',
      livemode: false,
      metadata: session.subscriptionMetadata,
      start_date: at,
      status: trialEnd ? 'trialing' : 'active',
      trial_end: trialEnd,
      trial_start: trialEnd ? at : null,
    };
    this.subscriptions.set(id, subscription);
    this.bill(subscription, trialEnd ? 0 : price.unit_amount, 'subscription_create');
    Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: id, url: null });
    this.emit('customer.subscription.created', subscription);
    this.emit('checkout.session.completed', session);
    return session;
  }

  /** What changing to a price at a moment costs (negative: gives back), and the period that follows. */
  prorate(subscription: Subscription, price: Price, at: number): Proration {
    const item = subscription.items.data[0]!;
    const { current_period_start: start, current_period_end: end } = item;
    const same = { periodStart: start, periodEnd: end, anchor: subscription.billing_cycle_anchor };
    if (subscription.status === 'trialing') return { ...same, amount: 0 };
    if (at < start || at >= end) throw new Refusal(400, { type: 'invalid_request_error', message: 'proration_date is out of the period' });
    const unused = rest(item.price.unit_amount, start, end, at);
    if (price.recurring.interval === item.price.recurring.interval)
      return { ...same, amount: rest(price.unit_amount, start, end, at) - unused };
    const now = this.now();
    return { amount: price.unit_amount - unused, periodStart: now, periodEnd: after(now, price.recurring.interval, 1), anchor: now };
  }

  /** With error_if_incomplete: what cannot be paid does not happen. */
  changePrice(subscription: Subscription, price: Price, at: number): void {
    const item = subscription.items.data[0]!;
    const proration = this.prorate(subscription, price, at);
    const due = this.dueAfterCredit(subscription.customer, proration.amount);
    if (due > 0 && this.declined.has(subscription.customer)) throw cardDeclined();
    item.price = price;
    item.current_period_start = proration.periodStart;
    item.current_period_end = proration.periodEnd;
    subscription.billing_cycle_anchor = proration.anchor;
    if (proration.amount !== 0) this.bill(subscription, proration.amount, 'subscription_update');
  }

  end(subscription: Subscription, prorate: boolean): void {
    if (subscription.status === 'canceled') throw missing('subscription', subscription.id);
    const item = subscription.items.data[0]!;
    if (prorate && subscription.status === 'active')
      this.customer(subscription.customer).balance -= rest(
        item.price.unit_amount,
        item.current_period_start,
        item.current_period_end,
        this.now(),
      );
    Object.assign(subscription, { status: 'canceled', ended_at: this.now(), canceled_at: this.now(), cancel_at: null });
    this.retries.delete(subscription.id);
    this.emit('customer.subscription.deleted', subscription);
  }

  deleteCustomer(customer: Customer): void {
    for (const subscription of this.subscriptions.values())
      if (subscription.customer === customer.id && subscription.status !== 'canceled') this.end(subscription, false);
    this.customers.delete(customer.id);
    this.emit('customer.deleted', customer);
  }

  /** The period ends now, and its payment fails where the card is refused. */
  failRenewal(subscriptionId: string): void {
    const subscription = this.subscription(subscriptionId);
    subscription.items.data[0]!.current_period_end = this.now();
    subscription.billing_cycle_anchor = this.now();
    this.endPeriod(subscription);
  }

  /** The customer gives another card; an open invoice is paid with it at once. */
  mendCard(customerId: string): void {
    this.declined.delete(customerId);
    for (const subscription of this.subscriptions.values())
      if (subscription.customer === customerId && ['past_due', 'unpaid'].includes(subscription.status)) this.tryAgain(subscription);
  }

  dueAfterCredit(customerId: string, amount: number): number {
    return Math.max(0, amount + Math.min(0, this.customer(customerId).balance));
  }

  private bill(subscription: Subscription, total: number, reason: string): Invoice {
    const customer = this.customer(subscription.customer);
    const due = this.dueAfterCredit(customer.id, total);
    customer.balance = Math.min(0, customer.balance + total);
    const id = this.id('in');
    const paid = due === 0 || !this.declined.has(customer.id);
    const invoice: Invoice = {
      id,
      object: 'invoice',
      amount_due: due,
      amount_paid: paid ? due : 0,
      amount_remaining: paid ? 0 : due,
      attempt_count: due > 0 ? 1 : 0,
      billing_reason: reason,
      created: this.now(),
      currency: subscription.currency,
      customer: customer.id,
      hosted_invoice_url: `${this.options.url}/i/${id}`,
      invoice_pdf: `${this.options.url}/i/${id}/pdf`,
      livemode: false,
      next_payment_attempt: null,
      number: `LQ-${String(this.invoices.size + 1).padStart(4, '0')}`,
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      status: paid ? 'paid' : 'open',
      status_transitions: {
        finalized_at: this.now(),
        paid_at: paid ? this.now() : null,
        marked_uncollectible_at: null,
        voided_at: null,
      },
      subtotal: total,
      total,
    };
    this.invoices.set(id, invoice);
    subscription.latest_invoice = id;
    this.emit(paid ? 'invoice.paid' : 'invoice.payment_failed', invoice);
    return invoice;
  }

  private nextHappening(): { at: number; happen: () => void } | undefined {
    const all = [...this.subscriptions.values()].filter(({ status }) => status !== 'canceled').flatMap((s) => this.happeningsOf(s));
    return all.toSorted((a, b) => a.at - b.at)[0];
  }

  private happeningsOf(subscription: Subscription): { at: number; happen: () => void }[] {
    const end = subscription.items.data[0]!.current_period_end;
    const retry = this.retries.get(subscription.id);
    const warning = subscription.status === 'trialing' && !this.warned.has(subscription.id);
    return [
      ...(warning ? [{ at: end - 3 * DAY, happen: () => this.warn(subscription) }] : []),
      ...(retry ? [{ at: retry.at, happen: () => this.tryAgain(subscription) }] : []),
      ...(subscription.status === 'unpaid' ? [] : [{ at: end, happen: () => this.endPeriod(subscription) }]),
    ];
  }

  private warn(subscription: Subscription): void {
    this.warned.add(subscription.id);
    this.emit('customer.subscription.trial_will_end', subscription);
  }

  private endPeriod(subscription: Subscription): void {
    if (subscription.cancel_at_period_end) {
      this.end(subscription, false);
      return;
    }
    const item = subscription.items.data[0]!;
    item.current_period_start = item.current_period_end;
    item.current_period_end = nextBoundary(subscription.billing_cycle_anchor, item.price.recurring.interval, item.current_period_start);
    const invoice = this.bill(subscription, item.price.unit_amount, 'subscription_cycle');
    if (subscription.status !== 'past_due') subscription.status = invoice.status === 'paid' ? 'active' : 'past_due';
    if (invoice.status === 'open' && !this.retries.has(subscription.id)) this.planRetry(subscription, 0);
    this.emit('customer.subscription.updated', subscription);
  }

  private planRetry(subscription: Subscription, attempt: number): void {
    const failedAt = this.invoices.get(subscription.latest_invoice)!.created;
    this.retries.set(subscription.id, { at: failedAt + RETRY_DAYS[attempt]! * DAY, attempt });
  }

  private tryAgain(subscription: Subscription): void {
    const invoice = this.invoices.get(subscription.latest_invoice)!;
    const attempt = this.retries.get(subscription.id)?.attempt ?? RETRY_DAYS.length - 1;
    this.retries.delete(subscription.id);
    if (!this.declined.has(subscription.customer)) {
      Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due, amount_remaining: 0 });
      invoice.status_transitions.paid_at = this.now();
      this.emit('invoice.paid', invoice);
      subscription.status = 'active';
      this.emit('customer.subscription.updated', subscription);
      return;
    }
    this.emit('invoice.payment_failed', invoice);
    if (attempt + 1 < RETRY_DAYS.length) this.planRetry(subscription, attempt + 1);
    else if (this.options.afterRetries === 'unpaid') {
      subscription.status = 'unpaid';
      this.emit('customer.subscription.updated', subscription);
    } else this.end(subscription, false);
  }
}

function cardDeclined(): Refusal {
  return new Refusal(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  });
}
