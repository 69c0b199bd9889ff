import { describe, expect, it } from '@jest/globals';
import { type StripeAccount, standaloneAccount } from '@linqr/testing/stripe';
import type Stripe from 'stripe';
import { toProviderSubscription } from '../stripe/stripe.mapping.js';
import { chooseSubscription } from '../subscriptions/paid-subscription.js';
import { openSubscription, type Subscription, settle } from '../subscriptions/subscription.js';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-21T12:00:00Z');
const rules = { defaultPlan: 'free', graceMs: 7 * DAY_MS };

/** A life cycle of seven events, and what Stripe answers from each of them on until the next. */
interface LifeCycle {
  /** Stripe's subscriptions after event 0, 1, … 6. */
  answers: Stripe.Subscription[][];
  /** Of the seventh event. */
  endedAt: Date;
}

function live(begin: (account: StripeAccount) => void, steps: ((account: StripeAccount) => void)[]): LifeCycle {
  const answers: Stripe.Subscription[][] = [];
  const account = standaloneAccount({
    startAt: START,
    onEvent: () =>
      answers.push(
        structuredClone(
          [...account.subscriptions.values()].map((s) => ({ ...s, latest_invoice: account.invoices.get(s.latest_invoice) ?? null })),
        ) as unknown as Stripe.Subscription[],
      ),
  });
  begin(account);
  answers.length = 0;
  for (const step of steps) step(account);
  return { answers, endedAt: new Date(account.now() * 1_000) };
}

const sold = (account: StripeAccount, plan: string, interval: 'month' | 'year', amount: number) =>
  account.addPrice({ id: `price_${plan}_${interval}`, lookupKey: `linqr_${plan}_${interval}`, plan, interval, amount });
const only = (account: StripeAccount) => [...account.subscriptions.values()].at(-1)!;
const begin = (account: StripeAccount) => {
  sold(account, 'starter', 'month', 900);
  sold(account, 'professional', 'month', 2_900);
  sold(account, 'professional', 'year', 27_840);
  account.addCustomer('cus_1', 'ws_1');
};
const buy = (account: StripeAccount) => account.complete(account.addSession('cus_1', 'price_starter_month').id);
const upgrade = (price: string) => (account: StripeAccount) => {
  account.changePrice(only(account), account.price(price, 'price'), account.now());
  account.emit('customer.subscription.updated', only(account));
};
const passDays = (days: number) => (account: StripeAccount) => account.advanceTo(account.now() * 1_000 + days * DAY_MS);

const lifeCycles: [string, LifeCycle, Partial<Subscription>][] = [
  [
    'bought, changed and left: created, paid, completed, paid, updated, updated (leaves), deleted',
    live(begin, [
      buy,
      upgrade('price_professional_month'),
      (account) => {
        only(account).cancel_at_period_end = true;
        account.emit('customer.subscription.updated', only(account));
      },
      passDays(31),
    ]),
    { plan: 'free', status: 'canceled' },
  ],
  [
    'bought and changed to a year: paid, created, completed, paid, updated, then the card is mended: updated twice',
    live(begin, [
      buy,
      upgrade('price_professional_year'),
      (account) => {
        only(account).status = 'past_due';
        account.emit('customer.subscription.updated', only(account));
        only(account).status = 'active';
        account.emit('customer.subscription.updated', only(account));
      },
    ]),
    { plan: 'professional', status: 'active', interval: 'year' },
  ],
];

function* permutations(items: number[]): Generator<number[]> {
  if (items.length <= 1) {
    yield items;
    return;
  }
  for (const [i, first] of items.entries())
    for (const others of permutations([...items.slice(0, i), ...items.slice(i + 1)])) yield [first, ...others];
}

/** What handling an event does: the state of now is fetched and taken over, whatever the event was. */
function handle(subscription: Subscription, answer: Stripe.Subscription[], now: Date): Subscription {
  const { chosen } = chooseSubscription(answer.map(toProviderSubscription).filter((s) => s !== undefined));
  return settle({ ...subscription, paid: chosen?.paid ?? subscription.paid }, rules, now);
}

describe.each(lifeCycles)('%s', (_what, { answers, endedAt }, expected) => {
  const opened = openSubscription('ws_1', 'sub_1', 'free', new Date(START));
  const final = handle(opened, answers[6]!, endedAt);

  it('has seven events and ends as it should', () => {
    expect(answers).toHaveLength(7);
    expect(final).toMatchObject(expected);
  });

  it('ends the same in all 5,040 orders, each event once and each twice', () => {
    let orders = 0;
    const ends = new Set<string>();
    for (const order of permutations([0, 1, 2, 3, 4, 5, 6])) {
      orders++;
      for (const events of [order, order.flatMap((event) => [event, event]), [...order, ...order.toReversed()]]) {
        let subscription = opened;
        // An event cannot arrive before it happened: Stripe has lived at least that far when it is asked.
        let lived = 0;
        for (const event of events) {
          lived = Math.max(lived, event);
          subscription = handle(subscription, answers[lived]!, endedAt);
        }
        ends.add(JSON.stringify(subscription));
      }
    }
    expect(orders).toBe(5_040);
    expect([...ends]).toEqual([JSON.stringify(final)]);
  });
});
