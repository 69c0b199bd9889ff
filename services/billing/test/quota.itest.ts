import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EventBus, openBus } from '@linqr/platform/bus';
import { newId } from '@linqr/platform/ids';
import { createLogger } from '@linqr/platform/logging';
import { Feature, Resource } from '@linqr/proto/billing/v1/billing';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import { QrCodeChange, QrCodeChanged } from '@linqr/proto/events/v1/qr';
import { eventually } from '@linqr/testing/eventually';
import { Client } from 'pg';
import { as, newActor, startBilling, type TestBilling } from './harness.js';

let billing: TestBilling;
let bus: EventBus;
beforeAll(async () => {
  billing = await startBilling();
  bus = await openBus({ url: billing.url, clientId: 'test', logger: createLogger({ service: 'test', level: 'silent' }) });
}, 60_000);
afterAll(async () => {
  await bus?.close();
  await billing?.stop();
});

const reserve = (workspaceId: string, reservationId = newId('lnk'), resource = Resource.RESOURCE_LINKS, amount = 1) =>
  billing.client.reserveUsage({ workspaceId, resource, amount, reservationId });

async function stateOf(reservationId: string): Promise<string | undefined> {
  const client = new Client({ connectionString: billing.url });
  await client.connect();
  try {
    const { rows } = await client.query('select state from reservations where id = $1', [reservationId]);
    return rows[0]?.state;
  } finally {
    await client.end();
  }
}

function linkCreated(linkId: string, workspaceId: string): Uint8Array {
  return LinkChanged.encode({
    eventId: newId('evt'),
    occurredAtMs: Date.now(),
    change: LinkChange.LINK_CHANGE_CREATED,
    linkId,
    workspaceId,
    ownerId: '',
    domain: '',
    slug: '',
    version: 1,
    originalUrl: '',
    title: '',
    previousDomain: '',
    previousSlug: '',
    shortUrl: '',
    createdAtMs: 0,
  }).finish();
}

describe('exact quota', () => {
  it('lets exactly the 50 that are left through when 100 come at once', async () => {
    const actor = newActor();
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => reserve(actor.workspaceId)));
    const taken = outcomes.filter((o) => o.status === 'fulfilled');
    const refused = outcomes.filter((o) => o.status === 'rejected');
    expect(taken).toHaveLength(50);
    expect(taken.map((o) => o.value.remaining).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    for (const { reason } of refused)
      expect(reason).toMatchObject({
        code: 'PLAN_LIMIT_REACHED',
        message: 'You have reached your plan limit. Please upgrade to continue.',
      });
    const usage = await as(actor, () => billing.client.getUsage({}));
    expect(usage).toMatchObject({ plan: 'free', linksCreated: 50, qrCodesGenerated: 0, linksLimit: 50, qrCodesLimit: 10 });
  });

  it('takes one reservation once, however often and however parallel it is sent', async () => {
    const actor = newActor();
    const id = newId('lnk');
    await Promise.all(Array.from({ length: 20 }, () => reserve(actor.workspaceId, id)));
    expect((await as(actor, () => billing.client.getUsage({}))).linksCreated).toBe(1);
  });

  it('is counted by resource, plan and outcome, and so is a feature that a plan lacks', async () => {
    const counted = async (name: string, labels: string) => {
      const line = (await billing.metrics()).split('\n').find((each) => each.startsWith(`${name}{${labels},`));
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    const outcome = (name: string) => counted('billing_quota_reservations_total', `resource="qr_codes",plan="free",outcome="${name}"`);
    const before = [await outcome('taken'), await outcome('repeated'), await outcome('refused')];
    const { workspaceId } = newActor();
    const id = newId('qr');
    await reserve(workspaceId, id, Resource.RESOURCE_QR_CODES);
    await reserve(workspaceId, id, Resource.RESOURCE_QR_CODES);
    for (let i = 1; i < 10; i++) await reserve(workspaceId, newId('qr'), Resource.RESOURCE_QR_CODES);
    await expect(reserve(workspaceId, newId('qr'), Resource.RESOURCE_QR_CODES)).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' });
    const after = [await outcome('taken'), await outcome('repeated'), await outcome('refused')];
    expect(after.map((count, i) => count - before[i]!)).toEqual([10, 1, 1]);
    const missing = () => counted('billing_feature_refusals_total', 'feature="webhooks",plan="free"');
    const lacked = await missing();
    const features = [Feature.FEATURE_WEBHOOKS];
    await expect(billing.client.requireFeature({ workspaceId, features })).rejects.toMatchObject({ code: 'PLAN_FEATURE_REQUIRED' });
    expect(await missing()).toBe(lacked + 1);
  });

  it('refuses a reservation id that was used for something else', async () => {
    const actor = newActor();
    const id = newId('lnk');
    await reserve(actor.workspaceId, id);
    await expect(reserve(actor.workspaceId, id, Resource.RESOURCE_QR_CODES)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(reserve(newActor().workspaceId, id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('gives a released reservation back once', async () => {
    const actor = newActor();
    const id = newId('lnk');
    await reserve(actor.workspaceId);
    await reserve(actor.workspaceId, id);
    await Promise.all(Array.from({ length: 10 }, () => billing.client.releaseUsage({ reservationId: id })));
    expect((await as(actor, () => billing.client.getUsage({}))).linksCreated).toBe(1);
  });

  it('refuses a reservation whose release came before it, so that it costs nothing', async () => {
    const actor = newActor();
    const id = newId('lnk');
    await billing.client.releaseUsage({ reservationId: id });
    await expect(reserve(actor.workspaceId, id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await as(actor, () => billing.client.getUsage({}))).linksCreated).toBe(0);
  });

  it('never ends with a use left over when release and reservation race', async () => {
    const actor = newActor();
    await Promise.allSettled(
      Array.from({ length: 40 }, () => newId('lnk')).flatMap((id) => [
        reserve(actor.workspaceId, id),
        billing.client.releaseUsage({ reservationId: id }),
      ]),
    );
    expect((await as(actor, () => billing.client.getUsage({}))).linksCreated).toBe(0);
  });

  it('refuses an amount that does not fit whole', async () => {
    const { workspaceId } = newActor();
    await expect(reserve(workspaceId, newId('lnk'), Resource.RESOURCE_LINKS, 51)).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' });
    await reserve(workspaceId, newId('lnk'), Resource.RESOURCE_LINKS, 49);
    await expect(reserve(workspaceId, newId('lnk'), Resource.RESOURCE_LINKS, 2)).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' });
    expect(await reserve(workspaceId)).toEqual({ remaining: 0 });
  });

  it('has no limit for a plan the catalogue does not know', async () => {
    const { workspaceId } = newActor();
    await billing.client.setPlan({ workspaceId, plan: 'friends-of-the-house' });
    expect(await reserve(workspaceId, newId('lnk'), Resource.RESOURCE_LINKS, 10_000)).toEqual({ remaining: -1 });
  });

  it('counts each month on its own', async () => {
    const actor = newActor();
    await reserve(actor.workspaceId, newId('lnk'), Resource.RESOURCE_LINKS, 50);
    const first = await as(actor, () => billing.client.getUsage({}));
    billing.clock.forward(32 * 86_400_000);
    const second = await as(actor, () => billing.client.getUsage({}));
    expect(second).toMatchObject({ linksCreated: 0, periodStart: first.periodEnd });
    await reserve(actor.workspaceId);
  });
});

describe('confirmation by events', () => {
  it('confirms what was created, once, and keeps it when a release comes late', async () => {
    const actor = newActor();
    const id = newId('lnk');
    await reserve(actor.workspaceId, id);
    const record = { key: id, value: linkCreated(id, actor.workspaceId) };
    await bus.publish('link.changed.v1', [record, record]);
    await eventually(async () => (await stateOf(id)) === 'confirmed');
    await billing.client.releaseUsage({ reservationId: id });
    expect((await as(actor, () => billing.client.getUsage({}))).linksCreated).toBe(1);
  });

  it('confirms QR codes', async () => {
    const actor = newActor();
    const id = newId('qr');
    await reserve(actor.workspaceId, id, Resource.RESOURCE_QR_CODES);
    const value = QrCodeChanged.encode({
      ...QrCodeChanged.decode(new Uint8Array()),
      eventId: newId('evt'),
      change: QrCodeChange.QR_CODE_CHANGE_CREATED,
      qrId: id,
      workspaceId: actor.workspaceId,
    }).finish();
    await bus.publish('qr.changed.v1', [{ key: id, value }]);
    await eventually(async () => (await stateOf(id)) === 'confirmed');
  });

  it('passes over an event it cannot read and goes on', async () => {
    const { workspaceId } = newActor();
    const id = newId('lnk');
    await reserve(workspaceId, id);
    await bus.publish('link.changed.v1', [
      { key: id, value: Buffer.from([0xff, 0xff, 0xff]) },
      { key: id, value: linkCreated(id, workspaceId) },
    ]);
    await eventually(async () => (await stateOf(id)) === 'confirmed');
  });

  it('takes again what was given back before its event came', async () => {
    const actor = newActor();
    const id = newId('lnk');
    await reserve(actor.workspaceId, id);
    await billing.client.releaseUsage({ reservationId: id });
    await bus.publish('link.changed.v1', [{ key: id, value: linkCreated(id, actor.workspaceId) }]);
    await eventually(async () => (await stateOf(id)) === 'confirmed');
    expect((await as(actor, () => billing.client.getUsage({}))).linksCreated).toBe(1);
  });
});
