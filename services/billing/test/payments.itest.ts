import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newId } from '@linqr/platform/ids';
import { Resource } from '@linqr/proto/billing/v1/billing';
import { eventually as wait } from '@linqr/testing/eventually';
import { as, DAY_MS, newActor, type Paying, startPaying } from './paying.harness.js';

jest.setTimeout(90_000);

/** Generous: the machine may be busy. */
const eventually: typeof wait = (check, options) => wait(check, { timeoutMs: 25_000, ...options });

let shop: Paying;
beforeAll(async () => {
  shop = await startPaying();
}, 60_000);
afterAll(async () => {
  await shop?.stop();
});
afterEach(() => {
  shop.stripe.outage.on = false;
});

const sessionOf = (url: string) => new URL(url).pathname.split('/').at(-1)!;
const posts = (path: string) => shop.stripe.requests.filter((r) => r.method === 'POST' && r.path === path).length;

describe('buying a plan', () => {
  it('leads to a checkout that says whose it is, and the plan holds once Stripe says so, not before', async () => {
    const actor = newActor();
    const { url } = await as(actor, () => shop.client.createCheckout({ plan: 'starter', interval: 'year', email: 'ada@example.com' }));
    const session = shop.stripe.account.sessions.get(sessionOf(url))!;
    expect(session).toMatchObject({
      client_reference_id: actor.workspaceId,
      success_url: 'https://app.example.com/dashboard/subscription?plan=starter&interval=year&checkout=success',
      cancel_url: 'https://app.example.com/dashboard/subscription?plan=starter&interval=year&checkout=canceled',
      price: { unit_amount: 8_640, currency: 'usd', lookup_key: 'linqr_starter_year' },
      trialEnd: null,
    });
    expect(shop.stripe.account.customers.get(session.customer)).toMatchObject({ email: 'ada@example.com' });
    expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'free', billedPlan: '' });

    shop.stripe.account.complete(session.id);
    await shop.deliverNew();
    const bought = await eventually(async () => {
      const subscription = await shop.subscriptionOf(actor);
      return subscription.plan === 'starter' && subscription;
    });
    const year = 365 * DAY_MS;
    expect(bought).toMatchObject({
      status: 'active',
      interval: 'year',
      billedPlan: 'starter',
      trialAvailable: false,
      cancelAtPeriodEnd: false,
    });
    expect(Date.parse(bought.renewsAt!) - shop.clock.now()).toBe(year);
    // A year is paid, a month is counted.
    expect(bought.periodEnd).toBe('2026-12-21T12:00:00.000Z');
    await eventually(() =>
      expect(shop.heard.filter((e) => e.workspaceId === actor.workspaceId)).toMatchObject([
        { plan: 'starter', status: 'active', billedPlan: 'starter', paying: true },
      ]),
    );
  });

  it('makes prices, products and the portal once, whoever asks how often', async () => {
    const before = [posts('/v1/prices'), posts('/v1/billing_portal/configurations')];
    for (let i = 0; i < 3; i++) {
      const actor = newActor();
      await shop.buy(actor, 'starter', 'year');
      await as(actor, () => shop.client.createPortal({}));
    }
    expect([posts('/v1/prices'), posts('/v1/billing_portal/configurations')]).toEqual([before[0], (before[1] ?? 0) + 1]);
  });

  it('closes the checkout of another tab, and is refused where a plan is paid already', async () => {
    const actor = newActor();
    const checkout = () => as(actor, () => shop.client.createCheckout({ plan: 'starter', interval: 'month', email: '' }));
    const first = sessionOf((await checkout()).url);
    const second = sessionOf((await checkout()).url);
    expect(shop.stripe.account.sessions.get(first)?.status).toBe('expired');
    shop.stripe.account.complete(second);
    // No event has come: the checkout asks Stripe itself.
    await expect(checkout()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'starter', status: 'active' });
  });

  it('in two tabs at once is paid once in the end: the second subscription is kept, the first credited', async () => {
    const actor = newActor();
    const url = () => as(actor, () => shop.client.createCheckout({ plan: 'starter', interval: 'month', email: '' }));
    const session = shop.stripe.account.sessions.get(sessionOf((await url()).url))!;
    shop.stripe.account.complete(session.id);
    const other = { ...session, id: 'cs_test_other', status: 'open' as const };
    shop.stripe.account.sessions.set(other.id, other);
    shop.stripe.account.complete(other.id);
    await shop.deliverNew();
    const mine = () => [...shop.stripe.account.subscriptions.values()].filter((s) => s.customer === session.customer);
    await eventually(() => expect(mine().map((s) => s.status)).toEqual(['canceled', 'active']));
    expect(shop.stripe.account.customers.get(session.customer)?.balance).toBe(-900);
    await shop.deliverNew();
    expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'starter', status: 'active' });
  });

  it('of what is tried costs nothing until the trial is over', async () => {
    const actor = newActor();
    const trial = await as(actor, () => shop.client.startTrial({}));
    const preview = await as(actor, () => shop.client.previewPlan({ plan: 'professional', interval: 'month' }));
    expect(preview).toMatchObject({ kind: 'checkout', amountDue: 0, recurring: 2_900, renewsAt: trial.trialEnd });
    const { url } = await as(actor, () => shop.client.createCheckout({ plan: 'professional', interval: 'month', email: '' }));
    shop.stripe.account.complete(sessionOf(url));
    await shop.deliverNew();
    const bought = await eventually(async () => {
      const subscription = await shop.subscriptionOf(actor);
      return subscription.billedPlan === 'professional' && subscription;
    });
    expect(bought).toMatchObject({ plan: 'professional', status: 'trialing', interval: 'month', trialEnd: trial.trialEnd });
  });

  it('is refused for what is not sold, and by an API key', async () => {
    const actor = newActor();
    for (const plan of ['free', 'core', 'enterprise', 'Free Plan'])
      await expect(as(actor, () => shop.client.createCheckout({ plan, interval: 'month', email: '' }))).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: [expect.objectContaining({ field: 'plan' })],
      });
    const key = { ...actor, via: 'api_key' as const };
    await expect(as(key, () => shop.client.createCheckout({ plan: 'starter', interval: 'month', email: '' }))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(as(key, () => shop.client.cancelSubscription({}))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(as(key, () => shop.client.startTrial({}))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('goes on for somebody whom Stripe has forgotten', async () => {
    const actor = newActor();
    await shop.buy(actor, 'starter');
    shop.stripe.account.deleteCustomer(shop.stripe.account.customers.get(shop.customerOf(actor))!);
    await shop.deliverNew();
    await eventually(async () => expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'free', status: 'canceled' }));
    await shop.buy(actor, 'professional');
    expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'professional', status: 'active' });
  });
});

describe('changing a plan', () => {
  it('charges to the cent what the preview said, at once, and keeps the period and what was used in it', async () => {
    const actor = newActor();
    await shop.buy(actor, 'starter');
    await shop.createLinks(actor, 400);
    shop.pass(10 * DAY_MS);
    const preview = await as(actor, () => shop.client.previewPlan({ plan: 'professional', interval: 'month' }));
    // 20 of 30 days are left: two thirds of 29 − 9 dollars.
    expect(preview).toMatchObject({ kind: 'change', amountDue: 1_333, credit: 0, currency: 'usd', recurring: 2_900 });
    shop.pass(5 * 60_000);
    const changed = await as(actor, () =>
      shop.client.changePlan({ plan: 'professional', interval: 'month', prorationAt: preview.prorationAt }),
    );
    expect(changed).toMatchObject({ plan: 'professional', status: 'active', renewsAt: preview.renewsAt });
    const { invoices } = await as(actor, () => shop.client.listInvoices({}));
    expect(invoices.map((i) => [i.amount, i.status])).toEqual([
      [1_333, 'paid'],
      [900, 'paid'],
    ]);
    expect(invoices[0]).toMatchObject({ hostedUrl: expect.stringContaining('/i/'), number: expect.stringMatching(/^LQ-/) });
    expect(await as(actor, () => shop.client.getUsage({}))).toMatchObject({ linksCreated: 400, linksLimit: 10_000 });
  });

  it('is done once, though the answer is lost and the button pressed again', async () => {
    const actor = newActor();
    await shop.buy(actor, 'starter');
    shop.pass(DAY_MS);
    const { prorationAt } = await as(actor, () => shop.client.previewPlan({ plan: 'professional', interval: 'month' }));
    const change = () => as(actor, () => shop.client.changePlan({ plan: 'professional', interval: 'month', prorationAt }));
    shop.stripe.lostAnswers.left = 2;
    await expect(change()).rejects.toMatchObject({ code: 'PART_UNAVAILABLE' });
    expect(shop.stripe.lostAnswers.left).toBe(0);
    await Promise.allSettled([change(), change(), change()]);
    expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'professional' });
    expect((await as(actor, () => shop.client.listInvoices({}))).invoices).toHaveLength(2);
  });

  it('does not happen when the card is refused, and says so', async () => {
    const actor = newActor();
    await shop.buy(actor, 'starter');
    shop.stripe.account.declined.add(shop.customerOf(actor));
    await expect(as(actor, () => shop.client.changePlan({ plan: 'professional', interval: 'month' }))).rejects.toMatchObject({
      code: 'PAYMENT_FAILED',
    });
    expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'starter', status: 'active' });
    expect((await as(actor, () => shop.client.listInvoices({}))).invoices).toHaveLength(1);
  });

  it('to a smaller one credits the difference; over its quota everything stays and only new creations stop', async () => {
    const actor = newActor();
    await shop.buy(actor, 'professional');
    const reserve = (amount: number) =>
      shop.client.reserveUsage({ workspaceId: actor.workspaceId, resource: Resource.RESOURCE_LINKS, amount, reservationId: newId('lnk') });
    await shop.createLinks(actor, 1_500);
    shop.pass(15 * DAY_MS);
    const preview = await as(actor, () => shop.client.previewPlan({ plan: 'starter', interval: 'month' }));
    const { periodStart, periodEnd } = await shop.subscriptionOf(actor);
    const left = (Date.parse(periodEnd!) - shop.clock.now()) / (Date.parse(periodEnd!) - Date.parse(periodStart!));
    const credit = Math.round(2_900 * left) - Math.round(900 * left);
    expect(preview).toMatchObject({ amountDue: 0, credit });
    await as(actor, () => shop.client.changePlan({ plan: 'starter', interval: 'month', prorationAt: preview.prorationAt }));
    expect(await as(actor, () => shop.client.getUsage({}))).toMatchObject({ linksCreated: 1_500, linksLimit: 1_000 });
    await expect(reserve(1)).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' });
    shop.pass(16 * DAY_MS);
    await shop.deliverNew();
    // The credit pays the next month; the allowance is new.
    await eventually(async () => expect(await as(actor, () => shop.client.getUsage({}))).toMatchObject({ linksCreated: 0 }));
    expect((await as(actor, () => shop.client.listInvoices({}))).invoices[0]).toMatchObject({ amount: 900, status: 'paid' });
    expect(shop.stripe.account.customers.get(shop.customerOf(actor))?.balance).toBe(900 - credit);
  });

  it('between month and year begins a new period, and what was used goes along: to and fro gains nothing', async () => {
    const actor = newActor();
    await shop.buy(actor, 'starter');
    await shop.createLinks(actor, 600);
    for (const interval of ['year', 'month', 'year'] as const) {
      shop.pass(3_600_000);
      const changed = await as(actor, () => shop.client.changePlan({ plan: 'starter', interval }));
      expect(changed).toMatchObject({ interval, periodStart: new Date(shop.clock.now()).toISOString() });
      expect(await as(actor, () => shop.client.getUsage({}))).toMatchObject({ linksCreated: 600, linksLimit: 1_000 });
    }
  });

  it('needs a paid plan whose payments are in order, and one that is sold', async () => {
    const nobody = newActor();
    const change = (actor: typeof nobody, plan = 'professional') => as(actor, () => shop.client.changePlan({ plan, interval: 'month' }));
    await expect(change(nobody)).rejects.toMatchObject({ code: 'CONFLICT' });
    const actor = newActor();
    await shop.buy(actor, 'starter');
    await expect(change(actor, 'free')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'To go back to Free, cancel the paid plan.',
    });
    shop.stripe.account.declined.add(shop.customerOf(actor));
    shop.pass(31 * DAY_MS);
    await expect(change(actor)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await shop.subscriptionOf(actor)).toMatchObject({ status: 'past_due' });
  });
});

describe('leaving a plan', () => {
  it('keeps it to the end of the period, can be taken back, and falls back to Free when the end has come', async () => {
    const actor = newActor();
    await shop.buy(actor, 'starter');
    const cancel = () => as(actor, () => shop.client.cancelSubscription({}));
    const canceled = await cancel();
    expect(canceled).toMatchObject({ plan: 'starter', status: 'active', cancelAtPeriodEnd: true, endedAt: canceled.renewsAt });
    expect(await as(actor, () => shop.client.reactivateSubscription({}))).toMatchObject({ cancelAtPeriodEnd: false });
    await cancel();
    shop.pass(31 * DAY_MS);
    await shop.deliverNew();
    await eventually(async () =>
      expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'free', status: 'canceled', billedPlan: 'starter' }),
    );
    await expect(as(actor, () => shop.client.reactivateSubscription({}))).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(cancel()).rejects.toMatchObject({ code: 'CONFLICT' });
    await shop.buy(actor, 'professional', 'year');
    expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'professional', status: 'active', interval: 'year' });
  });

  it("leaves an operator's own plan as it was, which no operator changes while another is paid", async () => {
    const actor = newActor();
    await shop.client.setPlan({ workspaceId: actor.workspaceId, plan: 'core' });
    await shop.buy(actor, 'professional');
    await expect(shop.client.setPlan({ workspaceId: actor.workspaceId, plan: 'growth' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await as(actor, () => shop.client.cancelSubscription({}));
    shop.pass(31 * DAY_MS);
    await shop.deliverNew();
    await eventually(async () => expect(await shop.subscriptionOf(actor)).toMatchObject({ plan: 'core', status: 'active' }));
  });

  it('with the account deletes the customer at Stripe and every row here, also when Stripe is away at first', async () => {
    const actor = newActor();
    await shop.buy(actor, 'starter');
    const customer = shop.customerOf(actor);
    shop.stripe.outage.on = true;
    await shop.announceDeletion(actor);
    await eventually(async () => expect(await shop.rowsOf(actor)).toEqual({ payers: 1 }));
    shop.stripe.outage.on = false;
    await eventually(async () => {
      shop.clock.forward(3_600_000);
      expect(await shop.rowsOf(actor)).toEqual({});
    });
    shop.stripe.account.advanceTo(shop.clock.now());
    expect(shop.stripe.account.customers.has(customer)).toBe(false);
    expect([...shop.stripe.account.subscriptions.values()].filter((s) => s.customer === customer)).toMatchObject([{ status: 'canceled' }]);
  });
});
