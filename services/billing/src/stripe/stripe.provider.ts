import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { ChangePreview, CheckoutRequest, CustomerState, Invoice, PaymentProvider, PlanChange } from '../payments/payment-provider.js';
import { addMonths } from '../subscriptions/period.js';
import { PortalConfiguration } from './portal-configuration.js';
import type { PriceBook } from './price-book.js';
import { isMissing, toPaymentError } from './stripe.errors.js';
import { toInvoice, toProviderSubscription } from './stripe.mapping.js';

/** Of one customer; more than a person can ever have made with us. */
const MAX_SUBSCRIPTIONS = 100;

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000);
const fingerprint = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);

/** Stripe behind the port. Nothing of an event's content ever comes in here: state is asked for. */
export class StripeProvider implements PaymentProvider {
  private readonly portal: PortalConfiguration;

  constructor(
    private readonly stripe: Stripe,
    private readonly prices: PriceBook,
    private readonly automaticTax: boolean,
  ) {
    this.portal = new PortalConfiguration(stripe);
  }

  createCustomer(workspaceId: string, email: string, gone: string): Promise<string> {
    return this.ask('create customer', async () => {
      const params = { metadata: { linqr_workspace: workspaceId }, ...(email ? { email } : {}) };
      const { id } = await this.stripe.customers.create(params, {
        idempotencyKey: `customer-${workspaceId}-${fingerprint(email, gone)}`,
      });
      return id;
    });
  }

  workspaceOf(customerId: string): Promise<string | undefined> {
    return this.ask('read customer', async () => {
      const customer = await this.stripe.customers.retrieve(customerId).catch(ignoreMissing);
      return customer && !customer.deleted ? customer.metadata['linqr_workspace'] : undefined;
    });
  }

  deleteCustomer(customerId: string): Promise<void> {
    return this.ask('delete customer', async () => {
      await this.stripe.customers.del(customerId).catch(ignoreMissing);
    });
  }

  stateOf(customerId: string): Promise<CustomerState> {
    return this.ask('list subscriptions', async () => {
      const customer = await this.stripe.customers.retrieve(customerId).catch(ignoreMissing);
      if (!customer || customer.deleted) return { exists: false, subscriptions: [] };
      const { data } = await this.stripe.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: MAX_SUBSCRIPTIONS,
        expand: ['data.latest_invoice'],
      });
      return { exists: true, subscriptions: data.map(toProviderSubscription).filter((subscription) => subscription !== undefined) };
    });
  }

  openCheckout(request: CheckoutRequest): Promise<{ id: string; url: string } | 'missing'> {
    return this.ask('open checkout', async () => {
      const price = await this.prices.priceId(request.plan, request.interval);
      const metadata = { linqr_workspace: request.workspaceId };
      const session = await this.stripe.checkout.sessions
        .create({
          mode: 'subscription',
          customer: request.customerId,
          client_reference_id: request.workspaceId,
          line_items: [{ price, quantity: 1 }],
          success_url: request.successUrl,
          cancel_url: request.cancelUrl,
          allow_promotion_codes: true,
          customer_update: { address: 'auto', name: 'auto' },
          metadata,
          subscription_data: { metadata, ...(request.trialEnd ? { trial_end: seconds(request.trialEnd) } : {}) },
          ...(this.automaticTax ? { automatic_tax: { enabled: true }, tax_id_collection: { enabled: true } } : {}),
        })
        .catch((error: unknown) => {
          this.prices.forget();
          if (isMissing(error) && (error as { param?: string }).param === 'customer') return undefined;
          throw error;
        });
      if (!session) return 'missing';
      if (!session.url) throw new Error('the checkout session has no address');
      return { id: session.id, url: session.url };
    });
  }

  async closeCheckout(id: string): Promise<void> {
    await this.ask('close checkout', async () => {
      await this.stripe.checkout.sessions.expire(id).catch((error: { statusCode?: number }) => {
        // Paid or closed already.
        if (error.statusCode !== 400 && error.statusCode !== 404) throw error;
      });
    });
  }

  previewChange(change: PlanChange): Promise<ChangePreview> {
    return this.ask('preview change', async () => {
      const invoice = await this.stripe.invoices.createPreview({
        customer: change.customerId,
        subscription: change.subscription.id,
        subscription_details: {
          items: [{ id: change.subscription.itemId, price: await this.prices.priceId(change.plan, change.interval) }],
          proration_behavior: 'always_invoice',
          proration_date: seconds(change.prorationAt),
        },
      });
      return {
        amountDue: invoice.amount_due,
        credit: Math.max(0, -invoice.total),
        currency: invoice.currency,
        renewsAt: renewal(change),
      };
    });
  }

  changePlan(change: PlanChange): Promise<void> {
    return this.ask('change plan', async () => {
      const price = await this.prices.priceId(change.plan, change.interval);
      await this.stripe.subscriptions.update(
        change.subscription.id,
        {
          items: [{ id: change.subscription.itemId, price }],
          proration_behavior: 'always_invoice',
          proration_date: seconds(change.prorationAt),
          // What cannot be paid does not happen.
          payment_behavior: 'error_if_incomplete',
          cancel_at_period_end: false,
        },
        // A second press of the button, or a retry after a lost answer, changes and charges nothing more.
        { idempotencyKey: `change-${change.subscription.id}-${fingerprint(price, String(seconds(change.prorationAt)))}` },
      );
    });
  }

  cancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<void> {
    return this.ask(cancel ? 'cancel at period end' : 'reactivate', async () => {
      await this.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: cancel });
    });
  }

  endNow(subscriptionId: string): Promise<void> {
    return this.ask('end subscription', async () => {
      await this.stripe.subscriptions.cancel(subscriptionId, { prorate: true, invoice_now: true }).catch(ignoreMissing);
    });
  }

  invoices(customerId: string, limit: number): Promise<Invoice[]> {
    return this.ask('list invoices', async () => {
      const list = await this.stripe.invoices.list({ customer: customerId, limit }).catch(ignoreMissing);
      return (list?.data ?? []).map(toInvoice);
    });
  }

  openPortal(customerId: string, returnUrl: string): Promise<string> {
    return this.ask('open portal', async () => {
      const session = await this.stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        configuration: await this.portal.id(),
      });
      return session.url;
    });
  }

  private async ask<T>(doing: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toPaymentError(error, doing);
    }
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
  return undefined;
}

/** Another interval begins anew with the change; a trial and the same interval keep their end. */
function renewal({ subscription, interval, prorationAt }: PlanChange): Date {
  if (subscription.status === 'trialing' || subscription.interval === interval) return subscription.periodEnd;
  return addMonths(prorationAt, interval === 'year' ? 12 : 1);
}
