import type { Clock } from '@linqr/platform/clock';
import type { Actor } from '@linqr/platform/context';
import { AppError, validationFailed } from '@linqr/platform/errors';
import type { DataSource, EntityManager } from 'typeorm';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Plan } from '../catalogue/plan.js';
import type { PaidSubscription } from '../subscriptions/paid-subscription.js';
import { addMonths } from '../subscriptions/period.js';
import type { Subscription } from '../subscriptions/subscription.js';
import type { SubscriptionService } from '../subscriptions/subscription.service.js';
import { CallLimit } from './call-limit.js';
import type { PayerRepository } from './payer.repository.js';
import type { ChangePreview, Interval, Invoice, PaymentProvider } from './payment-provider.js';
import type { PaymentSetup } from './payment-setup.js';
import type { Synchronisation } from './synchronisation.js';

const MINUTE_MS = 60_000;
/** The provider takes no trial that ends sooner than 48 hours from now. */
const SHORTEST_TRIAL_MS = 49 * 60 * MINUTE_MS;
/** How long a preview's figures may be bought. */
const PREVIEW_HOLDS_MS = 15 * MINUTE_MS;
/** Asked again sooner than this, the state of a moment ago is answered. */
const FRESH_MS = 2_000;
const INVOICES = 50;
/** Customers of a workspace that may have been deleted at the provider in one day before a checkout gives up. */
const MAX_CUSTOMERS = 4;

export interface Choice {
  plan: string;
  interval: Interval;
}

export interface Preview extends ChangePreview {
  plan: Plan;
  interval: Interval;
  /** What every further period costs, minor units. */
  recurring: number;
  /** Buying goes over the checkout, changing does not. */
  kind: 'checkout' | 'change';
  prorationAt: Date;
}

/** Buying, changing and leaving a plan. Nothing is granted here: what the provider says afterwards is. */
export class PaymentService {
  private readonly limit: CallLimit;

  constructor(
    private readonly setup: PaymentSetup,
    private readonly database: DataSource,
    private readonly payers: PayerRepository,
    private readonly subscriptions: SubscriptionService,
    private readonly catalogue: Catalogue,
    private readonly clock: Clock,
    private readonly appOrigin: string,
  ) {
    this.limit = new CallLimit(clock);
  }

  /** Where to pay. CONFLICT where a plan is paid for already: that one is changed, never bought a second time. */
  async checkout(actor: Actor, choice: Choice, email: string): Promise<string> {
    const { provider, synchronisation } = this.parts(actor);
    const plan = this.sellable(choice);
    const known = (await synchronisation.workspace(actor.workspaceId)) ?? (await this.subscriptions.current(actor.workspaceId));
    if (running(known)) throw new AppError('CONFLICT', 'There is a paid plan already. Change that one instead.');
    let gone = '';
    for (let attempt = 0; attempt < MAX_CUSTOMERS; attempt++) {
      const customerId = await this.customer(provider, actor.workspaceId, email, gone);
      const payer = await this.payers.find(this.database.manager, actor.workspaceId);
      if (payer?.checkoutId) await provider.closeCheckout(payer.checkoutId);
      const back = new URLSearchParams({ plan: plan.key, interval: choice.interval }).toString();
      const opened = await provider.openCheckout({
        workspaceId: actor.workspaceId,
        customerId,
        plan,
        interval: choice.interval,
        trialEnd: this.restOfTrial(known, plan),
        successUrl: `${this.appOrigin}/dashboard/subscription?${back}&checkout=success`,
        cancelUrl: `${this.appOrigin}/dashboard/subscription?${back}&checkout=canceled`,
      });
      if (opened === 'missing') {
        // Deleted at the provider, or made with other keys: the next attempt makes a new one.
        await this.payers.remove(this.database.manager, actor.workspaceId, customerId);
        gone = customerId;
        continue;
      }
      const now = this.clock.now();
      const lookAt = new Date(now + 10 * MINUTE_MS);
      await this.payers.setCheckout(this.database.manager, actor.workspaceId, opened.id, new Date(now), lookAt);
      return opened.url;
    }
    throw new AppError('PART_UNAVAILABLE', 'The payment provider does not know this account right now. Please try again.');
  }

  async portal(actor: Actor): Promise<string> {
    const { provider } = this.parts(actor);
    const payer = await this.payers.find(this.database.manager, actor.workspaceId);
    if (!payer) throw new AppError('CONFLICT', 'Nothing has been paid yet, so there is nothing to manage.');
    return provider.openPortal(payer.customerId, `${this.appOrigin}/billing`);
  }

  /** What a choice would cost, to the cent, as of `prorationAt`. */
  async preview(actor: Actor, choice: Choice): Promise<Preview> {
    const { provider } = this.parts(actor);
    const plan = this.sellable(choice);
    const subscription = await this.subscriptions.current(actor.workspaceId);
    const paid = running(subscription);
    const recurring = choice.interval === 'year' ? plan.yearlyPrice : plan.monthlyPrice;
    const prorationAt = this.prorationAt(paid, undefined);
    const same = { plan, interval: choice.interval, recurring, prorationAt };
    if (!paid) {
      const trialEnd = this.restOfTrial(subscription, plan);
      const renewsAt = trialEnd ?? addMonths(prorationAt, choice.interval === 'year' ? 12 : 1);
      return { ...same, kind: 'checkout', amountDue: trialEnd ? 0 : recurring, credit: 0, currency: plan.currency, renewsAt };
    }
    requireSettled(paid);
    const customerId = await this.customerOf(actor.workspaceId);
    return { ...same, kind: 'change', ...(await provider.previewChange({ customerId, subscription: paid, ...same })) };
  }

  /** Changes the running plan at once; the difference is charged or credited as of `prorationAt`, a preview's where it is given. */
  async change(actor: Actor, choice: Choice, prorationAt: Date | undefined): Promise<Subscription> {
    const { provider, synchronisation } = this.parts(actor);
    const plan = this.sellable(choice);
    const subscription = await synchronisation.workspace(actor.workspaceId);
    const paid = subscription && running(subscription);
    if (!paid) throw new AppError('CONFLICT', 'There is no paid plan to change yet. Please buy one first.');
    if (paid.plan === plan.key && paid.interval === choice.interval && !paid.cancelAtPeriodEnd) return subscription;
    requireSettled(paid);
    const customerId = await this.customerOf(actor.workspaceId);
    const at = this.prorationAt(paid, prorationAt);
    await provider.changePlan({ customerId, subscription: paid, plan, interval: choice.interval, prorationAt: at });
    return this.fresh(actor);
  }

  /** The plan stays until its period ends; one that waits for money ends at once. */
  async cancel(actor: Actor): Promise<Subscription> {
    const { provider, synchronisation } = this.parts(actor);
    const subscription = await synchronisation.workspace(actor.workspaceId);
    const paid = subscription && running(subscription);
    if (!paid) throw new AppError('CONFLICT', 'There is no paid plan to cancel.');
    if (paid.status === 'unpaid' || paid.status === 'past_due') await provider.endNow(paid.id);
    else if (!paid.cancelAtPeriodEnd) await provider.cancelAtPeriodEnd(paid.id, true);
    return this.fresh(actor);
  }

  /** Takes a cancellation back while the plan still runs. */
  async reactivate(actor: Actor): Promise<Subscription> {
    const { provider, synchronisation } = this.parts(actor);
    const subscription = await synchronisation.workspace(actor.workspaceId);
    const paid = subscription && running(subscription);
    if (!paid) throw new AppError('CONFLICT', 'The plan has ended already. Please choose one again.');
    if (paid.cancelAtPeriodEnd) await provider.cancelAtPeriodEnd(paid.id, false);
    return this.fresh(actor);
  }

  async invoices(actor: Actor): Promise<Invoice[]> {
    const { provider } = this.parts(actor);
    const payer = await this.payers.find(this.database.manager, actor.workspaceId);
    return payer ? provider.invoices(payer.customerId, INVOICES) : [];
  }

  /** For somebody who comes back from paying: asks the provider instead of waiting for its event. */
  async refresh(actor: Actor): Promise<Subscription> {
    const { synchronisation } = this.parts(actor);
    const payer = await this.payers.find(this.database.manager, actor.workspaceId);
    const asked = payer?.syncedAt && this.clock.now() - payer.syncedAt.getTime() < FRESH_MS;
    const fetched = payer && !asked ? await synchronisation.workspace(actor.workspaceId) : undefined;
    return fetched ?? this.subscriptions.current(actor.workspaceId);
  }

  /** Everything of a deleted account's workspace; the customer at the provider goes with the next fetch. */
  async forget(workspaceId: string, userId: string, usage: (manager: EntityManager) => Promise<void>): Promise<void> {
    await this.database.transaction(async (manager) => {
      // In the order in which a fetch locks them.
      await this.payers.close(manager, workspaceId, new Date(this.clock.now()));
      await this.subscriptions.forgetIn(manager, workspaceId, userId);
      await usage(manager);
    });
  }

  /** Whoever holds an API key may use the product, not its owner's card. */
  private parts(actor: Actor): { provider: PaymentProvider; synchronisation: Synchronisation } {
    const parts = this.setup.required();
    if (actor.via === 'api_key') throw new AppError('FORBIDDEN', 'Payments are managed by signing in; an API key cannot do this.');
    this.limit.take(actor.workspaceId);
    return parts;
  }

  private async fresh(actor: Actor): Promise<Subscription> {
    const fetched = await this.setup.required().synchronisation.workspace(actor.workspaceId);
    return fetched ?? this.subscriptions.current(actor.workspaceId);
  }

  private sellable(choice: Choice): Plan {
    const plan = this.catalogue.plan(choice.plan);
    if (plan.sold && plan.monthlyPrice > 0) return plan;
    const message =
      plan.key === this.catalogue.defaultPlanKey
        ? `To go back to ${plan.name}, cancel the paid plan.`
        : 'This plan cannot be bought. Please choose another one.';
    throw validationFailed({ field: 'plan', message });
  }

  private async customer(provider: PaymentProvider, workspaceId: string, email: string, gone: string): Promise<string> {
    const payer = await this.payers.find(this.database.manager, workspaceId);
    if (payer) return payer.customerId;
    const made = await provider.createCustomer(workspaceId, email, gone);
    await this.payers.insert(this.database.manager, workspaceId, made, new Date(this.clock.now()));
    // Another request may have been faster; its customer is the one that counts.
    return this.customerOf(workspaceId);
  }

  private async customerOf(workspaceId: string): Promise<string> {
    const payer = await this.payers.find(this.database.manager, workspaceId);
    if (!payer) throw new AppError('CONFLICT', 'The account changed meanwhile. Please try again.');
    return payer.customerId;
  }

  /** Who buys what they try does not lose the days that are left. */
  private restOfTrial(subscription: Subscription, plan: Plan): Date | null {
    const { trialPlan, trialEnd } = subscription.own;
    return trialPlan === plan.key && trialEnd && trialEnd.getTime() - this.clock.now() >= SHORTEST_TRIAL_MS ? trialEnd : null;
  }

  private prorationAt(paid: PaidSubscription | undefined, wanted: Date | undefined): Date {
    const now = this.clock.now();
    const held = wanted && wanted.getTime() <= now && now - wanted.getTime() <= PREVIEW_HOLDS_MS ? wanted.getTime() : now;
    return new Date(Math.max(held, paid?.periodStart.getTime() ?? 0));
  }
}

/** The paid subscription that still goes on, in whatever state. */
function running(subscription: Subscription): PaidSubscription | undefined {
  return subscription.paid && subscription.paid.status !== 'canceled' ? subscription.paid : undefined;
}

function requireSettled(paid: PaidSubscription): void {
  if (paid.status === 'past_due' || paid.status === 'unpaid')
    throw new AppError('CONFLICT', 'A payment is still open. Please pay it first, then change the plan.');
}
