import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { type Domain, DomainState } from '@linqr/proto/link/v1/domains';
import { LinkState } from '@linqr/proto/link/v1/link';
import { eventually } from '@linqr/testing/eventually';
import {
  add,
  closeDomains,
  dns,
  link,
  listed,
  make,
  newHost,
  openDomains,
  own,
  prove,
  read,
  remove,
  resolve,
  somebody,
  TARGET,
  verified,
  verify,
} from './domains-harness.js';
import { as, createRequest, listRequest } from './harness.js';

const DAY = 86_400_000;

beforeAll(openDomains, 60_000);
afterAll(closeDomains, 60_000);

describe('a domain', () => {
  it('is claimed with the records to make, proved by them, and carries links then and not before', async () => {
    const actor = await somebody();
    const host = newHost();
    const domain = await add(actor, ` ${host.toUpperCase()}. `);
    expect(domain).toMatchObject({
      host,
      state: DomainState.DOMAIN_STATE_PENDING,
      txtName: `_linqr.${host}`,
      txtValue: expect.stringMatching(/^linqr-verification=[0-9a-f]{32}$/),
      cnameTarget: TARGET,
      linkCount: 0,
      problem: '',
    });
    await expect(make(actor, host, 'early')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await verify(actor, domain)).toMatchObject({ state: DomainState.DOMAIN_STATE_PENDING, txtFound: false, pointsHere: false });
    dns.zone.set(host, { cname: TARGET });
    expect(await verify(actor, domain)).toMatchObject({ state: DomainState.DOMAIN_STATE_PENDING, txtFound: false, pointsHere: true });
    await expect(own.resolveDomain({ host })).rejects.toMatchObject({ code: 'DOMAIN_NOT_FOUND' });
    dns.zone.set(domain.txtName, { txt: [domain.txtValue] });
    expect(await verify(actor, domain)).toMatchObject({
      state: DomainState.DOMAIN_STATE_VERIFIED,
      problem: '',
      verifiedAt: expect.any(String),
    });
    const made = await make(actor, host, 'hello');
    expect(made).toMatchObject({ domain: host, shortUrl: `https://${host}/hello` });
    expect(await resolve(host, 'hello')).toMatchObject({ id: made.id, domain: host, originalUrl: 'https://example.com/hello' });
    expect(await own.resolveDomain({ host })).toEqual({ isInstallation: false, rootRedirect: '' });
    expect((await read(actor, domain)).linkCount).toBe(1);
    expect((await as(actor, () => link.client.listLinks(listRequest({ domain: host })))).total).toBe(1);
  });

  it.each([
    [
      'an alias of an alias',
      (host: string) => [
        [host, { cname: 'alias.brand.example' }],
        ['alias.brand.example', { cname: TARGET }],
      ],
    ],
    ['an address of ours', (host: string) => [[host, { a: ['192.0.2.99', '192.0.2.10'] }]]],
  ] as const)('points here by %s', async (_, records) => {
    const actor = await somebody();
    const domain = await add(actor, newHost());
    prove(domain);
    for (const [name, record] of records(domain.host)) dns.zone.set(name as string, record as never);
    expect(await verify(actor, domain)).toMatchObject({ state: DomainState.DOMAIN_STATE_VERIFIED });
  });

  it('that leads in a circle does not point here', async () => {
    const actor = await somebody();
    const domain = await add(actor, newHost());
    prove(domain);
    dns.zone.set(domain.host, { cname: domain.host });
    expect(await verify(actor, domain)).toMatchObject({ pointsHere: false });
  });

  it('behind a proxy is proved by its TXT record alone, carries links, and is told apart from one that points here', async () => {
    const actor = await somebody();
    const domain = await add(actor, newHost());
    prove(domain);
    // What a proxy shows are addresses of its own.
    dns.zone.set(domain.host, { a: ['198.51.100.1'] });
    expect(await verify(actor, domain)).toMatchObject({
      state: DomainState.DOMAIN_STATE_VERIFIED,
      txtFound: true,
      pointsHere: false,
      problem: expect.stringContaining('proxy'),
    });
    const elsewhere = createRequest({ originalUrl: `https://${domain.host}/shop` });
    // As long as it has no links it may be their website still; with links it would be a loop.
    await as(actor, () => link.client.createLink(elsewhere));
    const made = await make(actor, domain.host, 'behind');
    expect(await resolve(domain.host, 'behind')).toMatchObject({ id: made.id, state: LinkState.LINK_STATE_ACTIVE });
    await expect(as(actor, () => link.client.createLink(elsewhere))).rejects.toMatchObject({ code: 'DESTINATION_NOT_ALLOWED' });
  });

  it('has its own slugs: the same one may be on every domain, once on each', async () => {
    const actor = await somebody();
    const [one, two] = [await verified(actor), await verified(actor)];
    const made = [await make(actor, one.host, 'same'), await make(actor, two.host, 'same')];
    expect((await resolve(one.host, 'same')).id).toBe(made[0]!.id);
    expect((await resolve(two.host, 'same')).id).toBe(made[1]!.id);
    await expect(make(actor, one.host, 'same')).rejects.toMatchObject({ code: 'LINK_ALIAS_TAKEN' });
    await expect(resolve('go.linqr.test', 'same')).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
  });

  it("is nobody's to use but its workspace's", async () => {
    const actor = await somebody();
    const other = await somebody();
    const domain = await verified(actor);
    await expect(make(other, domain.host, 'mine')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    for (const call of [
      () => own.verifyDomain({ id: domain.id }),
      () => own.deleteDomain({ id: domain.id }),
      () => own.updateDomain({ id: domain.id, rootRedirect: '' }),
      () => own.verifyDomain({ id: 'nonsense' }),
    ])
      await expect(as(other, call)).rejects.toMatchObject({ code: 'DOMAIN_NOT_FOUND' });
    expect(await listed(other)).toEqual([]);
    await expect(own.listDomains({})).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  });

  it('is as many as the plan allows: none, one, any number, however many are asked for at once', async () => {
    const free = await somebody('free');
    await expect(add(free, newHost())).rejects.toMatchObject({
      code: 'PLAN_FEATURE_REQUIRED',
      message: expect.stringContaining('Starter'),
    });
    const starter = await somebody('starter');
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => add(starter, newHost())));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of asked) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'PLAN_LIMIT_REACHED' });
    expect(await as(starter, () => own.listDomains({}))).toMatchObject({ limit: 1, domains: [expect.anything()] });
    const professional = await somebody();
    await Promise.all(Array.from({ length: 4 }, () => add(professional, newHost())));
    expect(await as(professional, () => own.listDomains({}))).toMatchObject({ limit: -1 });
    // Given up, it makes room.
    await remove(starter, (await listed(starter))[0]!);
    await add(starter, newHost());
  });

  it.each(['', 'localhost', '192.0.2.1', 'co.uk', 'go.linqr.test', 'x.app.linqr.test', TARGET, 'go.example.com/x'])(
    'cannot be %j',
    async (host) => {
      await expect(add(await somebody(), host)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'host' }] });
    },
  );

  it('that is in the list already is not added again', async () => {
    const actor = await somebody();
    const host = newHost();
    await add(actor, host);
    await expect(add(actor, host)).rejects.toMatchObject({ code: 'DOMAIN_TAKEN' });
  });

  it('that is merely claimed keeps nobody from shortening addresses on it; one that serves would be a loop', async () => {
    const actor = await somebody();
    const claimed = await add(actor, newHost());
    const shorten = (url: string) => as(actor, () => link.client.createLink(createRequest({ originalUrl: url })));
    await shorten(`https://${claimed.host}/page`);
    prove(claimed);
    await verify(actor, claimed);
    await expect(shorten(`https://${claimed.host}/page`)).rejects.toMatchObject({ code: 'DESTINATION_NOT_ALLOWED' });
  });

  it('leads from its root where its workspace says, by the rules of any destination', async () => {
    const actor = await somebody();
    const domain = await verified(actor);
    const set = (rootRedirect: string) => as(actor, () => own.updateDomain({ id: domain.id, rootRedirect }));
    expect(await set('https://EXAMPLE.com')).toMatchObject({ rootRedirect: 'https://example.com/' });
    expect(await own.resolveDomain({ host: domain.host })).toMatchObject({ rootRedirect: 'https://example.com/' });
    for (const bad of ['javascript:alert(1)', `https://${domain.host}/`, 'http://10.0.0.1/'])
      await expect(set(bad)).rejects.toMatchObject({ details: [{ field: 'rootRedirect' }] });
    await link.sql('insert into suspended_workspaces (workspace_id, suspended_at) values ($1, now())', [actor.workspaceId]);
    expect(await own.resolveDomain({ host: domain.host })).toEqual({ isInstallation: false, rootRedirect: '' });
    await link.sql('delete from suspended_workspaces where workspace_id = $1', [actor.workspaceId]);
    expect(await own.resolveDomain({ host: domain.host })).toMatchObject({ rootRedirect: 'https://example.com/' });
    expect(await set('')).toMatchObject({ rootRedirect: '' });
  });
});

describe('name servers that do not answer', () => {
  const SILENT = '.silent.example';
  beforeAll(() => void dns.silent.add(SILENT));

  it('end a look that somebody asked for within its bound, two of a workspace at a time, and nobody else waits', async () => {
    const [slow, other] = [await somebody(), await somebody()];
    const hosts = Array.from({ length: 4 }, (_, i) => `go${i}${SILENT}`);
    const domains: Domain[] = [];
    for (const host of hosts) domains.push(await add(slow, host));
    const began = performance.now();
    const looks = Promise.allSettled(domains.map((domain) => verify(slow, domain)));
    expect(await verified(other)).toMatchObject({ state: DomainState.DOMAIN_STATE_VERIFIED });
    const outcomes = await looks;
    // Five seconds, and patience for a busy machine.
    expect(performance.now() - began).toBeLessThan(12_000);
    const answered = outcomes.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []));
    expect(answered).toHaveLength(2);
    for (const domain of answered) expect(domain.problem).toContain('did not answer');
    for (const o of outcomes) if (o.status === 'rejected') expect(o.reason).toMatchObject({ code: 'RATE_LIMITED' });
  }, 60_000);

  it("hold up no other workspace's domains when all are due: forty of one beside one of each of ten", async () => {
    const slow = await somebody();
    for (let i = 0; i < 40; i++) await add(slow, `many${i}${SILENT}`);
    const others: { actor: Actor; domain: Domain }[] = [];
    for (let i = 0; i < 10; i++) {
      const actor = await somebody();
      const domain = await add(actor, newHost());
      prove(domain);
      others.push({ actor, domain });
    }
    // All of the slow one's have waited for longer.
    await link.sql(`update domains set next_check_at = now() - interval '1 hour' where workspace_id = $1`, [slow.workspaceId]);
    await link.sql(`update domains set next_check_at = now() - interval '1 minute' where id = any($1)`, [
      others.map(({ domain }) => domain.id),
    ]);
    const states = () => Promise.all(others.map(async ({ actor, domain }) => (await read(actor, domain)).state));
    // Eight at a time and five seconds each would be 25 s for the forty alone.
    await eventually(async () => expect(new Set(await states())).toEqual(new Set([DomainState.DOMAIN_STATE_VERIFIED])), {
      timeoutMs: 20_000,
    });
    await link.sql(`update domains set next_check_at = null where workspace_id = $1`, [slow.workspaceId]);
  }, 60_000);
});

describe('time', () => {
  it('proves a pending domain without anybody asking', async () => {
    const actor = await somebody();
    const domain = await add(actor, newHost());
    prove(domain);
    await link.sql(`update domains set next_check_at = now() - interval '1 minute' where id = $1`, [domain.id]);
    await eventually(async () => (await read(actor, domain)).state === DomainState.DOMAIN_STATE_VERIFIED, { timeoutMs: 25_000 });
  }, 40_000);

  it('fails a domain whose records stay away past the time of grace; its links go on, new ones are refused, and it can come back', async () => {
    const actor = await somebody();
    const domain = await verified(actor);
    await make(actor, domain.host, 'goes-on');
    dns.zone.delete(domain.txtName);
    expect(await verify(actor, domain)).toMatchObject({
      state: DomainState.DOMAIN_STATE_VERIFIED,
      problem: expect.stringContaining('TXT'),
    });
    link.clock.forward(6 * DAY);
    expect(await verify(actor, domain)).toMatchObject({ state: DomainState.DOMAIN_STATE_VERIFIED });
    link.clock.forward(2 * DAY);
    expect(await verify(actor, domain)).toMatchObject({ state: DomainState.DOMAIN_STATE_FAILED });
    expect(await resolve(domain.host, 'goes-on')).toMatchObject({ state: LinkState.LINK_STATE_ACTIVE });
    await expect(make(actor, domain.host, 'novel')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await own.resolveDomain({ host: domain.host })).toBeDefined();
    prove(domain);
    expect(await verify(actor, domain)).toMatchObject({ state: DomainState.DOMAIN_STATE_VERIFIED, problem: '' });
    await make(actor, domain.host, 'novel');
  });

  it('with name servers that fail changes nothing', async () => {
    const actor = await somebody();
    const domain = await verified(actor);
    dns.failing = true;
    try {
      expect(await verify(actor, domain)).toMatchObject({
        state: DomainState.DOMAIN_STATE_VERIFIED,
        problem: expect.stringContaining('did not answer'),
      });
    } finally {
      dns.failing = false;
    }
    expect(await verify(actor, domain)).toMatchObject({ problem: '' });
  });
});
