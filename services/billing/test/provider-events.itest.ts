import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { PlanChangeReason } from '@linqr/proto/events/v1/billing';
import { eventually as wait } from '@linqr/testing/eventually';
import type { StripeEvent } from '@linqr/testing/stripe';
import { as, DAY_MS, newActor, type Paying, startPaying } from './paying.harness.js';

jest.setTimeout(90_000);

/** Generous: the machine may be busy. */
const eventually: typeof wait = (check, options) => wait(check, { timeoutMs: 25_000, ...options });

let shop: Paying;
beforeAll(async () => {
  shop = await startPaying({ STRIPE_WEBHOOK_SECRET: 'whsec_fake,whsec_rolled' });
}, 60_000);
afterAll(async () => {
  await shop?.stop();
});
afterEach(() => {
  shop.stripe.outage.on = false;
});

const give = (body: string | Uint8Array, signature: string) =>
  shop.client.receiveProviderEvent({ payload: typeof body === 'string' ? Buffer.from(body) : body, signature });
const stored = (id: string) => shop.eventState(id);
const heardOf = (actor: Actor) => shop.heard.filter((event) => event.workspaceId === actor.workspaceId);

/** An event about a customer; what it says of it may be a lie. */
const anEvent = (id: string, customer: string, object: object = {}): StripeEvent => ({
  id,
  object: 'event',
  api_version: '2026-10-28.endive',
  created: Math.floor(shop.clock.now() / 1_000),
  data: { object: { object: 'subscription', customer, ...object } },
  livemode: false,
  pending_webhooks: 1,
  request: null,
  type: 'customer.subscription.updated',
});

describe('an event', () => {
  it('that is forged, changed, signed with another secret, unsigned or old is refused and leaves nothing', async () => {
    const event = anEvent('evt_forged', 'cus_any');
    const good = shop.stripe.sign(event, { at: shop.clock.now() });
    const timestamp = Math.floor(shop.clock.now() / 1_000);
    const oldScheme = createHmac('sha256', 'whsec_fake').update(`${timestamp}.${good.body}`).digest('hex');
    const bad: [string, string, string][] = [
      ['changed', good.body.replace('cus_any', 'cus_other'), good.signature],
      ['another secret', good.body, shop.stripe.sign(event, { secret: 'whsec_wrong', at: shop.clock.now() }).signature],
      ['the API key for secret', good.body, shop.stripe.sign(event, { secret: shop.stripe.secretKey, at: shop.clock.now() }).signature],
      ['six minutes old', good.body, shop.stripe.sign(event, { at: shop.clock.now() - 360_000 }).signature],
      ['a timestamp moved on', good.body, good.signature.replace(/^t=\d+/, `t=${timestamp + 1}`)],
      ['only a scheme that is not used', good.body, `t=${timestamp},v0=${oldScheme}`],
      ['nothing', good.body, ''],
      ['noise', good.body, 't=,v1='],
      ['an empty body', '', good.signature],
    ];
    for (const [what, body, signature] of bad)
      await expect(give(body, signature).then(() => what)).rejects.toMatchObject({ code: 'WEBHOOK_SIGNATURE_INVALID' });
    expect(await stored('evt_forged')).toBeUndefined();
    expect(await stored('evt_any')).toBeUndefined();
  });

  it('is taken with either secret while one is rolled', async () => {
    for (const [i, secret] of ['whsec_fake', 'whsec_rolled'].entries()) {
      const { body, signature } = shop.stripe.sign(anEvent(`evt_roll${i}`, ''), { secret, at: shop.clock.now() });
      await give(body, signature);
      expect(await stored(`evt_roll${i}`)).toMatchObject({ state: 'done' });
    }
  });

  it('that is signed and still makes no sense is refused as such', async () => {
    for (const body of ['null', '[]', '{', '{"id":"evt_1"}', '{"id":"../x","type":"a","created":1,"data":{"object":{}}}', '\u0000']) {
      const timestamp = Math.floor(shop.clock.now() / 1_000);
      const v1 = createHmac('sha256', 'whsec_fake').update(`${timestamp}.${body}`).digest('hex');
      await expect(give(body, `t=${timestamp},v1=${v1}`)).rejects.toMatchObject({ code: 'BODY_MALFORMED' });
    }
  });

  it('is never believed: what it claims is asked of Stripe', async () => {
    const actor = newActor();
    await shop.buy(actor, 'starter');
    const lie = { status: 'active', items: { data: [{ price: { lookup_key: 'linqr_professional_year' } }] } };
    await shop.deliver(anEvent('evt_lie', shop.customerOf(actor), lie));
    await eventually(async () => expect(await stored('evt_lie')).toMatchObject({ state: 'done', attempts: 1 }));
    expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'starter', interval: 'month' });
    await shop.deliver(anEvent('evt_stranger', 'cus_stranger'));
    await eventually(async () => expect(await stored('evt_stranger')).toMatchObject({ state: 'done' }));
  });

  it('that comes again is answered and does nothing more', async () => {
    const actor = newActor();
    await shop.buy(actor, 'starter');
    const event = anEvent('evt_twice', shop.customerOf(actor));
    await Promise.all([shop.deliver(event), shop.deliver(event), shop.deliver(event)]);
    await eventually(async () => expect(await stored('evt_twice')).toMatchObject({ state: 'done', attempts: 1 }));
    await shop.deliver(event);
    expect(await stored('evt_twice')).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('is kept and worked off later when Stripe cannot be asked; the plan stays meanwhile', async () => {
    const actor = newActor();
    await shop.buy(actor, 'professional');
    await as(actor, () => shop.client.cancelSubscription({}));
    shop.stripe.outage.on = true;
    const event = anEvent('evt_outage', shop.customerOf(actor));
    await shop.deliver(event);
    await eventually(async () =>
      expect(await stored('evt_outage')).toMatchObject({
        state: 'pending',
        attempts: 1,
        problem: expect.stringMatching(/payment provider/),
      }),
    );
    expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'professional' });
    await expect(as(actor, () => shop.client.reactivateSubscription({}))).rejects.toMatchObject({ code: 'PART_UNAVAILABLE' });
    await expect(as(newActor(), () => shop.client.createCheckout({ plan: 'starter', interval: 'month', email: '' }))).rejects.toMatchObject(
      {
        code: 'PART_UNAVAILABLE',
      },
    );
    shop.stripe.outage.on = false;
    shop.pass(60_000);
    await eventually(async () => expect(await stored('evt_outage')).toMatchObject({ state: 'done', attempts: 2, problem: '' }));
  });

  it('that a replica had begun with when it died is worked off by another', async () => {
    const actor = newActor();
    await shop.buy(actor, 'starter');
    await shop.leaveBegun('evt_begun', shop.customerOf(actor));
    shop.pass(121_000);
    await eventually(async () => expect(await stored('evt_begun')).toMatchObject({ state: 'done', attempts: 2 }));
  });

  it('of before, still being fetched, never overwrites one that came later', async () => {
    const actor = newActor();
    await shop.buy(actor, 'starter');
    const held = shop.stripe.hold('GET /v1/subscriptions');
    await shop.deliver(anEvent('evt_slow', shop.customerOf(actor)));
    await held.arrived;
    // The slow answer says 'starter' and is on its way; meanwhile the plan changes.
    const changed = await as(actor, () => shop.client.changePlan({ plan: 'professional', interval: 'month' }));
    expect(changed.plan).toBe('professional');
    held.release();
    await eventually(async () => expect(await stored('evt_slow')).toMatchObject({ state: 'done' }));
    expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'professional' });
  });

  it('of a customer whose row was lost in a crash finds its workspace by what Stripe holds', async () => {
    const actor = newActor();
    await shop.buy(actor, 'starter');
    await shop.loseCustomer(actor);
    await as(actor, async () => expect((await shop.client.listInvoices({})).invoices).toEqual([]));
    await shop.deliver(anEvent('evt_lost', shop.customerOf(actor)));
    await eventually(async () => expect((await as(actor, () => shop.client.listInvoices({}))).invoices).toHaveLength(1));
  });
});

describe('without any event', () => {
  it('renewals, failed payments and ends are found by themselves', async () => {
    const renewing = newActor();
    const failing = newActor();
    const leaving = newActor();
    for (const actor of [renewing, failing, leaving]) await shop.buy(actor, 'starter');
    await as(leaving, () => shop.client.cancelSubscription({}));
    shop.stripe.account.declined.add(shop.customerOf(failing));
    const before = await shop.subscriptionOf(renewing);
    shop.pass(31 * DAY_MS);
    await eventually(async () => {
      expect(await shop.subscriptionOf(failing)).toMatchObject({ plan: 'starter', status: 'past_due' });
      expect(await shop.subscriptionOf(leaving)).toMatchObject({ plan: 'free', status: 'canceled' });
      expect(await shop.subscriptionOf(renewing)).toMatchObject({ plan: 'starter', status: 'active', periodStart: before.periodEnd });
    });
  });

  it('somebody who comes back from paying is served at once', async () => {
    const actor = newActor();
    const { url } = await as(actor, () => shop.client.createCheckout({ plan: 'starter', interval: 'month', email: '' }));
    shop.pass(60_000);
    shop.stripe.account.complete(new URL(url).pathname.split('/').at(-1)!);
    expect(await as(actor, () => shop.client.refreshSubscription({}))).toMatchObject({ plan: 'starter', status: 'active' });
  });

  it('a checkout that was paid is found within the day', async () => {
    const actor = newActor();
    const { url } = await as(actor, () => shop.client.createCheckout({ plan: 'starter', interval: 'month', email: '' }));
    shop.stripe.account.complete(new URL(url).pathname.split('/').at(-1)!);
    shop.pass(15 * 60_000);
    await eventually(async () => expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'starter' }));
  });
});

describe('a payment that fails', () => {
  it('keeps the plan for a week, says once that it will be lost, then holds it back until it is paid', async () => {
    const actor = newActor();
    await shop.buy(actor, 'professional');
    shop.stripe.account.declined.add(shop.customerOf(actor));
    const { renewsAt } = await shop.subscriptionOf(actor);
    shop.pass(Date.parse(renewsAt!) - shop.clock.now() + 60_000);
    await shop.deliverNew();
    const graceEndsAt = new Date(Date.parse(renewsAt!) + 7 * DAY_MS).toISOString();
    await eventually(async () =>
      expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'professional', status: 'past_due', interval: 'month', graceEndsAt }),
    );
    shop.pass(5 * DAY_MS);
    await eventually(() =>
      expect(heardOf(actor).at(-1)).toMatchObject({
        reason: PlanChangeReason.PLAN_CHANGE_REASON_GRACE_ENDING,
        status: 'past_due',
        graceEndsAtMs: Date.parse(graceEndsAt),
      }),
    );
    shop.pass(2 * DAY_MS);
    await eventually(() => expect(heardOf(actor).at(-1)).toMatchObject({ plan: 'free', status: 'unpaid', billedPlan: 'professional' }));
    expect(await shop.subscriptionOf(actor)).toMatchObject({
      plan: 'free',
      status: 'unpaid',
      interval: 'month',
      billedPlanName: 'Professional',
    });
    await expect(as(actor, () => shop.client.changePlan({ plan: 'starter', interval: 'month' }))).rejects.toMatchObject({
      code: 'CONFLICT',
    });

    shop.stripe.account.mendCard(shop.customerOf(actor));
    await shop.deliverNew();
    await eventually(async () => expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'professional', status: 'active' }));
    const said = (reason: PlanChangeReason) =>
      heardOf(actor)
        .filter((event) => event.reason === reason)
        .map((event) => `${event.plan} ${event.status}`);
    await eventually(() =>
      expect(said(PlanChangeReason.PLAN_CHANGE_REASON_CHANGED)).toEqual([
        'professional active',
        'professional past_due',
        'free unpaid',
        'professional active',
      ]),
    );
    expect(said(PlanChangeReason.PLAN_CHANGE_REASON_GRACE_ENDING)).toHaveLength(1);
  });

  it('ends the plan when Stripe gives up; leaving before ends it at once', async () => {
    const [waiting, leaving] = [newActor(), newActor()];
    for (const actor of [waiting, leaving]) {
      await shop.buy(actor, 'starter');
      shop.stripe.account.declined.add(shop.customerOf(actor));
    }
    shop.pass(32 * DAY_MS);
    await shop.deliverNew();
    await eventually(async () => expect(await shop.subscriptionOf(leaving)).toMatchObject({ status: 'past_due' }));
    expect(await as(leaving, () => shop.client.cancelSubscription({}))).toMatchObject({ plan: 'free', status: 'canceled' });
    shop.pass(16 * DAY_MS);
    await shop.deliverNew();
    await eventually(async () =>
      expect(await shop.subscriptionOf(waiting)).toMatchObject({ plan: 'free', status: 'canceled', billedPlan: 'starter' }),
    );
  });
});

describe('a trial', () => {
  it('is said to end three days before, once, and ends on Free where nothing was bought', async () => {
    const actor = newActor();
    const { trialEnd } = await as(actor, () => shop.client.startTrial({}));
    shop.pass(11 * DAY_MS - 1_000);
    await shop.settleHousekeeping();
    expect(heardOf(actor)).toHaveLength(1);
    shop.pass(2_000);
    await eventually(() =>
      expect(heardOf(actor).at(-1)).toMatchObject({
        reason: PlanChangeReason.PLAN_CHANGE_REASON_TRIAL_ENDING,
        trialEndsAtMs: Date.parse(trialEnd!),
        paying: false,
      }),
    );
    shop.pass(3 * DAY_MS);
    await eventually(() => expect(heardOf(actor).at(-1)).toMatchObject({ plan: 'free', status: 'active' }));
    expect(heardOf(actor)).toHaveLength(3);
  });

  it('that was bought goes on paid, without a day between', async () => {
    const actor = newActor();
    const { trialEnd } = await as(actor, () => shop.client.startTrial({}));
    shop.pass(DAY_MS);
    const { url } = await as(actor, () => shop.client.createCheckout({ plan: 'professional', interval: 'month', email: '' }));
    shop.stripe.account.complete(new URL(url).pathname.split('/').at(-1)!);
    await shop.deliverNew();
    await eventually(async () => expect((await shop.subscriptionOf(actor)).billedPlan).toBe('professional'));
    shop.pass(Date.parse(trialEnd!) - shop.clock.now() - 2 * DAY_MS);
    await shop.deliverNew();
    await eventually(() =>
      expect(heardOf(actor).at(-1)).toMatchObject({ reason: PlanChangeReason.PLAN_CHANGE_REASON_TRIAL_ENDING, paying: true }),
    );
    shop.pass(2 * DAY_MS + 1_000);
    expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'professional' });
    await shop.deliverNew();
    await eventually(async () =>
      expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'professional', status: 'active', periodStart: trialEnd }),
    );
    expect((await as(actor, () => shop.client.listInvoices({}))).invoices.map((i) => i.amount)).toEqual([2_900, 0]);
    expect(new Set(heardOf(actor).map((e) => e.plan))).toEqual(new Set(['professional']));
  });
});
