import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { eventually } from '@linqr/testing/eventually';
import type { StripeEvent } from '@linqr/testing/stripe';
import { as, DAY_MS, newActor, type Paying, standing, startPaying } from './paying.harness.js';

/** Histories, each of its own account; their orders and repetitions come from the seed. */
const HISTORIES = 60;
const SEED = 20_261_121;

let shop: Paying;
beforeAll(async () => {
  shop = await startPaying();
}, 60_000);
afterAll(async () => {
  await shop?.stop();
});

/** mulberry32 */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<T>(items: T[], random: () => number): T[] {
  const all = [...items];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

describe('seven events of a life cycle, in any order, repeated, late and many at once, over the signed door', () => {
  it(`end in what Stripe holds, for each of ${HISTORIES} accounts`, async () => {
    const random = randomFrom(SEED);
    const actors = Array.from({ length: HISTORIES }, () => newActor());
    const { account } = shop.stripe;
    const customers = new Map<Actor, string>();
    const late = new Map<Actor, StripeEvent[]>(actors.map((actor) => [actor, []]));
    let seen = account.events.length;
    /** What happened since goes to its account's pile; some of it is given at once, out of turn. */
    const collect = async () => {
      for (const event of account.events.slice(seen)) {
        const { customer } = event.data.object as { customer?: string };
        const [actor] = [...customers].find(([, id]) => id === customer) ?? [];
        if (!actor) continue;
        late.get(actor)!.push(event);
        if (random() < 0.3) await shop.deliver(event);
      }
      seen = account.events.length;
    };
    for (const actor of actors) {
      const { url } = await as(actor, () => shop.client.createCheckout({ plan: 'starter', interval: 'month', email: '' }));
      customers.set(actor, shop.customerOf(actor));
      account.complete(new URL(url).pathname.split('/').at(-1)!);
    }
    await collect();
    shop.pass(DAY_MS);
    const subscriptionOf = (actor: Actor) => [...account.subscriptions.values()].find((s) => s.customer === customers.get(actor))!;
    for (const actor of actors) {
      const professional = [...account.prices.values()].find((p) => p.lookup_key === 'linqr_professional_month') ?? addProfessional();
      account.changePrice(subscriptionOf(actor), professional, account.now());
      account.emit('customer.subscription.updated', subscriptionOf(actor));
    }
    await collect();
    // A third leaves, a third cannot pay, a third goes on.
    for (const [i, actor] of actors.entries()) {
      if (i % 3 === 0) subscriptionOf(actor).cancel_at_period_end = true;
      if (i % 3 === 1) account.declined.add(customers.get(actor)!);
    }
    shop.pass(30 * DAY_MS);
    await collect();

    const all = [...late].flatMap(([actor, events]) => events.map((event) => ({ actor, event })));
    expect(Math.min(...[...late.values()].map((events) => events.length))).toBeGreaterThanOrEqual(6);
    const calls = shuffled([...all, ...all.filter(() => random() < 0.5)], random);
    for (let i = 0; i < calls.length; i += 20) await Promise.all(calls.slice(i, i + 20).map(({ event }) => shop.deliver(event)));
    await eventually(async () => expect(await shop.eventsWaiting()).toBe(0), { timeoutMs: 60_000 });

    const ends = await Promise.all(actors.map((actor) => shop.subscriptionOf(actor)));
    const expected = [
      ['free', 'canceled'],
      ['professional', 'past_due'],
      ['professional', 'active'],
    ];
    expect(ends.map((s) => [s.plan, s.status])).toEqual(actors.map((_, i) => expected[i % 3]));
    // And asking Stripe once more changes nothing.
    shop.pass(5_000);
    const again = await Promise.all(actors.map((actor) => as(actor, () => shop.client.refreshSubscription({}))));
    expect(again.map(standing)).toEqual(ends.map(standing));
    // Everybody hears of each state once: no history says the same twice in a row.
    await eventually(() => {
      for (const actor of actors) {
        const said = shop.heard.filter((e) => e.workspaceId === actor.workspaceId).map((e) => `${e.plan} ${e.status} ${e.reason}`);
        expect(said.length).toBeGreaterThan(0);
        expect(said.filter((what, i) => what === said[i - 1])).toEqual([]);
      }
    });
  }, 120_000);
});

function addProfessional() {
  return shop.stripe.account.addPrice({
    id: 'price_professional',
    lookupKey: 'linqr_professional_month',
    plan: 'professional',
    interval: 'month',
    amount: 2_900,
  });
}
