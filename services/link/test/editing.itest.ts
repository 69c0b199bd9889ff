import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { newId } from '@linqr/platform/ids';
import { type CreateLinkRequest, LinkState, type UpdateLinkRequest } from '@linqr/proto/link/v1/link';
import { as, createRequest, newActor, startLink, type TestLink, updateRequest } from './harness.js';

let link: TestLink;
beforeAll(async () => {
  link = await startLink();
}, 60_000);
afterAll(() => link?.stop());

const create = (actor: Actor, fields: Partial<CreateLinkRequest> = {}) => as(actor, () => link.client.createLink(createRequest(fields)));
const update = (actor: Actor, id: string, fields: Partial<UpdateLinkRequest>) =>
  as(actor, () => link.client.updateLink(updateRequest(id, fields)));
const get = (actor: Actor, id: string) => as(actor, () => link.client.getLink({ id }));
const resolve = (slug: string) => link.client.resolveLink({ domain: 'go.linqr.test', slug });
async function paying(): Promise<Actor> {
  const actor = newActor();
  await link.billing.client.setPlan({ workspaceId: actor.workspaceId, plan: 'starter' });
  return actor;
}
const future = '2999-01-01T00:00:00.000Z';

describe('updating a link', () => {
  it('changes what is named, counts the version up and leaves the rest', async () => {
    const actor = newActor();
    const made = await create(actor, { title: 'old', description: 'kept', tags: ['kept'] });
    const changed = await update(actor, made.id, {
      title: 'new',
      originalUrl: 'https://example.org/b',
      redirectType: 301,
      forwardQuery: true,
    });
    expect(changed).toEqual({
      ...made,
      title: 'new',
      originalUrl: 'https://example.org/b',
      redirectType: 301,
      forwardQuery: true,
      version: 2,
      updatedAt: changed.updatedAt,
    });
    expect(await get(actor, made.id)).toEqual(changed);
    expect(await resolve(made.slug)).toMatchObject({
      originalUrl: 'https://example.org/b',
      redirectType: 301,
      forwardQuery: true,
      version: 2,
    });
  });

  it('that changes nothing is no new version', async () => {
    const actor = newActor();
    const made = await create(actor, { title: 'same', tags: ['a', 'b'] });
    expect(
      await update(actor, made.id, { title: 'same', tags: { values: ['a', 'b'] }, originalUrl: made.originalUrl, password: '' }),
    ).toEqual(made);
  });

  it('clears what is cleared', async () => {
    const actor = await paying();
    const made = await create(actor, {
      password: 'x',
      expiresAt: future,
      startsAt: '2990-01-01T00:00:00Z',
      maxClicks: 9,
      title: 't',
      description: 'd',
      tags: ['a'],
    });
    const cleared = await update(actor, made.id, {
      password: '',
      clearExpiresAt: true,
      clearStartsAt: true,
      maxClicks: 0,
      title: '',
      description: '',
      tags: { values: [] },
    });
    expect(cleared).toMatchObject({ hasPassword: false, maxClicks: 0, title: '', description: '', tags: [] });
    expect(cleared.expiresAt).toBeUndefined();
    expect(cleared.startsAt).toBeUndefined();
    expect(await resolve(made.slug)).toMatchObject({ hasPassword: false, passwordVersion: 2, expiresAtMs: 0, startsAtMs: 0, maxClicks: 0 });
    await link.billing.client.setPlan({ workspaceId: actor.workspaceId, plan: 'free' });
    expect((await update(actor, made.id, { password: '', clearExpiresAt: true, maxClicks: 0 })).version).toBe(2);
  });

  it('keeps what a smaller plan no longer includes, but sets none anew', async () => {
    const actor = await paying();
    const made = await create(actor, { password: 'x', expiresAt: future, maxClicks: 9 });
    await link.billing.client.setPlan({ workspaceId: actor.workspaceId, plan: 'free' });
    expect(await update(actor, made.id, { title: 'still mine', expiresAt: made.expiresAt, maxClicks: 9 })).toMatchObject({
      hasPassword: true,
      maxClicks: 9,
    });
    for (const fields of [{ password: 'y' }, { expiresAt: '2998-01-01T00:00:00Z' }, { maxClicks: 10 }])
      await expect(update(actor, made.id, fields)).rejects.toMatchObject({ code: 'PLAN_FEATURE_REQUIRED' });
  });

  it('to an expiry in the past ends the link at once', async () => {
    const actor = await paying();
    const made = await create(actor, { expiresAt: future });
    expect(await update(actor, made.id, { expiresAt: '2020-01-01T00:00:00Z' })).toMatchObject({ expiresAt: '2020-01-01T00:00:00.000Z' });
    expect(await as(actor, () => link.client.countLinks({}))).toEqual({ total: 1, active: 0 });
  });

  it('refuses an expiry before the start', async () => {
    const actor = await paying();
    const made = await create(actor, { startsAt: '2990-01-01T00:00:00Z' });
    await expect(update(actor, made.id, { expiresAt: '2989-01-01T00:00:00Z' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [expect.objectContaining({ field: 'expiresAt' })],
    });
  });

  it('moves to a new alias and keeps the old one for itself alone', async () => {
    const [actor, other] = [newActor(), newActor()];
    const made = await create(actor, { customAlias: 'before-move' });
    const moved = await update(actor, made.id, { customAlias: 'after-move' });
    expect(moved).toMatchObject({ slug: 'after-move', shortUrl: 'https://go.linqr.test/after-move', isCustomAlias: true });
    expect(await resolve('after-move')).toMatchObject({ id: made.id, state: LinkState.LINK_STATE_ACTIVE });
    expect(await resolve('before-move')).toMatchObject({ id: made.id, state: LinkState.LINK_STATE_DELETED, originalUrl: '' });
    await expect(create(other, { customAlias: 'before-move' })).rejects.toMatchObject({ code: 'LINK_ALIAS_TAKEN' });
    await update(actor, made.id, { customAlias: 'before-move' });
    expect(await resolve('before-move')).toMatchObject({ state: LinkState.LINK_STATE_ACTIVE });
    await expect(create(other, { customAlias: 'after-move' })).rejects.toMatchObject({ code: 'LINK_ALIAS_TAKEN' });
  });

  it('to an alias of another link is refused and changes nothing', async () => {
    const actor = newActor();
    await create(newActor(), { customAlias: 'somebody-elses' });
    const made = await create(actor, { title: 'mine' });
    await expect(update(actor, made.id, { customAlias: 'somebody-elses', title: 'changed' })).rejects.toMatchObject({
      code: 'LINK_ALIAS_TAKEN',
    });
    expect(await get(actor, made.id)).toEqual(made);
  });

  it('gives one of two links that move to the same alias at once to exactly one', async () => {
    const actor = newActor();
    const made = await Promise.all(Array.from({ length: 10 }, () => create(actor)));
    const outcomes = await Promise.allSettled(made.map((l) => update(actor, l.id, { customAlias: 'move-race' })));
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1);
  });

  it('loses no change when many come at once', async () => {
    const actor = newActor();
    const made = await create(actor);
    await Promise.all(Array.from({ length: 20 }, (_, i) => update(actor, made.id, { title: `t${i}` })));
    expect((await get(actor, made.id)).version).toBe(21);
    const versions = await link.sql<{ version: number }>('select version from link_versions where link_id = $1 order by version', [
      made.id,
    ]);
    expect(versions.map((v) => v.version)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
  });

  it('archives and takes back', async () => {
    const actor = newActor();
    const made = await create(actor);
    expect(await update(actor, made.id, { archived: true })).toMatchObject({ state: LinkState.LINK_STATE_ARCHIVED, version: 2 });
    expect(await as(actor, () => link.client.countLinks({}))).toEqual({ total: 1, active: 0 });
    expect(await update(actor, made.id, { archived: false })).toMatchObject({ state: LinkState.LINK_STATE_ACTIVE, version: 3 });
  });

  it.each([
    ['originalUrl', { originalUrl: 'data:text/html,x' }, 'DESTINATION_NOT_ALLOWED'],
    ['originalUrl', { originalUrl: '' }, 'VALIDATION_FAILED'],
    ['customAlias', { customAlias: 'login' }, 'VALIDATION_FAILED'],
    ['title', { title: 'x'.repeat(201) }, 'VALIDATION_FAILED'],
    ['tags.values', { tags: { values: ['x'.repeat(51)] } }, 'VALIDATION_FAILED'],
    ['redirectType', { redirectType: 200 }, 'VALIDATION_FAILED'],
    ['maxClicks', { maxClicks: -1 }, 'VALIDATION_FAILED'],
  ])('with a bad %s is refused (case %#)', async (field, fields, code) => {
    const actor = newActor();
    const made = await create(actor);
    await expect(update(actor, made.id, fields)).rejects.toMatchObject({
      code,
      details: expect.arrayContaining([expect.objectContaining({ field })]),
    });
    expect(await get(actor, made.id)).toEqual(made);
  });
});

describe('deleting a link', () => {
  it('makes it unknown to its workspace, gone at its address, and its slug nobody elses', async () => {
    const actor = newActor();
    const made = await create(actor, { customAlias: 'deleted-once' });
    await as(actor, () => link.client.deleteLink({ id: made.id }));
    await expect(get(actor, made.id)).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
    await expect(as(actor, () => link.client.deleteLink({ id: made.id }))).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
    expect(await resolve('deleted-once')).toMatchObject({ id: made.id, state: LinkState.LINK_STATE_DELETED, originalUrl: '', title: '' });
    await expect(create(actor, { customAlias: 'deleted-once' })).rejects.toMatchObject({ code: 'LINK_ALIAS_TAKEN' });
    expect(await as(actor, () => link.client.countLinks({}))).toEqual({ total: 0, active: 0 });
  });
});

describe("another workspace's link", () => {
  it('answers exactly like one that does not exist', async () => {
    const owner = newActor();
    const made = await create(owner);
    const answer = async (call: () => Promise<unknown>) => {
      const { code, message, details } = (await as(newActor(), call).catch((error: unknown) => error)) as {
        code: string;
        message: string;
        details: unknown;
      };
      return { code, message, details };
    };
    for (const call of [
      (id: string) => () => link.client.getLink({ id }),
      (id: string) => () => link.client.updateLink(updateRequest(id, { title: 'mine now' })),
      (id: string) => () => link.client.deleteLink({ id }),
    ]) {
      const foreign = await answer(call(made.id));
      expect(foreign).toEqual({ code: 'LINK_NOT_FOUND', message: 'Link not found', details: [] });
      for (const id of [newId('lnk'), '', 'nonsense', "' or 1=1 --", 'a\0b']) expect(await answer(call(id))).toEqual(foreign);
    }
    expect(await get(owner, made.id)).toEqual(made);
  });
});
