import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Plan } from '../catalogue/plan.js';
import type { Interval } from '../payments/payment-provider.js';

export const INTERVALS: readonly Interval[] = ['month', 'year'];

/** How long a price that was found is used without looking again. */
const REMEMBERED_MS = 10 * 60_000;

/** `linqr_starter_month`: how a price is found at Stripe. */
export const lookupKey = (plan: string, interval: Interval): string => `linqr_${plan}_${interval}`;

export const priceOf = (plan: Plan, interval: Interval): number => (interval === 'year' ? plan.yearlyPrice : plan.monthlyPrice);

/** What may be bought. */
export const isForSale = (plan: Plan): boolean => plan.sold && plan.monthlyPrice > 0;

/**
 * The plan that a price is for. The metadata decides: a price that was replaced loses its look-up key, and who pays by it
 * keeps the plan. An operator's own price says it the same way (`linqr_plan`).
 */
export function planOfPrice(price: Stripe.Price): { plan: string | undefined; interval: Interval } {
  const [, byKey] = /^linqr_([a-z][a-z0-9_-]*)_(?:month|year)$/.exec(price.lookup_key ?? '') ?? [];
  const named = price.metadata?.['linqr_plan'];
  return { plan: named || byKey, interval: price.recurring?.interval === 'year' ? 'year' : 'month' };
}

/**
 * The prices at Stripe of what the catalogue sells. The catalogue decides: a price that is missing is made, one with
 * another amount or currency is replaced by a new one that takes its look-up key; who pays the old one goes on paying it.
 */
export class PriceBook {
  private readonly remembered = new Map<string, { id: string; until: number }>();

  constructor(
    private readonly stripe: Stripe,
    private readonly catalogue: Catalogue,
  ) {}

  /** Stripe's id of the price. */
  async priceId(plan: Plan, interval: Interval): Promise<string> {
    const key = lookupKey(plan.key, interval);
    const known = this.remembered.get(key);
    if (known && known.until > Date.now()) return known.id;
    const found = await this.find([key]);
    const { id } = await this.ensure(plan, interval, found.get(key));
    return id;
  }

  /** Looks again next time: somebody may have archived a price at Stripe. */
  forget(): void {
    this.remembered.clear();
  }

  /** Brings every price in line with the catalogue; answers what was done to each. */
  async synchronise(): Promise<{ key: string; id: string; done: 'kept' | 'created' | 'replaced' }[]> {
    const wanted = this.catalogue.plans.filter(isForSale).flatMap((plan) => INTERVALS.map((interval) => ({ plan, interval })));
    // At most ten look-up keys a call.
    const found = new Map<string, Stripe.Price>();
    for (let i = 0; i < wanted.length; i += 10)
      for (const [key, price] of await this.find(wanted.slice(i, i + 10).map((w) => lookupKey(w.plan.key, w.interval))))
        found.set(key, price);
    const outcomes = [];
    for (const { plan, interval } of wanted) {
      const key = lookupKey(plan.key, interval);
      outcomes.push({ key, ...(await this.ensure(plan, interval, found.get(key))) });
    }
    return outcomes;
  }

  private async find(keys: string[]): Promise<Map<string, Stripe.Price>> {
    const { data } = await this.stripe.prices.list({ lookup_keys: keys, active: true, limit: 100 });
    return new Map(data.map((price) => [price.lookup_key ?? '', price]));
  }

  private async ensure(plan: Plan, interval: Interval, found: Stripe.Price | undefined) {
    const key = lookupKey(plan.key, interval);
    const right =
      found &&
      found.unit_amount === priceOf(plan, interval) &&
      found.currency === plan.currency &&
      found.recurring?.interval === interval &&
      found.metadata?.['linqr_plan'] === plan.key;
    const price = right ? found : await this.create(plan, interval, key, found?.id ?? '');
    this.remembered.set(key, { id: price.id, until: Date.now() + REMEMBERED_MS });
    return { id: price.id, done: right ? ('kept' as const) : found ? ('replaced' as const) : ('created' as const) };
  }

  private async create(plan: Plan, interval: Interval, key: string, replaces: string): Promise<Stripe.Price> {
    const wanted = {
      currency: plan.currency,
      unit_amount: priceOf(plan, interval),
      recurring: { interval },
      product: await this.product(plan),
      lookup_key: key,
      transfer_lookup_key: true,
      nickname: `${plan.name}, by the ${interval}`,
      metadata: { linqr_plan: plan.key },
    };
    // Two replicas that miss the price at once make one.
    const fingerprint = createHash('sha256')
      .update(JSON.stringify({ ...wanted, replaces }))
      .digest('hex')
      .slice(0, 24);
    const minute = Math.floor(Date.now() / 60_000);
    return this.stripe.prices.create(wanted, { idempotencyKey: `price-${fingerprint}-${minute}` });
  }

  /** One product a plan, by an id of ours. */
  private async product(plan: Plan): Promise<string> {
    const id = `linqr_${plan.key}`;
    try {
      await this.stripe.products.retrieve(id);
    } catch (error) {
      if ((error as { code?: string }).code !== 'resource_missing') throw error;
      await this.stripe.products
        .create({ id, name: `Linqr ${plan.name}`, metadata: { linqr_plan: plan.key } })
        .catch((failure: { code?: string }) => {
          if (failure.code !== 'resource_already_exists') throw failure;
        });
    }
    return id;
  }
}
