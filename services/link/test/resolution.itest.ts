import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { newId } from '@linqr/platform/ids';
import { type CreateLinkRequest, LinkState, type UnlockLinkRequest } from '@linqr/proto/link/v1/link';
import { as, createRequest, newActor, startLink, type TestLink, updateRequest } from './harness.js';

let link: TestLink;
let actor: Actor;
beforeAll(async () => {
  link = await startLink();
  actor = newActor();
  await link.billing.client.setPlan({ workspaceId: actor.workspaceId, plan: 'professional' });
}, 60_000);
afterAll(() => link?.stop());

const create = (fields: Partial<CreateLinkRequest> = {}) => as(actor, () => link.client.createLink(createRequest(fields)));
const unlock = (fields: Partial<UnlockLinkRequest>) =>
  link.client.unlockLink({ domain: '', slug: '', password: '', clientAddress: '203.0.113.1', id: '', ...fields });

describe('resolving an address', () => {
  it('answers without an actor with all that a redirect needs, and nothing secret', async () => {
    const made = await create({
      password: 'secret',
      expiresAt: '2999-01-01T00:00:00Z',
      startsAt: '2990-01-01T00:00:00Z',
      maxClicks: 3,
      redirectType: 307,
      title: 'T',
    });
    expect(await link.client.resolveLink({ domain: 'go.linqr.test', slug: made.slug })).toEqual({
      id: made.id,
      workspaceId: made.workspaceId,
      ownerId: made.ownerId,
      domain: 'go.linqr.test',
      slug: made.slug,
      originalUrl: 'https://example.com/',
      redirectType: 307,
      forwardQuery: false,
      hasPassword: true,
      passwordVersion: 1,
      expiresAtMs: Date.UTC(2999, 0, 1),
      startsAtMs: Date.UTC(2990, 0, 1),
      maxClicks: 3,
      state: LinkState.LINK_STATE_ACTIVE,
      version: 1,
      title: 'T',
      qrId: '',
      rules: [],
      variants: [],
      clicksLeft: 3,
      mayGoOn: false,
    });
  });

  it('takes the host in any case and the slug as it is', async () => {
    await create({ customAlias: 'ExactCase' });
    expect(await link.client.resolveLink({ domain: 'GO.linqr.test', slug: 'ExactCase' })).toMatchObject({ slug: 'ExactCase' });
    await expect(link.client.resolveLink({ domain: 'go.linqr.test', slug: 'exactcase' })).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
  });

  it.each([
    ['go.linqr.test', 'never-was'],
    ['other.example.com', 'ExactCase'],
    ['', ''],
    ['go.linqr.test', 'a/b'],
    ['go.linqr.test', 'a\0b'],
    ['go.linqr.test\0', 'abc'],
    ["' or true --", 'abc'],
    ['go.linqr.test', 'x'.repeat(10_000)],
  ])('of %j %j finds nothing (case %#)', async (domain, slug) => {
    await expect(link.client.resolveLink({ domain, slug })).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
  });

  it.each([
    ['disabled', 'disabled_at', LinkState.LINK_STATE_DISABLED],
    ['quarantined', 'quarantined_at', LinkState.LINK_STATE_QUARANTINED],
  ])('tells a link that is %s', async (_, column, state) => {
    const made = await create();
    await link.sql(`update links set ${column} = now() where id = $1`, [made.id]);
    expect(await link.client.resolveLink({ domain: made.domain, slug: made.slug })).toMatchObject({ state });
    await expect(unlock({ id: made.id })).rejects.toMatchObject({ code: 'LINK_GONE' });
  });

  it("knows a workspace's own domain, where short URLs are its own", async () => {
    const host = `go-${newId('dom').slice(-8)}.example.net`;
    await link.sql('insert into domains (id, host, workspace_id, created_at) values ($1, $2, $3, now())', [
      newId('dom'),
      host,
      actor.workspaceId,
    ]);
    await create({ customAlias: 'shared-slug' });
    const made = await create({ customAlias: 'shared-slug', domain: host.toUpperCase(), originalUrl: 'https://example.org/own' });
    expect(made.shortUrl).toBe(`https://${host}/shared-slug`);
    expect(await link.client.resolveLink({ domain: host, slug: 'shared-slug' })).toMatchObject({ originalUrl: 'https://example.org/own' });
    await expect(create({ originalUrl: `https://${host}/loop` })).rejects.toMatchObject({ code: 'DESTINATION_NOT_ALLOWED' });
    const stranger = as(newActor(), () => link.client.createLink(createRequest({ domain: host })));
    await expect(stranger).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('unlocking a link', () => {
  it('answers with the destination for the right password, by address and by id', async () => {
    const made = await create({ password: 'open sesame', originalUrl: 'https://example.org/cave' });
    const expected = { linkId: made.id, originalUrl: 'https://example.org/cave', passwordVersion: 1 };
    expect(await unlock({ domain: made.domain, slug: made.slug, password: 'open sesame' })).toEqual(expected);
    expect(await unlock({ id: made.id, password: 'open sesame' })).toEqual(expected);
    await expect(unlock({ id: made.id, password: 'open Sesame' })).rejects.toMatchObject({ code: 'LINK_PASSWORD_WRONG' });
    await expect(unlock({ id: made.id, password: '' })).rejects.toMatchObject({ code: 'LINK_PASSWORD_WRONG' });
  });

  it('takes only the new password after a change, under a new version', async () => {
    const made = await create({ password: 'first' });
    await as(actor, () => link.client.updateLink(updateRequest(made.id, { password: 'second' })));
    await expect(unlock({ id: made.id, password: 'first' })).rejects.toMatchObject({ code: 'LINK_PASSWORD_WRONG' });
    expect(await unlock({ id: made.id, password: 'second' })).toMatchObject({ passwordVersion: 2 });
  });

  it('is throttled for one address on one link and for nobody else, also for the right password and for guesses at once', async () => {
    const [made, other] = [await create({ password: 'right' }), await create({ password: 'right' })];
    const outcomes = await Promise.allSettled(Array.from({ length: 15 }, () => unlock({ id: made.id, password: 'wrong' })));
    const codes = outcomes.map((o) => (o.status === 'rejected' ? o.reason.code : 'ok'));
    expect(codes.filter((code) => code === 'LINK_PASSWORD_WRONG')).toHaveLength(10);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(5);
    const limited = await unlock({ id: made.id, password: 'right' }).catch((error: unknown) => error);
    expect(limited).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) });
    expect((limited as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(800);
    await unlock({ id: made.id, password: 'right', clientAddress: '203.0.113.2' });
    await unlock({ id: other.id, password: 'right' });
    expect(JSON.stringify(await link.sql('select bucket::text from unlock_attempts'))).not.toContain('203.0.113');
    link.clock.forward(15 * 60_000);
    await unlock({ id: made.id, password: 'right' });
  });

  it('forgets the wrong guesses before a right one', async () => {
    const made = await create({ password: 'right' });
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 6; i++)
        await expect(unlock({ id: made.id, password: 'wrong' })).rejects.toMatchObject({ code: 'LINK_PASSWORD_WRONG' });
      await unlock({ id: made.id, password: 'right' });
    }
  });

  it('needs no password where there is none', async () => {
    const made = await create();
    expect(await unlock({ id: made.id })).toMatchObject({ originalUrl: 'https://example.com/', passwordVersion: 0 });
  });

  it('of a link that is over, not begun, deleted or unknown is refused', async () => {
    const expired = await create({ password: 'p', expiresAt: new Date(link.clock.now() + 60_000).toISOString() });
    const coming = await create({ password: 'p', startsAt: '2990-01-01T00:00:00Z' });
    const deleted = await create({ password: 'p' });
    await as(actor, () => link.client.deleteLink({ id: deleted.id }));
    link.clock.forward(60_000);
    await expect(unlock({ id: expired.id, password: 'p' })).rejects.toMatchObject({ code: 'LINK_GONE' });
    for (const id of [coming.id, deleted.id, newId('lnk'), 'nonsense'])
      await expect(unlock({ id, password: 'p' })).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
    for (const [domain, slug] of [
      ['', ''],
      ['go.linqr.test', 'never-was'],
      ['x\0', 'abc'],
    ] as const)
      await expect(unlock({ domain, slug })).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
    await expect(unlock({ id: coming.id, password: 'x'.repeat(1_001) })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
