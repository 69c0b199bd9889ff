import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { newId } from '@linqr/platform/ids';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import { LinkState } from '@linqr/proto/link/v1/link';
import { postgresTracesOf } from '@linqr/testing/erasure';
import { eventually } from '@linqr/testing/eventually';
import { bulkClient, importRequest, onPlan } from './bulk-harness.js';
import { as, createRequest, newActor, startLink, type TestLink, updateRequest } from './harness.js';

let link: TestLink;
const heard: LinkChanged[] = [];
beforeAll(async () => {
  link = await startLink({ ERASURE_SETTLE_SECONDS: '0.5' });
  await link.bus.subscribe({
    group: 'test',
    topics: ['link.changed.v1'],
    from: 'beginning',
    handler: async (records) => void heard.push(...records.map((record) => LinkChanged.decode(record.value))),
  });
}, 60_000);
afterAll(() => link?.stop());

const accountDeleted = ({ userId, workspaceId }: Actor) =>
  link.bus.publish('account.changed.v1', [
    {
      key: userId,
      value: AccountChanged.encode({
        eventId: newId('evt'),
        occurredAtMs: Date.now(),
        change: AccountChange.ACCOUNT_CHANGE_DELETED,
        userId,
        workspaceId,
        sessionId: '',
        emailSha256: '',
      }).finish(),
    },
  ]);
const create = (actor: Actor, over: Parameters<typeof createRequest>[0] = {}) =>
  as(actor, () => link.client.createLink(createRequest(over)));
const erased = () => eventually(async () => (await link.sql('select 1 from erasures')).length === 0);

describe('an account that is deleted', () => {
  it("takes all its links along, once each however often it is told, and nobody else's", async () => {
    const [leaving, staying] = [newActor(), newActor()];
    const made = await Promise.all(Array.from({ length: 12 }, () => create(leaving)));
    const kept = await create(staying);
    await accountDeleted(leaving);
    await accountDeleted(leaving);
    const gone = () => heard.filter((e) => e.workspaceId === leaving.workspaceId && e.change === LinkChange.LINK_CHANGE_DELETED);
    await eventually(() => expect(gone()).toHaveLength(made.length));
    expect(new Set(gone().map((e) => e.linkId))).toEqual(new Set(made.map((l) => l.id)));
    expect(gone().map((e) => e.originalUrl + e.title)).toEqual(made.map(() => ''));
    await erased();
    expect(await as(leaving, () => link.client.countLinks({}))).toEqual({ total: 0, active: 0 });
    expect((await as(staying, () => link.client.getLink({ id: kept.id }))).state).toBe(LinkState.LINK_STATE_ACTIVE);
  });

  it('ends an import that is under way, and takes what it made along', async () => {
    const leaving = await onPlan(link, newActor(), 'professional');
    const bulk = bulkClient(link);
    const patient = { timeoutMs: 60_000 };
    try {
      const csv = `originalUrl\n${Array.from({ length: 3_000 }, (_, i) => `https://example.com/${i}`).join('\n')}`;
      const { id } = await as(leaving, () => bulk.createImport(importRequest(csv)));
      await eventually(async () => (await as(leaving, () => bulk.getImport({ id }))).succeeded > 0, patient);
      await accountDeleted(leaving);
      await eventually(async () => (await link.sql('select 1 from imports where id = $1', [id])).length === 0, patient);
      await eventually(async () => (await link.sql('select 1 from erasures')).length === 0, patient);
      expect(await link.sql('select 1 from links where workspace_id = $1', [leaving.workspaceId])).toEqual([]);
      expect(await link.sql('select 1 from import_rows where import_id = $1', [id])).toEqual([]);
    } finally {
      bulk.$close();
    }
  }, 180_000);

  it('leaves nothing but bare addresses, which nobody ever gets', async () => {
    const [leaving, next] = [newActor(), newActor()];
    const mark = newId('tok').slice(4);
    const made = await create(leaving, {
      originalUrl: `https://example.com/${mark}/first`,
      customAlias: `a-${mark.slice(-8)}`,
      title: `title ${mark}`,
      description: `about ${mark}`,
      tags: [`tag-${mark}`],
      idempotencyKey: `key-${mark}`,
    });
    const second = `b-${mark.slice(-8)}`;
    await as(leaving, () =>
      link.client.updateLink(updateRequest(made.id, { originalUrl: `https://example.com/${mark}/second`, customAlias: second })),
    );
    const removed = await create(leaving, { originalUrl: `https://example.com/${mark}/third` });
    await as(leaving, () => link.client.deleteLink({ id: removed.id }));
    const own = [leaving.userId, leaving.workspaceId, made.id, removed.id, mark];
    expect((await postgresTracesOf(link.sql, own)).length).toBeGreaterThan(5);

    await accountDeleted(leaving);
    await eventually(async () => (await link.sql('select 1 from erasures')).length > 0);
    await erased();
    await eventually(async () => (await link.sql('select 1 from outbox')).length === 0);
    expect(await postgresTracesOf(link.sql, own)).toEqual([]);
    for (const slug of [made.slug, second, removed.slug]) {
      expect(await link.sql('select link_id from addresses where slug = $1', [slug])).toEqual([{ link_id: '' }]);
      await expect(link.client.resolveLink({ domain: made.domain, slug })).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
      await expect(create(next, { customAlias: slug })).rejects.toMatchObject({ code: 'LINK_ALIAS_TAKEN' });
    }
  });

  it('takes along what was made while it was being erased', async () => {
    const leaving = newActor();
    await create(leaving);
    await accountDeleted(leaving);
    await eventually(async () => (await link.sql('select 1 from erasures where workspace_id = $1', [leaving.workspaceId])).length > 0);
    await create(leaving);
    await erased();
    expect(await postgresTracesOf(link.sql, [leaving.workspaceId])).toEqual([]);
  });

  it('is passed over where the event cannot be read, and the next one counts', async () => {
    const leaving = newActor();
    await create(leaving);
    await link.bus.publish('account.changed.v1', [{ key: leaving.userId, value: new Uint8Array([255, 255, 255]) }]);
    await accountDeleted(leaving);
    await eventually(async () => (await as(leaving, () => link.client.countLinks({}))).total === 0);
  });
});
