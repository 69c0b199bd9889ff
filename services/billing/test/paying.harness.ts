// Billing with a Stripe of our own behind it. Both live by one clock that only the test moves.

import { openBus } from '@linqr/platform/bus';
import type { Actor } from '@linqr/platform/context';
import { newId } from '@linqr/platform/ids';
import { createLogger } from '@linqr/platform/logging';
import { Resource, type Subscription } from '@linqr/proto/billing/v1/billing';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import { PlanChanged } from '@linqr/proto/events/v1/billing';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import { eventually as wait } from '@linqr/testing/eventually';
import { type FakeStripe, type StripeEvent, startFakeStripe } from '@linqr/testing/stripe';
import pg from 'pg';
import { as, newActor, startBilling, type TestBilling } from './harness.js';

/** Generous: the machine may be busy. */
const eventually: typeof wait = (check, options) => wait(check, { timeoutMs: 25_000, ...options });

export const DAY_MS = 86_400_000;

export interface Paying extends TestBilling {
  stripe: FakeStripe;
  /** plan.changed.v1 as it was heard. */
  heard: PlanChanged[];
  /** Lets the time pass at Stripe and here. */
  pass: (ms: number) => void;
  /** Gives one event to the intake, as Stripe would now. */
  deliver: (event: StripeEvent) => Promise<void>;
  /** Gives everything that has not been given yet, in order. */
  deliverNew: () => Promise<void>;
  subscriptionOf: (actor: Actor) => Promise<Subscription>;
  /** Buys a plan as somebody would: checkout, pay, events. */
  buy: (actor: Actor, plan: string, interval?: 'month' | 'year') => Promise<void>;
  customerOf: (actor: Actor) => string;
  /** Takes out of the allowance, and the links exist. */
  createLinks: (actor: Actor, amount: number) => Promise<void>;
  /** As auth does. */
  announceDeletion: (actor: Actor) => Promise<void>;
  /** What became of an event; undefined: it is not there. */
  eventState: (id: string) => Promise<{ state: string; attempts: number; problem: string } | undefined>;
  /** A replica took the event in, began with it and died. */
  leaveBegun: (id: string, customerId: string) => Promise<void>;
  eventsWaiting: () => Promise<number>;
  /** As after a crash between Stripe's answer and our commit. */
  loseCustomer: (actor: Actor) => Promise<void>;
  /** Until a whole round of housekeeping has begun and ended since. */
  settleHousekeeping: () => Promise<void>;
  /** How many rows of each table are the actor's; those without any are left out. */
  rowsOf: (actor: Actor) => Promise<Record<string, number>>;
}

/** One subscription's whole state in a line, for comparing. */
export const standing = (s: Subscription): string =>
  [s.plan, s.status, s.interval, s.cancelAtPeriodEnd, s.periodStart, s.periodEnd, s.billedPlan, s.endedAt].join(' | ');

export async function startPaying(
  env: Record<string, string> = {},
  options: { afterRetries?: 'canceled' | 'unpaid' } = {},
): Promise<Paying> {
  const startAt = Date.parse('2026-11-21T12:00:00Z');
  const stripe = await startFakeStripe({ startAt, ...options });
  const billing = await startBilling(
    {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.url,
      APP_ORIGIN: 'https://app.example.com',
      HOUSEKEEPING_SECONDS: '0.1',
      ...env,
    },
    startAt,
  ).catch(async (error: unknown) => {
    await stripe.stop();
    throw error;
  });
  const bus = await openBus({ url: billing.url, clientId: 'test', logger: createLogger({ service: 'test', level: 'silent' }) });
  const heard: PlanChanged[] = [];
  await bus.subscribe({
    group: 'test',
    topics: ['plan.changed.v1'],
    from: 'beginning',
    handler: async (records) => void heard.push(...records.map((record) => PlanChanged.decode(record.value))),
  });
  const database = new pg.Pool({ connectionString: billing.url, max: 1 });
  let given = 0;
  const deliver = async (event: StripeEvent) => {
    const { body, signature } = stripe.sign(event, { at: billing.clock.now() });
    await billing.client.receiveProviderEvent({ payload: Buffer.from(body), signature });
  };
  const paying: Paying = {
    ...billing,
    stripe,
    heard,
    pass(ms) {
      stripe.account.advanceTo(billing.clock.now() + ms);
      billing.clock.forward(ms);
    },
    deliver,
    async deliverNew() {
      while (given < stripe.account.events.length) await deliver(stripe.account.events[given++]!);
    },
    subscriptionOf: (actor) => as(actor, () => billing.client.getSubscription({})),
    async buy(actor, plan, interval = 'month') {
      const { url } = await as(actor, () => billing.client.createCheckout({ plan, interval, email: 'ada@example.com' }));
      stripe.account.complete(new URL(url).pathname.split('/').at(-1)!);
      await paying.deliverNew();
      await eventually(async () => (await paying.subscriptionOf(actor)).plan === plan);
    },
    customerOf(actor) {
      const found = [...stripe.account.customers.values()].find(({ metadata }) => metadata['linqr_workspace'] === actor.workspaceId);
      if (!found) throw new Error('this actor is no customer');
      return found.id;
    },
    async announceDeletion({ userId, workspaceId }) {
      const event: AccountChanged = {
        eventId: newId('evt'),
        occurredAtMs: billing.clock.now(),
        change: AccountChange.ACCOUNT_CHANGE_DELETED,
        userId,
        workspaceId,
        sessionId: '',
        emailSha256: '',
      };
      await bus.publish('account.changed.v1', [{ key: userId, value: AccountChanged.encode(event).finish() }]);
    },
    async createLinks({ workspaceId }, amount) {
      const linkId = newId('lnk');
      await billing.client.reserveUsage({ workspaceId, resource: Resource.RESOURCE_LINKS, amount, reservationId: linkId });
      const created: LinkChanged = {
        ...LinkChanged.decode(new Uint8Array()),
        eventId: newId('evt'),
        workspaceId,
        linkId,
        change: LinkChange.LINK_CHANGE_CREATED,
      };
      await bus.publish('link.changed.v1', [{ key: linkId, value: LinkChanged.encode(created).finish() }]);
      await eventually(async () => {
        const { rows } = await database.query<{ state: string }>(`select state from reservations where id = $1`, [linkId]);
        return rows[0]?.state === 'confirmed';
      });
    },
    async eventState(id) {
      const sql = `select state, attempts, problem from provider_events where id = $1`;
      const { rows } = await database.query<{ state: string; attempts: number; problem: string }>(sql, [id]);
      return rows[0];
    },
    async leaveBegun(id, customerId) {
      await database.query(
        `insert into provider_events (id, type, customer_id, happened_at, received_at, state, attempts, next_attempt_at)
         values ($1, 'invoice.paid', $2, $3, $3, 'pending', 1, $4)`,
        [id, customerId, new Date(billing.clock.now()), new Date(billing.clock.now() + 120_000)],
      );
    },
    async eventsWaiting() {
      const { rows } = await database.query<{ n: number }>(`select count(*)::int as n from provider_events where state = 'pending'`);
      return rows[0]!.n;
    },
    async loseCustomer({ workspaceId }) {
      await database.query(`delete from payers where workspace_id = $1`, [workspaceId]);
    },
    async settleHousekeeping() {
      // A trial that is due ends in the same rounds: two of them, one after the other, enclose a whole round.
      for (let i = 0; i < 2; i++) {
        const witness = newActor();
        await as(witness, () => billing.client.startTrial({}));
        const sql = `update subscriptions set trial_end = $2, own_trial_end = $2 where workspace_id = $1`;
        await database.query(sql, [witness.workspaceId, new Date(billing.clock.now() - 1)]);
        await eventually(() => heard.some((event) => event.workspaceId === witness.workspaceId && event.plan === 'free'));
      }
    },
    async rowsOf({ workspaceId }) {
      const counts: Record<string, number> = {};
      for (const table of ['subscriptions', 'trials', 'usage', 'reservations', 'payers']) {
        const { rows } = await database.query<{ n: number }>(`select count(*)::int as n from ${table} where workspace_id = $1`, [
          workspaceId,
        ]);
        if (rows[0]!.n > 0) counts[table] = rows[0]!.n;
      }
      return counts;
    },
    stop: async () => {
      await database.end();
      await bus.close();
      await billing.stop();
      await stripe.stop();
    },
  };
  return paying;
}

export { as, newActor };
