import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGrpcClient } from '@linqr/platform/grpc';
import { LinkChanged } from '@linqr/proto/events/v1/link';
import { DomainState } from '@linqr/proto/link/v1/domains';
import { LinkState } from '@linqr/proto/link/v1/link';
import { ReportState, SafetyServiceService } from '@linqr/proto/link/v1/safety';
import { eventually } from '@linqr/testing/eventually';
import {
  add,
  closeDomains,
  link,
  make,
  newHost,
  openDomains,
  own,
  prove,
  read,
  remove,
  resolve,
  somebody,
  verified,
  verify,
} from './domains-harness.js';
import { as, newActor } from './harness.js';

beforeAll(openDomains, 60_000);
afterAll(closeDomains, 60_000);

describe('giving a domain up', () => {
  it('is refused while links live on it', async () => {
    const actor = await somebody();
    const domain = await verified(actor);
    const made = await make(actor, domain.host, 'only');
    await expect(remove(actor, domain)).rejects.toMatchObject({ code: 'DOMAIN_IN_USE', message: expect.stringContaining('One link') });
    await as(actor, () => link.client.deleteLink({ id: made.id }));
    await remove(actor, domain);
    await expect(own.resolveDomain({ host: domain.host })).rejects.toMatchObject({ code: 'DOMAIN_NOT_FOUND' });
  });

  it('and taking it again needs a new proof, and hands out no address twice', async () => {
    const actor = await somebody();
    const domain = await verified(actor);
    const made = await make(actor, domain.host, 'former');
    await as(actor, () => link.client.deleteLink({ id: made.id }));
    await remove(actor, domain);
    const again = await add(actor, domain.host);
    expect(again.txtValue).not.toBe(domain.txtValue);
    expect(await verify(actor, again)).toMatchObject({ state: DomainState.DOMAIN_STATE_PENDING });
    prove(again);
    expect(await verify(actor, again)).toMatchObject({ state: DomainState.DOMAIN_STATE_VERIFIED, linkCount: 0 });
    await expect(make(actor, domain.host, 'former')).rejects.toMatchObject({ code: 'LINK_ALIAS_TAKEN' });
    expect((await resolve(domain.host, 'former')).state).toBe(LinkState.LINK_STATE_DELETED);
  });

  it('while a link is being made on it ends with neither a link on no domain nor a lost one', async () => {
    const actor = await somebody();
    for (let round = 0; round < 8; round++) {
      const domain = await verified(actor);
      const [made, removed] = await Promise.allSettled([make(actor, domain.host, 'race'), remove(actor, domain)]);
      expect([made.status, removed.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

describe('a domain that two workspaces claim', () => {
  it('stays where its proof stands', async () => {
    const [holder, rival] = [await somebody(), await somebody()];
    const host = newHost();
    const held = await verified(holder, host);
    const claimed = await add(rival, host);
    await expect(verify(rival, claimed)).resolves.toMatchObject({ state: DomainState.DOMAIN_STATE_PENDING });
    prove(held, claimed);
    await expect(verify(rival, claimed)).rejects.toMatchObject({ code: 'DOMAIN_TAKEN' });
    expect(await read(rival, claimed)).toMatchObject({
      state: DomainState.DOMAIN_STATE_PENDING,
      problem: expect.stringContaining('Another'),
    });
    expect(await read(holder, held)).toMatchObject({ state: DomainState.DOMAIN_STATE_VERIFIED });
    await expect(make(rival, host, 'theirs')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('goes over once the new proof is there and the old one is not; the former links are announced as gone', async () => {
    const [holder, heir] = [await somebody(), await somebody()];
    const host = newHost();
    const held = await verified(holder, host);
    const former = await make(holder, host, 'shared');
    const safety = createGrpcClient({ definition: SafetyServiceService, target: link.target, idempotent: [], timeoutMs: 20_000 });
    const heard: { id: string; version: number }[] = [];
    const subscription = await link.bus.broadcast({
      topics: ['link.changed.v1'],
      handler: (records) => {
        for (const record of records) {
          const { linkId, version } = LinkChanged.decode(record.value);
          heard.push({ id: linkId, version });
        }
      },
      onGap: () => undefined,
    });
    try {
      const claimed = await add(heir, host);
      prove(claimed);
      expect(await verify(heir, claimed)).toMatchObject({ state: DomainState.DOMAIN_STATE_VERIFIED });
      expect(await read(holder, held)).toMatchObject({
        state: DomainState.DOMAIN_STATE_FAILED,
        problem: expect.stringContaining('Another workspace'),
        linkCount: 1,
      });
      await eventually(() => heard.some(({ id, version }) => id === former.id && version > former.version));
      await expect(resolve(host, 'shared')).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
      const made = await make(heir, host, 'shared');
      expect((await resolve(host, 'shared')).id).toBe(made.id);
      await expect(make(holder, host, 'another')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      // What is reported is what visitors get, not what the former workspace still has.
      await safety.fileReport({
        shortId: `https://${host}/shared`,
        reason: 'Phishing',
        details: '',
        email: '',
        clientAddress: '198.51.100.7',
      });
      const { reports } = await as(newActor('admin'), () =>
        safety.listReports({ page: 1, limit: 100, state: ReportState.REPORT_STATE_OPEN }),
      );
      expect(reports.find(({ target }) => target === `${host}/shared`)?.link?.id).toBe(made.id);
      // And back, by the same rule.
      prove(held);
      expect(await verify(holder, held)).toMatchObject({ state: DomainState.DOMAIN_STATE_VERIFIED });
      expect((await resolve(host, 'shared')).id).toBe(former.id);
    } finally {
      safety.$close();
      await subscription.close();
    }
  });

  it("is one workspace's alone, however many prove it at once", async () => {
    const actors = await Promise.all(Array.from({ length: 4 }, () => somebody()));
    const host = newHost();
    const claims = await Promise.all(actors.map((actor) => add(actor, host)));
    prove(...claims);
    await Promise.allSettled(claims.map((claim, i) => verify(actors[i]!, claim)));
    expect(await link.sql('select 1 from domains where host = $1 and serves', [host])).toHaveLength(1);
  });
});
