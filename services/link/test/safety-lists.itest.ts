import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGrpcClient } from '@linqr/platform/grpc';
import { DomainServiceService } from '@linqr/proto/link/v1/domains';
import { LinkState } from '@linqr/proto/link/v1/link';
import { ReportAction } from '@linqr/proto/link/v1/safety';
import { eventually } from '@linqr/testing/eventually';
import { onPlan } from './bulk-harness.js';
import { as, newActor, updateRequest } from './harness.js';
import {
  admin,
  asAdmin,
  closeDesk,
  create,
  link,
  openDesk,
  record,
  reportOf,
  resolved,
  safety,
  serveAlso,
  writeHosts,
} from './safety-harness.js';

beforeAll(openDesk, 60_000);
afterAll(closeDesk, 60_000);

describe('the root of an own domain', () => {
  it('leads nowhere once where it leads is on a block list, which is on record, and leads again when it is off the list', async () => {
    const owner = await onPlan(link, newActor(), 'professional');
    const domains = createGrpcClient({ definition: DomainServiceService, target: link.target, idempotent: [], timeoutMs: 20_000 });
    try {
      const { id, host } = await as(owner, () => domains.createDomain({ host: 'go.root-of-a-brand.example' }));
      // As if its records had been seen.
      await link.sql(`update domains set state = 'verified', serves = true, points_here = true, next_check_at = null where id = $1`, [id]);
      const set = (rootRedirect: string) => as(owner, () => domains.updateDomain({ id, rootRedirect }));
      await set('https://root-turns-bad.example/');
      const root = async () => (await domains.resolveDomain({ host })).rootRedirect;
      expect(await root()).toBe('https://root-turns-bad.example/');
      await writeHosts('evil.example', 'root-turns-bad.example');
      await eventually(async () => expect(await root()).toBe(''), { timeoutMs: 20_000 });
      const [mine] = (await as(owner, () => domains.listDomains({}))).domains;
      expect(mine).toMatchObject({ rootBlocked: true, rootRedirect: 'https://root-turns-bad.example/' });
      await expect(set('https://root-turns-bad.example/again')).rejects.toMatchObject({ code: 'LINK_BLOCKED' });
      // Another address is free at once.
      expect(await set('https://fine.example/')).toMatchObject({ rootBlocked: false });
      expect(await root()).toBe('https://fine.example/');
      await link.sql(`update domains set root_redirect = 'https://root-turns-bad.example/', root_blocked = true where id = $1`, [id]);
      await writeHosts('evil.example');
      await eventually(async () => expect(await root()).toBe('https://root-turns-bad.example/'), { timeoutMs: 20_000 });
      const actions = (await record()).actions.filter(({ targetId }) => targetId === id).map(({ action, actorId }) => [action, actorId]);
      expect(actions).toEqual([
        ['domain.root_restored', ''],
        ['domain.root_blocked', ''],
      ]);
    } finally {
      domains.$close();
    }
  }, 60_000);
});

describe('a destination on a block list', () => {
  it('is refused on creation, on change and for other services, without telling which list', async () => {
    const owner = newActor();
    const made = await create(owner);
    const blocked = { code: 'LINK_BLOCKED', details: [{ field: 'originalUrl' }] };
    await expect(create(owner, 'https://www.evil.example/x')).rejects.toMatchObject(blocked);
    await expect(create(owner, 'http://by-url.example/')).rejects.toMatchObject(blocked);
    const edit = as(owner, () => link.client.updateLink(updateRequest(made.id, { originalUrl: 'https://evil.example' })));
    await expect(edit).rejects.toMatchObject(blocked);
    const check = safety.checkDestinations({ urls: ['https://Example.com', 'https://evil.example/'] });
    await expect(check).rejects.toMatchObject({ code: 'LINK_BLOCKED', details: [{ field: 'urls.1' }] });
    await expect(check).rejects.not.toThrow(/hosts\.txt/);
    expect(await safety.checkDestinations({ urls: ['https://Example.com'] })).toEqual({ urls: ['https://example.com/'] });
  });

  it('goes behind a warning once the list has it, stays there only once, and an admin who clears it is believed', async () => {
    const owner = newActor();
    const [turned, other] = [await create(owner, 'https://turns-bad.example/'), await create(owner)];
    serveAlso('turns-bad.example');
    await eventually(async () => expect((await resolved(turned)).state).toBe(LinkState.LINK_STATE_QUARANTINED), { timeoutMs: 15_000 });
    expect((await resolved(other)).state).toBe(LinkState.LINK_STATE_ACTIVE);
    const history = async () =>
      (await record()).actions.filter(({ targetId }) => targetId === turned.id).map(({ action, actorId }) => [action, actorId]);
    expect(await history()).toEqual([['link.quarantined', '']]);
    await asAdmin(() => safety.setLinkState({ id: turned.id, state: LinkState.LINK_STATE_ACTIVE, reason: 'A mistake of the list' }));
    // Another change of the lists begins another run over all links; this one is passed over, a later one is not.
    const later = await create(owner, 'https://turns-bad-too.example/');
    serveAlso('turns-bad-too.example');
    await eventually(async () => expect((await resolved(later)).state).toBe(LinkState.LINK_STATE_QUARANTINED), { timeoutMs: 15_000 });
    expect((await resolved(turned)).state).toBe(LinkState.LINK_STATE_ACTIVE);
    expect(await history()).toEqual([
      ['link.restored', admin.userId],
      ['link.quarantined', ''],
    ]);
  });
});

describe('a destination that looks like somebody else', () => {
  it('is let through and put in the queue once, until its destination changes', async () => {
    const owner = newActor();
    const made = await create(owner, 'https://paypa1-login.example/');
    const found = await eventually(async () => (await reportOf(made.slug)) ?? Promise.reject(new Error('not yet')));
    expect(found).toMatchObject({ automatic: true, count: 1, link: { id: made.id, state: LinkState.LINK_STATE_ACTIVE } });
    expect(found.details).toContain('paypal.com');
    await asAdmin(() => safety.resolveReport({ id: found.id, action: ReportAction.REPORT_ACTION_DISMISS, note: 'A parody' }));
    await as(owner, () => link.client.updateLink(updateRequest(made.id, { title: 'Renamed' })));
    await as(owner, () => link.client.updateLink(updateRequest(made.id, { originalUrl: 'http://8.8.8.8/' })));
    const again = await eventually(async () => (await reportOf(made.slug)) ?? Promise.reject(new Error('not yet')));
    expect(again.details).toContain('8.8.8.8');
  });
});
