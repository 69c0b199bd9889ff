import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import { BulkAction, type ChangeLinksRequest } from '@linqr/proto/link/v1/bulk';
import { LinkFilter, LinkState } from '@linqr/proto/link/v1/link';
import { eventually } from '@linqr/testing/eventually';
import { type BulkClient, bulkClient, onPlan } from './bulk-harness.js';
import { as, createRequest, newActor, startLink, type TestLink } from './harness.js';

let link: TestLink;
let bulk: BulkClient;
beforeAll(async () => {
  link = await startLink();
  bulk = bulkClient(link);
}, 60_000);
afterAll(async () => {
  bulk?.$close();
  await link?.stop();
}, 60_000);

type Actor = ReturnType<typeof newActor>;
const somebody = (plan = 'starter') => onPlan(link, newActor(), plan);
const make = (actor: Actor, fields = {}) => as(actor, () => link.client.createLink(createRequest(fields)));
const read = (actor: Actor, id: string) => as(actor, () => link.client.getLink({ id }));
const change = (actor: Actor, fields: Partial<ChangeLinksRequest>) =>
  as(actor, () => bulk.changeLinks({ action: BulkAction.BULK_ACTION_ARCHIVE, ids: [], tags: [], expiresAt: undefined, ...fields }));
describe('a change of many links', () => {
  it('archives, restores, tags, ends and deletes each with a version and an event of its own', async () => {
    const actor = await somebody();
    const made = [await make(actor, { tags: ['Old'] }), await make(actor)];
    const ids = made.map(({ id }) => id);
    const expiresAt = '2030-01-01T00:00:00.000Z';
    const steps: Partial<ChangeLinksRequest>[] = [
      { action: BulkAction.BULK_ACTION_ARCHIVE },
      { action: BulkAction.BULK_ACTION_RESTORE },
      { action: BulkAction.BULK_ACTION_ADD_TAGS, tags: ['old', 'New', ' new '] },
      { action: BulkAction.BULK_ACTION_REMOVE_TAGS, tags: ['OLD'] },
      { action: BulkAction.BULK_ACTION_SET_EXPIRY, expiresAt },
    ];
    for (const step of steps) {
      const { results } = await change(actor, { ...step, ids });
      expect(results).toEqual(ids.map((id) => ({ id, ok: true, code: '', message: '' })));
      if (step.action === BulkAction.BULK_ACTION_ARCHIVE) expect((await read(actor, ids[0]!)).state).toBe(LinkState.LINK_STATE_ARCHIVED);
      if (step.action === BulkAction.BULK_ACTION_ADD_TAGS) expect((await read(actor, ids[0]!)).tags).toEqual(['Old', 'New']);
    }
    expect(await read(actor, ids[1]!)).toMatchObject({ tags: ['New'], expiresAt, state: LinkState.LINK_STATE_ACTIVE });
    await change(actor, { action: BulkAction.BULK_ACTION_CLEAR_EXPIRY, ids });
    // What changes nothing is neither a version nor an event.
    const { version, expiresAt: none } = await read(actor, ids[0]!);
    expect(none).toBeUndefined();
    await change(actor, { action: BulkAction.BULK_ACTION_CLEAR_EXPIRY, ids });
    expect((await read(actor, ids[0]!)).version).toBe(version);
    await change(actor, { action: BulkAction.BULK_ACTION_DELETE, ids });
    await expect(read(actor, ids[0]!)).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
    const published = await link.sql<{ version: number; change: string }>(
      `select version, change from link_versions where link_id = $1 order by version`,
      [ids[0]],
    );
    expect(published.map((row) => row.change)).toEqual([
      'created',
      'state_changed',
      'state_changed',
      'updated',
      'updated',
      'updated',
      'updated',
      'deleted',
    ]);
  });

  it('is heard on the bus for every link', async () => {
    const actor = await somebody();
    const ids = (await Promise.all(Array.from({ length: 5 }, () => make(actor)))).map(({ id }) => id);
    const heard = new Map<string, LinkChange[]>();
    const subscription = await link.bus.broadcast({
      topics: ['link.changed.v1'],
      handler: (records) => {
        for (const record of records) {
          const event = LinkChanged.decode(record.value);
          heard.set(event.linkId, [...(heard.get(event.linkId) ?? []), event.change]);
        }
      },
      onGap: () => undefined,
    });
    try {
      await change(actor, { action: BulkAction.BULK_ACTION_DELETE, ids });
      await eventually(() => ids.every((id) => heard.get(id)?.includes(LinkChange.LINK_CHANGE_DELETED)));
    } finally {
      await subscription.close();
    }
  });

  it("judges each link by itself: another workspace's, an unknown, a deleted one and one that would be wrong stop no other", async () => {
    const actor = await somebody();
    const other = await somebody();
    const mine = await make(actor);
    const theirs = await make(other);
    const gone = await make(actor);
    await as(actor, () => link.client.deleteLink({ id: gone.id }));
    const full = await make(actor, { tags: Array.from({ length: 20 }, (_, i) => `t${i}`) });
    const ids = [theirs.id, mine.id, 'nonsense', gone.id, full.id, mine.id];
    const { results } = await change(actor, { action: BulkAction.BULK_ACTION_ADD_TAGS, tags: ['more'], ids });
    expect(results.map(({ id, ok, code }) => [id, ok, code])).toEqual([
      [theirs.id, false, 'LINK_NOT_FOUND'],
      [mine.id, true, ''],
      ['nonsense', false, 'LINK_NOT_FOUND'],
      [gone.id, false, 'LINK_NOT_FOUND'],
      [full.id, false, 'VALIDATION_FAILED'],
    ]);
    expect((await read(other, theirs.id)).tags).toEqual([]);
  });

  it('of 500 is done in one call; of more, or of none, it is refused', async () => {
    const actor = await somebody();
    const ids = (await Promise.all(Array.from({ length: 120 }, () => make(actor)))).map(({ id }) => id);
    const unknown = Array.from({ length: 380 }, (_, i) => `unknown-${i}`);
    const { results } = await change(actor, { ids: [...ids, ...unknown] });
    expect([results.filter(({ ok }) => ok).length, results.filter(({ ok }) => !ok).length]).toEqual([120, 380]);
    for (const bad of [[], Array.from({ length: 501 }, (_, i) => `x${i}`)])
      await expect(change(actor, { ids: bad })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('needs Starter, a session and what its action needs', async () => {
    const free = await somebody('free');
    const made = await make(free);
    await expect(change(free, { ids: [made.id] })).rejects.toMatchObject({
      code: 'PLAN_FEATURE_REQUIRED',
      message: expect.stringContaining('Starter'),
    });
    await expect(
      bulk.changeLinks({ action: BulkAction.BULK_ACTION_DELETE, ids: [made.id], tags: [], expiresAt: undefined }),
    ).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    const actor = await somebody();
    for (const fields of [
      { action: BulkAction.BULK_ACTION_ADD_TAGS },
      { action: BulkAction.BULK_ACTION_SET_EXPIRY },
      { action: BulkAction.BULK_ACTION_UNSPECIFIED },
      { action: BulkAction.BULK_ACTION_ADD_TAGS, tags: ['x'.repeat(51)] },
    ])
      await expect(change(actor, { ids: [made.id], ...fields })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('of the same links from two sides at once neither blocks nor loses', async () => {
    const actor = await somebody();
    const ids = (await Promise.all(Array.from({ length: 30 }, () => make(actor)))).map(({ id }) => id);
    const rounds = await Promise.all(
      ['a', 'b', 'c', 'd'].map((tag, i) =>
        change(actor, { action: BulkAction.BULK_ACTION_ADD_TAGS, tags: [tag], ids: i % 2 ? [...ids].reverse() : ids }),
      ),
    );
    expect(rounds.flatMap(({ results }) => results).every(({ ok }) => ok)).toBe(true);
    for (const id of ids) expect([...(await read(actor, id)).tags].sort()).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('everything a list shows', () => {
  it('comes as ids by the same filters, of the own workspace only', async () => {
    const actor = await somebody();
    const spring = await make(actor, { title: 'Spring', tags: ['sale'] });
    const autumn = await make(actor, { title: 'Autumn', customAlias: `autumn-${Date.now()}` });
    await make(await somebody(), { title: 'Spring' });
    const ids = (fields = {}) =>
      as(actor, () => bulk.listLinkIds({ search: '', filter: LinkFilter.LINK_FILTER_ALL, tag: '', domain: '', ...fields }));
    expect(await ids()).toEqual({ ids: [autumn.id, spring.id], total: 2 });
    expect(await ids({ search: 'spring' })).toEqual({ ids: [spring.id], total: 1 });
    expect(await ids({ tag: 'SALE' })).toEqual({ ids: [spring.id], total: 1 });
    expect(await ids({ filter: LinkFilter.LINK_FILTER_CUSTOM_ALIAS })).toEqual({ ids: [autumn.id], total: 1 });
    expect(await ids({ domain: 'elsewhere.example' })).toEqual({ ids: [], total: 0 });
    expect(await ids({ domain: 'go.linqr.test' })).toMatchObject({ total: 2 });
  });
});
