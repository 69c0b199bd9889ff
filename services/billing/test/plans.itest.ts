import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBus } from '@linqr/platform/bus';
import { newId } from '@linqr/platform/ids';
import { createLogger } from '@linqr/platform/logging';
import { type BillingServiceService, Feature, Resource } from '@linqr/proto/billing/v1/billing';
import { PlanChanged } from '@linqr/proto/events/v1/billing';
import { eventually } from '@linqr/testing/eventually';
import fc from 'fast-check';
import { as, newActor, startBilling, type TestBilling } from './harness.js';

const DAY_MS = 86_400_000;

let billing: TestBilling;
const heard: PlanChanged[] = [];
let closeBus: () => Promise<void>;
beforeAll(async () => {
  billing = await startBilling();
  const bus = await openBus({ url: billing.url, clientId: 'test', logger: createLogger({ service: 'test', level: 'silent' }) });
  closeBus = () => bus.close();
  await bus.subscribe({
    group: 'test',
    topics: ['plan.changed.v1'],
    from: 'beginning',
    handler: async (records) => void heard.push(...records.map((record) => PlanChanged.decode(record.value))),
  });
}, 60_000);
afterAll(async () => {
  await closeBus?.();
  await billing?.stop();
});

const plansHeardOf = (workspaceId: string) => heard.filter((e) => e.workspaceId === workspaceId).map((e) => `${e.plan} ${e.status}`);

describe('plans', () => {
  it('says what is sold at which price, and that payments are off', async () => {
    const { plans, paymentsConfigured } = await billing.client.listPlans({});
    expect(paymentsConfigured).toBe(false);
    expect(plans.filter((p) => p.sold).map((p) => [p.key, p.name, p.monthlyPrice, p.yearlyPrice, p.mostPopular])).toEqual([
      ['free', 'Free', 0, 0, false],
      ['starter', 'Starter', 900, 8640, true],
      ['professional', 'Professional', 2900, 27840, false],
    ]);
    expect(
      plans.map((p) => [p.key, p.entitlements?.linksPerMonth, p.entitlements?.qrCodesPerMonth, p.entitlements?.apiCallsPerHour]),
    ).toEqual([
      ['free', 50, 10, 100],
      ['starter', 1_000, 100, 1_000],
      ['professional', 10_000, -1, 10_000],
      ['core', 500, 50, 1_000],
      ['growth', 1_500, 200, 1_000],
      ['premium', 7_500, 1_000, 10_000],
    ]);
  });

  it('names the missing feature and the cheapest plan that has it', async () => {
    const { workspaceId } = newActor();
    const require = (...features: Feature[]) => billing.client.requireFeature({ workspaceId, features });
    await expect(require(Feature.FEATURE_PASSWORD)).rejects.toMatchObject({
      code: 'PLAN_FEATURE_REQUIRED',
      message: 'Password protection needs the Starter plan. Please upgrade to continue.',
    });
    await expect(require(Feature.FEATURE_PASSWORD, Feature.FEATURE_WEBHOOKS)).rejects.toMatchObject({
      message: 'Password protection and webhooks need the Professional plan. Please upgrade to continue.',
    });
    await expect(require(Feature.FEATURE_WEBHOOKS)).rejects.toMatchObject({
      message: 'Webhooks need the Professional plan. Please upgrade to continue.',
    });
    await expect(require(Feature.FEATURE_BULK, Feature.FEATURE_TEAM, Feature.FEATURE_WHITE_LABEL)).rejects.toMatchObject({
      message: 'Working in bulk, team collaboration and white-labelling need the Professional plan. Please upgrade to continue.',
    });
    await billing.client.setPlan({ workspaceId, plan: 'starter' });
    expect((await require(Feature.FEATURE_PASSWORD)).entitlements).toMatchObject({ plan: 'starter', customDomains: 1 });
    await expect(require(Feature.FEATURE_WEBHOOKS)).rejects.toMatchObject({ code: 'PLAN_FEATURE_REQUIRED' });
  });

  it('lets operators and admins set a plan, says so on the bus, and refuses everybody else', async () => {
    const actor = newActor();
    const request = { workspaceId: actor.workspaceId, plan: 'professional' };
    await expect(as(actor, () => billing.client.setPlan(request))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await as(newActor('admin'), () => billing.client.setPlan(request))).toMatchObject({
      plan: 'professional',
      planName: 'Professional',
    });
    await billing.client.setPlan(request);
    await billing.client.setPlan({ ...request, plan: 'core' });
    await eventually(() => expect(plansHeardOf(actor.workspaceId)).toEqual(['professional active', 'core active']));
    expect(await billing.client.getEntitlements({ workspaceId: actor.workspaceId })).toMatchObject({ plan: 'core', linksPerMonth: 500 });
  });

  it('keeps a downgraded workspace above its quota working but for new creations', async () => {
    const actor = newActor();
    await billing.client.setPlan({ workspaceId: actor.workspaceId, plan: 'starter' });
    const request = { workspaceId: actor.workspaceId, resource: Resource.RESOURCE_LINKS, amount: 80, reservationId: newId('lnk') };
    await billing.client.reserveUsage(request);
    await billing.client.setPlan({ workspaceId: actor.workspaceId, plan: 'free' });
    expect(await as(actor, () => billing.client.getUsage({}))).toMatchObject({ linksCreated: 80, linksLimit: 50 });
    await expect(billing.client.reserveUsage({ ...request, amount: 1, reservationId: newId('lnk') })).rejects.toMatchObject({
      code: 'PLAN_LIMIT_REACHED',
    });
  });

  it('replaces its catalogue by a file, and does not start with a wrong one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linqr-catalogue-'));
    try {
      const file = join(folder, 'plans.json');
      const limits = {
        linksPerMonth: 3,
        qrCodesPerMonth: null,
        customDomains: 0,
        apiCallsPerHour: 5,
        teamSeats: 1,
        analyticsRetentionDays: 7,
      };
      const plan = { key: 'tiny', name: 'Tiny', monthlyPrice: 0, yearlyPrice: 0, sold: true, limits, features: ['bulk'] };
      await writeFile(file, JSON.stringify({ currency: 'eur', defaultPlan: 'tiny', trial: { plan: 'tiny', days: 1 }, plans: [plan] }));
      const own = await startBilling({ CATALOGUE_FILE: file });
      try {
        expect((await own.client.listPlans({})).plans).toMatchObject([
          { key: 'tiny', currency: 'eur', entitlements: { linksPerMonth: 3 } },
        ]);
      } finally {
        await own.stop();
      }
      await writeFile(file, JSON.stringify({ currency: 'eur', defaultPlan: 'huge', trial: { plan: 'tiny', days: 1 }, plans: [plan] }));
      await expect(startBilling({ CATALOGUE_FILE: file })).rejects.toThrow('huge is not a plan');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('trial', () => {
  it('gives 14 days of Professional once, and falls back to Free by itself', async () => {
    const actor = newActor();
    expect(await as(actor, () => billing.client.getSubscription({}))).toMatchObject({ plan: 'free', trialAvailable: true });
    const startedAt = billing.clock.now();
    const trial = await as(actor, () => billing.client.startTrial({}));
    expect(trial).toMatchObject({ plan: 'professional', planName: 'Professional', status: 'trialing', trialAvailable: false });
    expect(Date.parse(trial.trialEnd!)).toBe(startedAt + 14 * DAY_MS);
    await expect(as(actor, () => billing.client.startTrial({}))).rejects.toMatchObject({ code: 'TRIAL_ALREADY_USED' });

    billing.clock.forward(14 * DAY_MS - 1);
    expect(await billing.client.getEntitlements({ workspaceId: actor.workspaceId })).toMatchObject({ plan: 'professional' });
    billing.clock.forward(1);
    expect(await billing.client.getEntitlements({ workspaceId: actor.workspaceId })).toMatchObject({ plan: 'free', linksPerMonth: 50 });
    expect(await as(actor, () => billing.client.getSubscription({}))).toMatchObject({
      plan: 'free',
      status: 'active',
      trialAvailable: false,
    });
    await expect(as(actor, () => billing.client.startTrial({}))).rejects.toMatchObject({ code: 'TRIAL_ALREADY_USED' });
    await eventually(() => expect(plansHeardOf(actor.workspaceId)).toEqual(['professional trialing', 'free active']));
  });

  it('starts once when asked for many times at once', async () => {
    const actor = newActor();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => as(actor, () => billing.client.startTrial({}))));
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'TRIAL_ALREADY_USED' });
    await eventually(() => expect(plansHeardOf(actor.workspaceId)).toEqual(['professional trialing']));
  });

  it('is once per account, also from another workspace', async () => {
    const actor = newActor();
    await as(actor, () => billing.client.startTrial({}));
    const elsewhere = { ...actor, workspaceId: newActor().workspaceId };
    await expect(as(elsewhere, () => billing.client.startTrial({}))).rejects.toMatchObject({ code: 'TRIAL_ALREADY_USED' });
  });

  it('is not for a workspace that has a plan', async () => {
    const actor = newActor();
    await billing.client.setPlan({ workspaceId: actor.workspaceId, plan: 'starter' });
    await expect(as(actor, () => billing.client.startTrial({}))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await as(actor, () => billing.client.getSubscription({}))).toMatchObject({ plan: 'starter', trialAvailable: false });
  });
});

describe('payments', () => {
  const calls = (client: TestBilling['client']): (() => Promise<unknown>)[] => [
    () => client.createCheckout({ plan: 'starter', interval: 'month', email: '' }),
    () => client.createPortal({}),
    () => client.cancelSubscription({}),
    () => client.reactivateSubscription({}),
    () => client.previewPlan({ plan: 'starter', interval: 'month' }),
    () => client.changePlan({ plan: 'starter', interval: 'month' }),
    () => client.listInvoices({}),
    () => client.refreshSubscription({}),
    () => client.receiveProviderEvent({ payload: new Uint8Array(), signature: '' }),
  ];

  it('says which variables to set while there are no keys', async () => {
    for (const call of calls(billing.client)) {
      const failure = await as(newActor(), call).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'BILLING_NOT_CONFIGURED' });
      expect((failure as Error).message).toMatch(/STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET/);
    }
  });
});

describe('who may ask', () => {
  it('needs an actor for everything about oneself', async () => {
    const { client } = billing;
    const calls: (() => Promise<unknown>)[] = [
      () => client.getUsage({}),
      () => client.getSubscription({}),
      () => client.startTrial({}),
      () => client.createCheckout({ plan: 'starter', interval: 'month', email: '' }),
      () => client.createPortal({}),
      () => client.cancelSubscription({}),
      () => client.reactivateSubscription({}),
      () => client.previewPlan({ plan: 'starter', interval: 'month' }),
      () => client.changePlan({ plan: 'starter', interval: 'month' }),
      () => client.listInvoices({}),
      () => client.refreshSubscription({}),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  });

  it("refuses an actor who asks about another's workspace", async () => {
    const { workspaceId } = newActor();
    const calls: (() => Promise<unknown>)[] = [
      () => billing.client.getEntitlements({ workspaceId }),
      () => billing.client.requireFeature({ workspaceId, features: [] }),
      () => billing.client.reserveUsage({ workspaceId, resource: Resource.RESOURCE_LINKS, amount: 1, reservationId: newId('lnk') }),
    ];
    for (const call of calls) await expect(as(newActor(), call)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('bad input', () => {
  it('is refused with VALIDATION_FAILED naming the field', async () => {
    const { workspaceId } = newActor();
    const good = { workspaceId, resource: Resource.RESOURCE_LINKS, amount: 1, reservationId: newId('lnk') };
    const bad: [string, () => Promise<unknown>][] = [
      ['workspaceId', () => billing.client.reserveUsage({ ...good, workspaceId: '' })],
      ['workspaceId', () => billing.client.reserveUsage({ ...good, workspaceId: 'a\0b' })],
      ['resource', () => billing.client.reserveUsage({ ...good, resource: Resource.RESOURCE_UNSPECIFIED })],
      ['resource', () => billing.client.reserveUsage({ ...good, resource: Resource.UNRECOGNIZED })],
      ['amount', () => billing.client.reserveUsage({ ...good, amount: 0 })],
      ['amount', () => billing.client.reserveUsage({ ...good, amount: -5 })],
      ['amount', () => billing.client.reserveUsage({ ...good, amount: 10_001 })],
      ['reservationId', () => billing.client.reserveUsage({ ...good, reservationId: '' })],
      ['reservationId', () => billing.client.releaseUsage({ reservationId: 'x'.repeat(65) })],
      ['workspaceId', () => billing.client.getEntitlements({ workspaceId: '../etc' })],
      ['features[0]', () => billing.client.requireFeature({ workspaceId, features: [Feature.UNRECOGNIZED] })],
      ['plan', () => billing.client.setPlan({ workspaceId, plan: '' })],
      ['plan', () => billing.client.setPlan({ workspaceId, plan: 'Free Plan' })],
    ];
    for (const [field, call] of bad) {
      const failure = await call().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'VALIDATION_FAILED', details: [expect.objectContaining({ field })] });
    }
  });

  it('never makes any call fail as INTERNAL, whatever is sent', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.constantFrom('', '\0', 'free', "'; drop table usage; --"));
    const request = fc.record({
      workspaceId: text,
      resource: fc.constantFrom(...Object.values(Resource)),
      amount: fc.oneof(fc.maxSafeInteger(), fc.integer()),
      reservationId: text,
      features: fc.array(fc.constantFrom(...Object.values(Feature)), { maxLength: 30 }),
      plan: text,
      interval: text,
    });
    const actor = newActor();
    const rpcs = [
      'reserveUsage',
      'releaseUsage',
      'requireFeature',
      'getEntitlements',
      'setPlan',
      'createCheckout',
    ] as const satisfies (keyof typeof BillingServiceService)[];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rpcs), request, fc.boolean(), async (rpc, message, signedIn) => {
        const call = () => (billing.client[rpc] as (request: unknown) => Promise<unknown>)(message);
        const failure = await (signedIn ? as(actor, call) : call()).then(
          () => undefined,
          (error: { code: string }) => error.code,
        );
        expect(failure).not.toBe('INTERNAL');
      }),
      { numRuns: 300 },
    );
  }, 120_000);
});
