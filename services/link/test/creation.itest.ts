import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { type CreateLinkRequest, LinkState } from '@linqr/proto/link/v1/link';
import { eventually } from '@linqr/testing/eventually';
import { as, createRequest, newActor, startLink, type TestLink } from './harness.js';

let link: TestLink;
beforeAll(async () => {
  link = await startLink();
}, 60_000);
afterAll(() => link?.stop());

const create = (actor: Actor, fields: Partial<CreateLinkRequest> = {}) => as(actor, () => link.client.createLink(createRequest(fields)));
const used = async (actor: Actor) => (await as(actor, () => link.billing.client.getUsage({}))).linksCreated;
const setPlan = (actor: Actor, plan: string) => link.billing.client.setPlan({ workspaceId: actor.workspaceId, plan });
const inHours = (hours: number) => new Date(link.clock.now() + hours * 3_600_000).toISOString();

describe('creating a link', () => {
  it('answers with a link on the short domain, as it was asked for', async () => {
    const actor = newActor();
    const made = await create(actor, {
      originalUrl: 'https://Example.com/A',
      title: ' A title ',
      description: 'text',
      tags: [' a ', 'A', '', 'b'],
    });
    expect(made).toMatchObject({
      workspaceId: actor.workspaceId,
      ownerId: actor.userId,
      domain: 'go.linqr.test',
      originalUrl: 'https://example.com/A',
      title: 'A title',
      description: 'text',
      tags: ['a', 'b'],
      hasPassword: false,
      isCustomAlias: false,
      maxClicks: 0,
      redirectType: 302,
      forwardQuery: false,
      state: LinkState.LINK_STATE_ACTIVE,
      version: 1,
    });
    expect(made.id).toMatch(/^lnk_/);
    expect(made.slug).toMatch(/^[2-9a-zA-Z]{7}$/);
    expect(made.shortUrl).toBe(`https://go.linqr.test/${made.slug}`);
    expect(made.createdAt).toBe(made.updatedAt);
    expect(await as(actor, () => link.client.getLink({ id: made.id }))).toEqual(made);
    expect(await used(actor)).toBe(1);
  });

  it('takes every option that the plan includes', async () => {
    const actor = newActor();
    await setPlan(actor, 'starter');
    const made = await create(actor, {
      customAlias: `All-of_it${actor.userId.slice(-6)}`,
      password: ' s3cret ',
      expiresAt: inHours(2),
      startsAt: inHours(1),
      maxClicks: 50,
      redirectType: 308,
      forwardQuery: true,
    });
    expect(made).toMatchObject({ isCustomAlias: true, hasPassword: true, maxClicks: 50, redirectType: 308, forwardQuery: true });
    const [row] = await link.sql<{ password_hash: string }>('select password_hash from links where id = $1', [made.id]);
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const versions = await link.sql<{ snapshot: unknown }>('select * from link_versions where link_id = $1', [made.id]);
    expect(JSON.stringify(versions)).not.toMatch(/s3cret|argon2/);
  });

  it.each([
    ['a password', { password: 'x' }, /^Password protection needs the Starter plan/],
    ['an expiry', { expiresAt: '2999-01-01T00:00:00Z' }, /^Link expiration needs the Starter plan/],
    ['a cap on clicks', { maxClicks: 5 }, /^Link expiration needs the Starter plan/],
  ])('with %s needs a plan that has it, and costs nothing otherwise', async (_, fields, message) => {
    const actor = newActor();
    const failure = await create(actor, fields).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'PLAN_FEATURE_REQUIRED', message: expect.stringMatching(message) });
    expect(await used(actor)).toBe(0);
  });

  it.each([
    ['originalUrl', { originalUrl: '' }, 'VALIDATION_FAILED'],
    ['originalUrl', { originalUrl: 'nonsense' }, 'VALIDATION_FAILED'],
    ['originalUrl', { originalUrl: 'javascript:alert(1)' }, 'DESTINATION_NOT_ALLOWED'],
    ['originalUrl', { originalUrl: 'http://0x7f.1/' }, 'DESTINATION_NOT_ALLOWED'],
    ['originalUrl', { originalUrl: 'https://go.linqr.test/loop' }, 'DESTINATION_NOT_ALLOWED'],
    ['originalUrl', { originalUrl: 'https://app.linqr.test/dashboard' }, 'DESTINATION_NOT_ALLOWED'],
    ['customAlias', { customAlias: 'ab' }, 'VALIDATION_FAILED'],
    ['customAlias', { customAlias: 'a/b/c' }, 'VALIDATION_FAILED'],
    ['customAlias', { customAlias: 'Dashboard' }, 'VALIDATION_FAILED'],
    ['title', { title: 'x'.repeat(201) }, 'VALIDATION_FAILED'],
    ['title', { title: 'a\0b' }, 'VALIDATION_FAILED'],
    ['description', { description: 'x'.repeat(1_001) }, 'VALIDATION_FAILED'],
    ['tags', { tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, 'VALIDATION_FAILED'],
    ['tags', { tags: ['x'.repeat(51)] }, 'VALIDATION_FAILED'],
    ['password', { password: 'x'.repeat(201) }, 'VALIDATION_FAILED'],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }, 'VALIDATION_FAILED'],
    ['maxClicks', { maxClicks: -1 }, 'VALIDATION_FAILED'],
    ['redirectType', { redirectType: 303 }, 'VALIDATION_FAILED'],
    ['redirectType', { redirectType: 0 }, 'VALIDATION_FAILED'],
    ['domain', { domain: 'other.example.com' }, 'VALIDATION_FAILED'],
    ['idempotencyKey', { idempotencyKey: 'with space' }, 'VALIDATION_FAILED'],
  ])('with a bad %s is refused and costs nothing (case %#)', async (field, fields, code) => {
    const actor = newActor();
    const failure = await create(actor, fields).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, details: expect.arrayContaining([expect.objectContaining({ field })]) });
    expect(await used(actor)).toBe(0);
  });

  it('that starts after it ends is refused', async () => {
    const actor = newActor();
    await setPlan(actor, 'starter');
    await expect(create(actor, { expiresAt: inHours(1), startsAt: inHours(2) })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('needs somebody signed in', async () => {
    await expect(link.client.createLink(createRequest())).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  });

  it('gives an alias to exactly one of many at once, and costs the others nothing', async () => {
    const actors = Array.from({ length: 30 }, () => newActor());
    const outcomes = await Promise.allSettled(actors.map((actor) => create(actor, { customAlias: 'the-one-alias' })));
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'LINK_ALIAS_TAKEN', message: 'That alias is already taken' });
    const uses = await Promise.all(actors.map(used));
    expect(uses.reduce((sum, n) => sum + n)).toBe(1);
    expect(uses.map((n) => n === 1)).toEqual(outcomes.map((o) => o.status === 'fulfilled'));
  });

  it('tells aliases apart by their case', async () => {
    const actor = newActor();
    await create(actor, { customAlias: 'CaseMatters' });
    await create(actor, { customAlias: 'casematters' });
    await expect(create(actor, { customAlias: 'CaseMatters' })).rejects.toMatchObject({ code: 'LINK_ALIAS_TAKEN' });
  });

  it('makes exactly as many as the plan has left when many come at once', async () => {
    const actor = newActor();
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => create(actor)));
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(50);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({
          code: 'PLAN_LIMIT_REACHED',
          message: 'You have reached your plan limit. Please upgrade to continue.',
        });
    expect(await as(actor, () => link.client.countLinks({}))).toEqual({ total: 50, active: 50 });
    expect(await used(actor)).toBe(50);
  });

  it('gives nothing back when a link is deleted', async () => {
    const actor = newActor();
    const made = await create(actor);
    await as(actor, () => link.client.deleteLink({ id: made.id }));
    expect(await used(actor)).toBe(1);
  });
});

describe('an idempotency key', () => {
  it('answers with the link made the first time, and costs once', async () => {
    const actor = newActor();
    const first = await create(actor, { idempotencyKey: 'k1', title: 'one' });
    expect(await create(actor, { idempotencyKey: 'k1', title: 'one' })).toEqual(first);
    expect(await used(actor)).toBe(1);
  });

  it('makes one link of many requests at once', async () => {
    const actor = newActor();
    const made = await Promise.all(Array.from({ length: 20 }, () => create(actor, { idempotencyKey: 'at-once' })));
    expect(new Set(made.map((l) => l.id)).size).toBe(1);
    expect(await as(actor, () => link.client.countLinks({}))).toEqual({ total: 1, active: 1 });
    expect(await used(actor)).toBe(1);
  });

  it('is refused for another request', async () => {
    const actor = newActor();
    await create(actor, { idempotencyKey: 'k', title: 'one' });
    await expect(create(actor, { idempotencyKey: 'k', title: 'two' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it("is the workspace's own", async () => {
    const [a, b] = [newActor(), newActor()];
    expect((await create(a, { idempotencyKey: 'k' })).id).not.toBe((await create(b, { idempotencyKey: 'k' })).id);
  });

  it('is free again after a failure', async () => {
    const actor = newActor();
    await create(newActor(), { customAlias: 'taken-for-key' });
    await expect(create(actor, { idempotencyKey: 'k', customAlias: 'taken-for-key' })).rejects.toMatchObject({ code: 'LINK_ALIAS_TAKEN' });
    await create(actor, { idempotencyKey: 'k', customAlias: 'free-for-key' });
  });

  it('is forgotten after 24 hours', async () => {
    const actor = newActor();
    const first = await create(actor, { idempotencyKey: 'day' });
    link.clock.forward(24 * 3_600_000 + 1);
    expect((await create(actor, { idempotencyKey: 'day' })).id).not.toBe(first.id);
  });
});

describe('while billing is down', () => {
  it('nothing is created, and what may have been reserved is given back when it returns', async () => {
    const actor = newActor();
    await create(actor);
    await link.billing.stop();
    await expect(create(actor)).rejects.toMatchObject({ code: expect.stringMatching(/PART_UNAVAILABLE|DEADLINE_EXCEEDED/) });
    const made = await as(actor, () => link.client.countLinks({}));
    expect(made.total).toBe(1);
    await link.restartBilling();
    await eventually(async () => expect(await used(actor)).toBe(1));
    await eventually(() => create(actor), { timeoutMs: 5_000 });
    expect(await used(actor)).toBe(2);
  }, 60_000);
});
