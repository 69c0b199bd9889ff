import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callAs, someActor } from '@linqr/testing/actor';
import fc from 'fast-check';
import { codeOf, create, startWebhook, type TestWebhook } from './harness.js';

let test: TestWebhook;
beforeAll(async () => {
  test = await startWebhook({ env: { OUTBOUND_ALLOW_PRIVATE: 'false' } });
}, 60_000);
afterAll(() => test?.stop(), 60_000);

const URL_ = 'https://hooks.example.com/in';
const update = (id: string, fields: object) => ({
  id,
  url: undefined,
  events: undefined,
  includeBots: undefined,
  batchClicks: undefined,
  enabled: undefined,
  ...fields,
});

describe('webhooks', () => {
  it('are made with a secret that is told once, listed newest first, changed and deleted', async () => {
    const actor = await test.professional();
    const first = await create(test, actor, {
      url: 'https://Hooks.example.com/in#x',
      events: ['qr_code_scanned', 'link_created', 'link_created'],
    });
    expect(first).toMatchObject({
      url: URL_,
      events: ['link_created', 'qr_code_scanned'],
      enabled: true,
      disabledReason: '',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      workspaceId: actor.workspaceId,
    });
    const second = await create(test, actor, { url: URL_ });
    const { webhooks } = await callAs(actor, () => test.client.listWebhooks({}));
    expect(webhooks.map(({ id, secret }) => [id, secret])).toEqual([
      [second.id, ''],
      [first.id, ''],
    ]);
    const changed = await callAs(actor, () =>
      test.client.updateWebhook(
        update(first.id, { url: 'https://other.example.com/', events: { values: ['link_deleted'] }, enabled: false }),
      ),
    );
    expect(changed).toMatchObject({
      url: 'https://other.example.com/',
      events: ['link_deleted'],
      enabled: false,
      disabledReason: 'Disabled by you.',
    });
    expect(await callAs(actor, () => test.client.getWebhook({ id: first.id }))).toEqual(changed);
    expect(await callAs(actor, () => test.client.updateWebhook(update(first.id, { enabled: true })))).toMatchObject({
      enabled: true,
      disabledReason: '',
    });
    await callAs(actor, () => test.client.deleteWebhook({ id: first.id }));
    expect(await codeOf(callAs(actor, () => test.client.getWebhook({ id: first.id })))).toBe('WEBHOOK_NOT_FOUND');
    expect((await callAs(actor, () => test.client.listWebhooks({}))).webhooks.map(({ id }) => id)).toEqual([second.id]);
  });

  it('need a plan that has them, and stay when the plan goes', async () => {
    const free = someActor();
    expect(await codeOf(create(test, free, { url: URL_ }))).toBe('PLAN_FEATURE_REQUIRED');
    const actor = await test.professional();
    const { id } = await create(test, actor, { url: URL_ });
    await test.billing.setPlan({ workspaceId: actor.workspaceId, plan: 'free' });
    expect(await codeOf(create(test, actor, { url: URL_ }))).toBe('PLAN_FEATURE_REQUIRED');
    expect((await callAs(actor, () => test.client.rotateSecret({ webhookId: id, revokePrevious: false }))).enabled).toBe(true);
  });

  it('are exactly twenty for a workspace, however many are made at once', async () => {
    const actor = await test.professional();
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => create(test, actor, { url: URL_ })));
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(20);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'PLAN_LIMIT_REACHED' });
  });

  it('of another workspace are not there, whatever is asked of them', async () => {
    const owner = await test.professional();
    const stranger = await test.professional();
    const { id } = await create(test, owner, { url: URL_ });
    const delivery = await callAs(owner, () => test.client.testWebhook({ webhookId: id, event: '' }));
    const calls = [
      () => test.client.getWebhook({ id }),
      () => test.client.updateWebhook(update(id, { enabled: false })),
      () => test.client.deleteWebhook({ id }),
      () => test.client.listDeliveries({ webhookId: id, limit: 1, cursor: '', status: '', event: '' }),
      () => test.client.testWebhook({ webhookId: id, event: '' }),
      () => test.client.resendDelivery({ webhookId: id, deliveryId: delivery.id }),
      () =>
        test.client.replayDeliveries({
          webhookId: id,
          from: new Date(0).toISOString(),
          to: new Date().toISOString(),
          includeDelivered: true,
        }),
      () => test.client.rotateSecret({ webhookId: id, revokePrevious: true }),
    ];
    for (const call of calls) expect(await codeOf(callAs(stranger, call))).toBe('WEBHOOK_NOT_FOUND');
    for (const call of calls) expect(await codeOf(callAs(undefined, call))).toBe('NOT_SIGNED_IN');
    const theirs = await create(test, stranger, { url: URL_ });
    expect(await codeOf(callAs(stranger, () => test.client.resendDelivery({ webhookId: theirs.id, deliveryId: delivery.id })))).toBe(
      'NOT_FOUND',
    );
  });

  it('keep their secrets sealed: neither the secret nor its bytes are in the database', async () => {
    const actor = await test.professional();
    const { id, secret } = await create(test, actor, { url: URL_ });
    const [row] = await test.sql<{ sealed: Buffer }>('select sealed from endpoint_secrets where endpoint_id = $1', [id]);
    const raw = Buffer.from(secret.slice(6), 'base64');
    expect(row!.sealed.includes(raw)).toBe(false);
    expect(row!.sealed.includes(Buffer.from(secret))).toBe(false);
  });
});

describe('whatever is sent', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('', '\0', '%', "'; drop table endpoints; --", 'https://example.com', 'link_created', 'x'.repeat(9_000)),
  );
  const known: { id: string } = { id: '' };
  const id = fc.oneof(
    text,
    fc.constant(known).map((k) => k.id),
    fc.constant('whk_01arz3ndektsv4rrffq69g5fav'),
  );
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const events = fc.array(text, { maxLength: 5 });
  const date = optional(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((d) => d.toISOString()));
  const requests: Partial<Record<keyof TestWebhook['client'], fc.Arbitrary<object>>> = {
    createWebhook: fc.record({ url: text, events, includeBots: fc.boolean(), batchClicks: fc.boolean() }),
    getWebhook: fc.record({ id }),
    updateWebhook: fc.record({
      id,
      url: optional(text),
      events: optional(events.map((values) => ({ values }))),
      includeBots: optional(fc.boolean()),
      batchClicks: optional(fc.boolean()),
      enabled: optional(fc.boolean()),
    }),
    listDeliveries: fc.record({
      webhookId: id,
      limit: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      cursor: fc.oneof(
        text,
        fc.json().map((json) => Buffer.from(json).toString('base64url')),
      ),
    }),
    testWebhook: fc.record({ webhookId: id, event: text }),
    resendDelivery: fc.record({ webhookId: id, deliveryId: text }),
    replayDeliveries: fc.record({ webhookId: id, from: date, to: date, includeDelivered: fc.boolean() }),
    rotateSecret: fc.record({ webhookId: id, revokePrevious: fc.boolean() }),
  };

  it.each(Object.keys(requests) as (keyof typeof requests)[])(
    '%s answers or refuses with a typed error, never INTERNAL',
    async (rpc) => {
      const actor = await test.professional();
      known.id = (await create(test, actor, { url: URL_ })).id;
      await fc.assert(
        fc.asyncProperty(requests[rpc]!, async (message) => {
          const code = await callAs(actor, () => (test.client[rpc] as (request: unknown) => Promise<unknown>)(message)).then(
            () => 'ok',
            (error: { code: string }) => error.code,
          );
          expect(code).not.toMatch(/INTERNAL|PART_UNAVAILABLE|DEADLINE/);
        }),
        { numRuns: 120 },
      );
    },
    60_000,
  );
});
