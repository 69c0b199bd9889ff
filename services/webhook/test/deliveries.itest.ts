import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { LinkChange } from '@linqr/proto/events/v1/link';
import { WebhookChange, WebhookChanged } from '@linqr/proto/events/v1/webhook';
import { callAs } from '@linqr/testing/actor';
import { eventually } from '@linqr/testing/eventually';
import { MAX_ATTEMPTS, PAUSES_MS } from '../src/deliveries/delivery.schedule.js';
import { codeOf, create, deliveriesOf, publishLink, startWebhook, type TestWebhook } from './harness.js';
import { type Received, Receiver, verified } from './receiver.js';

let test: TestWebhook;
const told: WebhookChanged[] = [];
beforeAll(async () => {
  test = await startWebhook();
  await test.bus.subscribe({
    group: 'test',
    topics: ['webhook.changed.v1'],
    from: 'beginning',
    handler: async (records) => void told.push(...records.map(({ value }) => WebhookChanged.decode(value))),
  });
}, 60_000);
afterAll(() => test?.stop(), 60_000);

let receiver: Receiver;
let actor: Actor;
beforeEach(async () => {
  receiver = await new Receiver().listen();
  actor = await test.professional();
});
afterEach(() => receiver.close());

const arrived = (count: number) => eventually(() => receiver.received.length >= count && receiver.received, { timeoutMs: 15_000 });
const only = async (webhookId: string) => (await deliveriesOf(test, actor, webhookId))[0]!;
const forward = async (ms: number) => {
  test.clock.forward(ms);
  await test.sql(`select pg_notify('webhook_deliveries', '')`);
};
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (_: Received, response: import('node:http').ServerResponse) =>
    void response.writeHead(code, headers).end(`status ${code}`);

describe('an event', () => {
  it('arrives signed as Standard Webhooks says, once, and is in the log with the answer', async () => {
    const { id, secret } = await create(test, actor, { url: receiver.url('/in?a=1') });
    const eventId = await publishLink(test, actor.workspaceId, { linkId: 'lnk_1' });
    await publishLink(test, actor.workspaceId, { linkId: 'lnk_1', eventId });
    const [received] = await arrived(1);
    expect(received).toMatchObject({ method: 'POST', path: '/in?a=1' });
    expect(received!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': eventId,
      host: `127.0.0.1:${receiver.port}`,
    });
    expect(verified(secret, received!)).toEqual({
      type: 'link_created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: {
        id: 'lnk_1',
        title: 'Spring ☀',
        originalUrl: 'https://example.com/page',
        shortUrl: 'https://go.linqr.test/spring',
        domain: 'go.linqr.test',
        slug: 'spring',
        version: 1,
        createdAt: expect.any(String),
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    });
    const delivery = await eventually(async () => {
      const found = await only(id);
      return found.status === 'succeeded' && found;
    });
    expect(delivery).toMatchObject({
      webhookId: id,
      eventId,
      event: 'link_created',
      attempts: 1,
      responseStatus: 200,
      responseBody: 'ok',
      error: '',
      payload: received!.body,
      nextAttemptAt: undefined,
    });
    expect(delivery.deliveredAt).toBeDefined();
    expect(delivery.history).toEqual([{ at: expect.any(String), durationMs: expect.any(Number), responseStatus: 200, error: '' }]);
    expect(await deliveriesOf(test, actor, id)).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  it('reaches who asked for it, of the workspace it happened in, and nobody else', async () => {
    const stranger = await test.professional();
    const created = await create(test, actor, { url: receiver.url('/created'), events: ['link_created'] });
    await create(test, actor, { url: receiver.url('/changed'), events: ['link_updated', 'link_deleted'] });
    const off = await create(test, actor, { url: receiver.url('/off'), events: ['link_created'] });
    await create(test, stranger, { url: receiver.url('/stranger'), events: ['link_created'] });
    await callAs(actor, () =>
      test.client.updateWebhook({
        id: off.id,
        enabled: false,
        url: undefined,
        events: undefined,
        includeBots: undefined,
        batchClicks: undefined,
      }),
    );
    const linkId = 'lnk_2';
    for (const [version, change] of [
      LinkChange.LINK_CHANGE_CREATED,
      LinkChange.LINK_CHANGE_UPDATED,
      LinkChange.LINK_CHANGE_STATE_CHANGED,
      LinkChange.LINK_CHANGE_DELETED,
    ].entries())
      await publishLink(test, actor.workspaceId, { linkId, change, version: version + 1 });
    // What happened before the webhook was made is not news.
    await publishLink(test, actor.workspaceId, { linkId, occurredAtMs: test.clock.now() - 60_000 });
    await publishLink(test, actor.workspaceId, { linkId, eventId: 'last' });
    await eventually(() => receiver.received.some(({ headers }) => headers['webhook-id'] === 'last'));
    await arrived(5);
    const seen = receiver.received.map(({ path, body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { version: number } };
      return `${path} ${type} ${data.version}`;
    });
    expect(seen.sort()).toEqual([
      '/changed link_deleted 4',
      '/changed link_updated 2',
      '/changed link_updated 3',
      '/created link_created 1',
      '/created link_created 1',
    ]);
    expect(await deliveriesOf(test, actor, created.id)).toHaveLength(2);
  });
});

describe('a receiver that fails', () => {
  it('is tried again as the schedule says, under the same id with a fresh time, and gets it once when it is back', async () => {
    receiver.behave = status(500);
    const { id } = await create(test, actor, { url: receiver.url() });
    const eventId = await publishLink(test, actor.workspaceId);
    for (const [index, pause] of PAUSES_MS.slice(0, 8).entries()) {
      await arrived(index + 1);
      const waiting = await eventually(async () => {
        const found = await only(id);
        return found.history.length === index + 1 && found;
      });
      const wait = Date.parse(waiting.nextAttemptAt!) - Date.parse(waiting.history.at(-1)!.at!);
      expect(wait).toBeGreaterThanOrEqual(pause * 0.8);
      expect(wait).toBeLessThanOrEqual(pause * 1.2 + 2_000);
      expect(waiting).toMatchObject({ status: 'pending', error: 'The answer was 500.', responseBody: 'status 500', attempts: index + 1 });
      if (index === 7) receiver.behave = status(204);
      await forward(pause * 1.2 + 2_000);
    }
    const delivered = await eventually(async () => {
      const found = await only(id);
      return found.status === 'succeeded' && found;
    });
    expect(delivered).toMatchObject({ attempts: 9, responseStatus: 204 });
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(9).fill(eventId));
    const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect([...new Set(times)].sort((a, b) => a - b)).toEqual(times);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-signature'])).size).toBe(9);
  }, 60_000);

  it('for a day loses the delivery, which can be sent again by hand or by a replay', async () => {
    receiver.behave = status(503);
    const { id } = await create(test, actor, { url: receiver.url() });
    const from = new Date(test.clock.now() - 1_000).toISOString();
    const eventId = await publishLink(test, actor.workspaceId);
    for (let made = 1; made <= MAX_ATTEMPTS; made++) {
      await eventually(async () => (await only(id)).history.length === made, { timeoutMs: 15_000 });
      await forward((PAUSES_MS[made - 1] ?? 0) * 1.2 + 2_000);
    }
    const failed = await only(id);
    expect(failed).toMatchObject({ status: 'failed', attempts: MAX_ATTEMPTS, nextAttemptAt: undefined, deliveredAt: undefined });
    expect(receiver.received).toHaveLength(MAX_ATTEMPTS);
    receiver.behave = status(200);
    const to = new Date(test.clock.now()).toISOString();
    const replay = (fields: object) =>
      callAs(actor, () => test.client.replayDeliveries({ webhookId: id, from, to, includeDelivered: false, ...fields }));
    expect(await replay({})).toEqual({ queued: 1 });
    await eventually(async () => (await only(id)).status === 'succeeded');
    expect(await replay({})).toEqual({ queued: 0 });
    expect(await replay({ includeDelivered: true })).toEqual({ queued: 1 });
    await arrived(MAX_ATTEMPTS + 2);
    await eventually(async () => (await only(id)).status === 'succeeded');
    const again = await callAs(actor, () => test.client.resendDelivery({ webhookId: id, deliveryId: failed.id }));
    expect(again).toMatchObject({ id: failed.id, status: 'pending' });
    await arrived(MAX_ATTEMPTS + 3);
    expect(receiver.received.at(-1)!.headers['webhook-id']).toBe(eventId);
  }, 60_000);

  it('and asks for time with Retry-After gets it, for everything', async () => {
    receiver.behave = status(429, { 'retry-after': '3600' });
    const { id } = await create(test, actor, { url: receiver.url() });
    await publishLink(test, actor.workspaceId);
    const waiting = await eventually(async () => {
      const found = await only(id);
      return found.history.length === 1 && found;
    });
    expect(Date.parse(waiting.nextAttemptAt!) - test.clock.now()).toBeGreaterThan(3_590_000);
    await publishLink(test, actor.workspaceId, { eventId: 'meanwhile' });
    await eventually(async () => (await deliveriesOf(test, actor, id)).length === 2);
    await forward(1_800_000);
    // Somebody else's delivery goes through meanwhile: the worker has looked.
    const other = await new Receiver().listen();
    await create(test, actor, { url: other.url(), events: ['link_deleted'] });
    await publishLink(test, actor.workspaceId, { change: LinkChange.LINK_CHANGE_DELETED });
    await eventually(() => other.received.length === 1);
    await other.close();
    expect(receiver.received).toHaveLength(1);
    receiver.behave = status(200);
    await forward(1_900_000);
    await arrived(3);
    await eventually(async () => (await deliveriesOf(test, actor, id)).every((d) => d.status === 'succeeded'));
  }, 30_000);

  it('with 410 is not called again: the webhook is disabled, says why, and its owner is told', async () => {
    receiver.behave = status(410);
    const { id, url } = await create(test, actor, { url: receiver.url() });
    await publishLink(test, actor.workspaceId);
    const disabled = await eventually(async () => {
      const found = await callAs(actor, () => test.client.getWebhook({ id }));
      return !found.enabled && found;
    });
    expect(disabled.disabledReason).toContain('410');
    expect(disabled.disabledAt).toBeDefined();
    expect(await only(id)).toMatchObject({ status: 'failed', responseStatus: 410 });
    const event = await eventually(() => told.find(({ webhookId }) => webhookId === id) ?? false);
    expect(event).toMatchObject({
      change: WebhookChange.WEBHOOK_CHANGE_DISABLED,
      workspaceId: actor.workspaceId,
      ownerId: actor.userId,
      url,
      reason: disabled.disabledReason,
    });
    expect(await codeOf(callAs(actor, () => test.client.testWebhook({ webhookId: id, event: '' })))).toBe('CONFLICT');
    receiver.behave = status(200);
    const enabled = await callAs(actor, () =>
      test.client.updateWebhook({ id, enabled: true, url: undefined, events: undefined, includeBots: undefined, batchClicks: undefined }),
    );
    expect(enabled).toMatchObject({ enabled: true, disabledReason: '', failingSince: undefined });
    await publishLink(test, actor.workspaceId);
    await arrived(2);
  }, 30_000);

  it('many times in a minute is not disabled; after five days of nothing else it is, its owner warned half-way', async () => {
    receiver.behave = status(500);
    const { id } = await create(test, actor, { url: receiver.url() });
    for (let i = 0; i < 25; i++) await publishLink(test, actor.workspaceId);
    await arrived(25);
    const webhook = () => callAs(actor, () => test.client.getWebhook({ id }));
    expect(await webhook()).toMatchObject({ enabled: true, failingSince: expect.any(String) });
    const of = () => told.filter(({ webhookId }) => webhookId === id).map(({ change }) => change);
    await forward(2.6 * 86_400_000);
    await arrived(50);
    await eventually(() => of().length === 1);
    expect(of()).toEqual([WebhookChange.WEBHOOK_CHANGE_FAILING]);
    expect(await webhook()).toMatchObject({ enabled: true });
    await forward(2.5 * 86_400_000);
    await eventually(async () => !(await webhook()).enabled);
    expect((await webhook()).disabledReason).toContain('five days');
    await eventually(() => of().length === 2);
    expect(of()).toEqual([WebhookChange.WEBHOOK_CHANGE_FAILING, WebhookChange.WEBHOOK_CHANGE_DISABLED]);
  }, 30_000);
});

describe('by hand', () => {
  it('a test sends sample data of the event asked for, marked as a test, once', async () => {
    const { id } = await create(test, actor, { url: receiver.url(), events: ['link_created', 'link_clicked'] });
    receiver.behave = status(500);
    await callAs(actor, () => test.client.testWebhook({ webhookId: id, event: 'link_clicked' }));
    await callAs(actor, () => test.client.testWebhook({ webhookId: id, event: '' }));
    await arrived(2);
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual([
      { type: 'link_clicked', timestamp: expect.any(String), data: expect.objectContaining({ test: true, country: 'DE' }) },
      { type: 'link_created', timestamp: expect.any(String), data: expect.objectContaining({ test: true, slug: 'sample' }) },
    ]);
    await eventually(async () =>
      (await deliveriesOf(test, actor, id)).every(({ status: s, attempts }) => s === 'failed' && attempts === 1),
    );
    expect(await codeOf(callAs(actor, () => test.client.testWebhook({ webhookId: id, event: 'no_such' })))).toBe('VALIDATION_FAILED');
  });

  it('the log is read page by page, newest first, each delivery once', async () => {
    const { id } = await create(test, actor, { url: receiver.url() });
    const sent: string[] = [];
    for (let i = 0; i < 25; i++) sent.push(await publishLink(test, actor.workspaceId));
    await arrived(25);
    const read: string[] = [];
    let cursor = '';
    do {
      const page = await callAs(actor, () => test.client.listDeliveries({ webhookId: id, limit: 10, cursor, status: '', event: '' }));
      read.push(...page.deliveries.map(({ eventId }) => eventId));
      cursor = page.nextCursor;
    } while (cursor);
    expect([...read].sort()).toEqual([...sent].sort());
  });

  it('the log shows one status or one event only, page by page, and refuses what is neither', async () => {
    const { id } = await create(test, actor, { url: receiver.url(), events: ['link_created', 'link_deleted'] });
    await callAs(actor, () => test.client.testWebhook({ webhookId: id, event: 'link_created' }));
    await eventually(async () => (await deliveriesOf(test, actor, id)).every(({ status }) => status === 'succeeded'));
    receiver.behave = (_, response) => void response.writeHead(500).end();
    for (const event of ['link_created', 'link_deleted', 'link_deleted'])
      await callAs(actor, () => test.client.testWebhook({ webhookId: id, event }));
    await eventually(async () => (await deliveriesOf(test, actor, id)).filter(({ status }) => status === 'failed').length === 3);
    const read = async (filter: { status: string; event: string }) => {
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await callAs(actor, () => test.client.listDeliveries({ webhookId: id, limit: 1, cursor, ...filter }));
        seen.push(...page.deliveries.map(({ status, event }) => `${status} ${event}`));
        cursor = page.nextCursor;
      } while (cursor);
      return seen.sort();
    };
    expect(await read({ status: 'failed', event: '' })).toEqual(['failed link_created', 'failed link_deleted', 'failed link_deleted']);
    expect(await read({ status: '', event: 'link_created' })).toEqual(['failed link_created', 'succeeded link_created']);
    expect(await read({ status: 'failed', event: 'link_created' })).toEqual(['failed link_created']);
    expect(await read({ status: 'pending', event: '' })).toEqual([]);
    for (const filter of [
      { status: 'lost', event: '' },
      { status: '', event: 'no_such' },
    ])
      expect(await codeOf(read(filter))).toBe('VALIDATION_FAILED');
  });
});
