import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { newId } from '@linqr/platform/ids';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import { AdminActed } from '@linqr/proto/events/v1/admin';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import { MailRequested } from '@linqr/proto/events/v1/mail';
import { ContactServiceService, MessageState } from '@linqr/proto/link/v1/contact';
import { DomainServiceService } from '@linqr/proto/link/v1/domains';
import { LinkState } from '@linqr/proto/link/v1/link';
import { ReportAction, ReportState, SafetyServiceService } from '@linqr/proto/link/v1/safety';
import { eventually } from '@linqr/testing/eventually';
import { onPlan } from './bulk-harness.js';
import { as, createRequest, newActor, startLink, type TestLink, updateRequest } from './harness.js';

let link: TestLink;
let safety: GrpcClient<typeof SafetyServiceService>;
let contact: GrpcClient<typeof ContactServiceService>;
let folder: string;
let listServer: Server;
let served = 'by-url.example\n';
const changes: LinkChanged[] = [];
const mails: MailRequested[] = [];
const admin = newActor('admin');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linqr-lists-'));
  await writeFile(join(folder, 'hosts.txt'), '# first\n0.0.0.0 evil.example\n');
  listServer = createServer((_, response) => response.end(served)).listen(0, '127.0.0.1');
  await new Promise((resolve) => listServer.once('listening', resolve));
  link = await startLink({
    SAFETY_BLOCK_LISTS: `${join(folder, 'hosts.txt')},http://127.0.0.1:${(listServer.address() as AddressInfo).port}/list`,
    SAFETY_REFRESH_MINUTES: '0.01',
    OUTBOUND_ALLOW_PRIVATE: 'true',
  });
  safety = createGrpcClient({ definition: SafetyServiceService, target: link.target, idempotent: [], timeoutMs: 20_000 });
  contact = createGrpcClient({ definition: ContactServiceService, target: link.target, idempotent: [], timeoutMs: 20_000 });
  await link.bus.subscribe({
    group: 'test',
    topics: ['link.changed.v1', 'mail.requested.v1'],
    from: 'beginning',
    handler: async (records) => {
      for (const { topic, value } of records)
        if (topic === 'link.changed.v1') changes.push(LinkChanged.decode(value));
        else mails.push(MailRequested.decode(value));
    },
  });
}, 60_000);
afterAll(async () => {
  safety?.$close();
  contact?.$close();
  await link?.stop();
  listServer?.close();
  await rm(folder, { recursive: true, force: true });
});

const create = (actor: Actor, originalUrl = 'https://example.com/') =>
  as(actor, () => link.client.createLink(createRequest({ originalUrl })));
const asAdmin = <T>(work: () => Promise<T>) => as(admin, work);
let nextAddress = 1;
const anAddress = () => `198.51.100.${nextAddress++}`;
const report = (shortId: string, fields: { reason?: string; email?: string; clientAddress?: string; details?: string } = {}) =>
  safety.fileReport({ shortId, reason: 'Phishing', details: '', email: '', clientAddress: anAddress(), ...fields });
const openReports = () => asAdmin(() => safety.listReports({ page: 1, limit: 100, state: ReportState.REPORT_STATE_OPEN }));
const reportOf = async (shortId: string) => (await openReports()).reports.find((one) => one.shortId === shortId);
const resolved = ({ domain, slug }: { domain: string; slug: string }) => link.client.resolveLink({ domain, slug });
const record = () => asAdmin(() => safety.listAdminActions({ page: 1, limit: 100 }));

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
      await writeFile(join(folder, 'hosts.txt'), '0.0.0.0 evil.example\n0.0.0.0 root-turns-bad.example\n');
      await eventually(async () => expect(await root()).toBe(''), { timeoutMs: 20_000 });
      const [mine] = (await as(owner, () => domains.listDomains({}))).domains;
      expect(mine).toMatchObject({ rootBlocked: true, rootRedirect: 'https://root-turns-bad.example/' });
      await expect(set('https://root-turns-bad.example/again')).rejects.toMatchObject({ code: 'LINK_BLOCKED' });
      // Another address is free at once.
      expect(await set('https://fine.example/')).toMatchObject({ rootBlocked: false });
      expect(await root()).toBe('https://fine.example/');
      await link.sql(`update domains set root_redirect = 'https://root-turns-bad.example/', root_blocked = true where id = $1`, [id]);
      await writeFile(join(folder, 'hosts.txt'), '0.0.0.0 evil.example\n');
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

describe('admin calls', () => {
  const calls: [string, () => Promise<unknown>][] = [
    ['list reports', () => safety.listReports({ page: 1, limit: 10, state: ReportState.REPORT_STATE_OPEN })],
    ['get a report', () => safety.getReport({ id: newId('rep') })],
    ['resolve a report', () => safety.resolveReport({ id: newId('rep'), action: ReportAction.REPORT_ACTION_DISMISS, note: '' })],
    ['find links', () => safety.findLinks({ page: 1, limit: 10, search: '', state: LinkState.LINK_STATE_UNSPECIFIED, workspaceId: '' })],
    ['set a state', () => safety.setLinkState({ id: newId('lnk'), state: LinkState.LINK_STATE_DISABLED, reason: 'x' })],
    ['count links', () => safety.countWorkspaceLinks({ workspaceIds: ['ws_1'] })],
    ['read figures', () => safety.getLinkFigures({ from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' })],
    ['read the record', () => safety.listAdminActions({ page: 1, limit: 10 })],
    ['list messages', () => contact.listMessages({ page: 1, limit: 10, state: MessageState.MESSAGE_STATE_OPEN })],
    ['close a message', () => contact.setMessageState({ id: newId('msg'), state: MessageState.MESSAGE_STATE_DONE })],
  ];
  it.each(calls)('to %s are for admins only', async (_, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    await expect(as(newActor(), call)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a link that an admin takes down', () => {
  it('answers as disabled, is a version and an event, is told to its owner with the reason, and comes back', async () => {
    const owner = newActor();
    const made = await create(owner);
    const down = await asAdmin(() => safety.setLinkState({ id: made.id, state: LinkState.LINK_STATE_DISABLED, reason: 'Imitates a bank' }));
    expect(down).toMatchObject({ state: LinkState.LINK_STATE_DISABLED, stateReason: 'Imitates a bank' });
    expect((await resolved(made)).state).toBe(LinkState.LINK_STATE_DISABLED);
    expect(await as(owner, () => link.client.getLink({ id: made.id }))).toMatchObject({ state: LinkState.LINK_STATE_DISABLED, version: 2 });
    // What the owner changes meanwhile changes nothing about that.
    await as(owner, () => link.client.updateLink(updateRequest(made.id, { title: 'Innocent', archived: true })));
    expect((await resolved(made)).state).toBe(LinkState.LINK_STATE_DISABLED);
    await asAdmin(() => safety.setLinkState({ id: made.id, state: LinkState.LINK_STATE_ACTIVE, reason: 'Looked at' }));
    expect((await resolved(made)).state).toBe(LinkState.LINK_STATE_ARCHIVED);
    const mine = () => changes.filter(({ linkId, change }) => linkId === made.id && change === LinkChange.LINK_CHANGE_STATE_CHANGED);
    await eventually(() => expect(mine().map(({ version }) => version)).toEqual([2, 4]));
    await eventually(() =>
      expect(mails.filter(({ userId }) => userId === owner.userId).map(({ kind, facts }) => [kind, facts])).toEqual([
        ['link_disabled', { shortUrl: made.shortUrl, reason: 'Imitates a bank' }],
        ['link_restored', { shortUrl: made.shortUrl, reason: 'Looked at' }],
      ]),
    );
    const actions = (await record()).actions.filter(({ targetId }) => targetId === made.id);
    expect(actions.map(({ action, actorId, reason, target }) => [action, actorId, reason, target])).toEqual([
      ['link.restored', admin.userId, 'Looked at', made.shortUrl],
      ['link.disabled', admin.userId, 'Imitates a bank', made.shortUrl],
    ]);
  });

  it('needs a reason, a state there is and a link there is; what is so already stays as it is', async () => {
    const made = await create(newActor());
    const set = (id: string, state: LinkState, reason: string) => asAdmin(() => safety.setLinkState({ id, state, reason }));
    await expect(set(made.id, LinkState.LINK_STATE_DISABLED, ' ')).rejects.toMatchObject({ details: [{ field: 'reason' }] });
    await expect(set(made.id, LinkState.LINK_STATE_DELETED, 'x')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(set(newId('lnk'), LinkState.LINK_STATE_DISABLED, 'x')).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
    await set(made.id, LinkState.LINK_STATE_QUARANTINED, 'once');
    expect(await set(made.id, LinkState.LINK_STATE_QUARANTINED, 'twice')).toMatchObject({ stateReason: 'once' });
  });

  it('is found by its short URL, by a part of its destination, by its state and by its workspace', async () => {
    const owner = newActor();
    const made = await create(owner, 'https://needle-in-a-haystack.example/somewhere');
    const find = async (fields: object) =>
      (
        await asAdmin(() =>
          safety.findLinks({ page: 1, limit: 10, search: '', state: LinkState.LINK_STATE_UNSPECIFIED, workspaceId: '', ...fields }),
        )
      ).links.map(({ id }) => id);
    expect(await find({ search: made.shortUrl })).toEqual([made.id]);
    expect(await find({ search: 'Needle-in-a-' })).toEqual([made.id]);
    expect(await find({ search: '%' })).toEqual([]);
    expect(await find({ workspaceId: owner.workspaceId })).toEqual([made.id]);
    expect(await find({ workspaceId: owner.workspaceId, state: LinkState.LINK_STATE_DISABLED })).toEqual([]);
    const { counts } = await asAdmin(() => safety.countWorkspaceLinks({ workspaceIds: [owner.workspaceId, 'ws_nobody'] }));
    expect(counts).toEqual([{ workspaceId: owner.workspaceId, links: 1 }]);
  });
});

describe('a report', () => {
  it('answers alike whether or not there is such a link, and is queued either way', async () => {
    const made = await create(newActor());
    const known = await report(made.shortUrl);
    const unknown = await report('no-such-slug');
    expect([known.id, unknown.id].every((id) => /^rep_[0-9a-z]{26}$/.test(id))).toBe(true);
    expect(await reportOf(made.slug)).toMatchObject({ count: 1, automatic: false, link: { id: made.id, ownerId: made.ownerId } });
    expect((await reportOf('no-such-slug'))?.link).toBeUndefined();
    await expect(asAdmin(() => safety.getReport({ id: known.id }))).rejects.toMatchObject({ code: 'REPORT_NOT_FOUND' });
  });

  it('of one address is one row that counts its reporters, however they write it', async () => {
    const { slug } = await create(newActor());
    const twice = anAddress();
    await report(slug);
    await report(`https://go.linqr.test/${slug}?utm=1`, { reason: 'Malware' });
    await report(`go.linqr.test/${slug}+`, { clientAddress: twice, email: 'first@example.com' });
    await report(slug, { clientAddress: twice, reason: 'Scam', email: 'second@example.com', details: 'It asks for a card.' });
    const found = await reportOf(slug);
    expect(found).toMatchObject({ count: 3, reason: 'Scam', details: 'It asks for a card.' });
    const { entries } = await asAdmin(() => safety.getReport({ id: found!.id }));
    expect(entries.map(({ reason, email }) => [reason, email])).toEqual([
      ['Scam', 'second@example.com'],
      ['Malware', ''],
      ['Phishing', ''],
    ]);
    // Thanked once, and with an id that leads nowhere.
    await eventually(() =>
      expect(mails.filter(({ kind }) => kind === 'report_received').map(({ address }) => address)).toEqual(['first@example.com']),
    );
  });

  it('may be of a QR code: it names the code, and is closed by what was done to the code', async () => {
    const qrId = newId('qr');
    await report(`https://app.linqr.test/qr/${qrId}?utm=1`);
    const found = await reportOf(qrId);
    expect(found).toMatchObject({ qrId, link: undefined });
    const close = (id: string, action: ReportAction) => asAdmin(() => safety.resolveReport({ id, action, note: '' }));
    await expect(close(found!.id, ReportAction.REPORT_ACTION_DISABLE_LINK)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await close(found!.id, ReportAction.REPORT_ACTION_DISABLE_CODE)).toMatchObject({
      state: ReportState.REPORT_STATE_RESOLVED,
      action: ReportAction.REPORT_ACTION_DISABLE_CODE,
    });
    expect((await record()).actions.find(({ targetId }) => targetId === found!.id)?.action).toBe('report.code_disabled');
    const { slug } = await create(newActor());
    await report(slug);
    const ofLink = await reportOf(slug);
    expect(ofLink?.qrId).toBe('');
    await expect(close(ofLink!.id, ReportAction.REPORT_ACTION_DISABLE_CODE)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('made twenty times at once is one row with every voice', async () => {
    const { slug } = await create(newActor());
    await Promise.all(Array.from({ length: 20 }, () => report(slug)));
    expect((await openReports()).reports.filter(({ shortId }) => shortId === slug)).toMatchObject([{ count: 20 }]);
  });

  it.each([
    ['', 'shortId'],
    ['https://bit.ly/abc', 'shortId'],
    ['https://go.linqr.test/', 'shortId'],
    ['ftp://go.linqr.test/abc', 'shortId'],
    ['a b', 'shortId'],
    ['x'.repeat(3_000), 'shortId'],
  ])('of %j is refused, naming the field', async (shortId, field) => {
    await expect(report(shortId)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field }] });
  });

  it('is throttled by network: ten an hour, and others go on', async () => {
    const clientAddress = '2001:db8:1:2::1';
    for (let i = 0; i < 10; i++) await report(`throttled-${i}`, { clientAddress: `2001:db8:1:2::${i + 1}` });
    await expect(report('throttled-x', { clientAddress })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await report('not-throttled');
  });

  it('that is acted on takes the link down, closes what else was said of it, and cannot be acted on twice', async () => {
    const made = await create(newActor());
    await report(made.slug);
    const { id } = (await reportOf(made.slug))!;
    const resolve = (action: ReportAction) => asAdmin(() => safety.resolveReport({ id, action, note: 'Confirmed' }));
    const outcomes = await Promise.allSettled([
      resolve(ReportAction.REPORT_ACTION_DISABLE_LINK),
      resolve(ReportAction.REPORT_ACTION_DISABLE_LINK),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find((o) => o.status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
    const closed = await asAdmin(() => safety.getReport({ id }));
    expect(closed).toMatchObject({
      state: ReportState.REPORT_STATE_RESOLVED,
      action: ReportAction.REPORT_ACTION_DISABLE_LINK,
      resolvedBy: admin.userId,
      link: { state: LinkState.LINK_STATE_DISABLED, stateReason: 'Confirmed' },
    });
    // Reported again, it is a new row.
    await report(made.slug);
    expect((await reportOf(made.slug))?.id).not.toBe(id);
    expect((await record()).actions.filter(({ targetId }) => targetId === id).map(({ action }) => action)).toEqual([
      'report.link_disabled',
    ]);
  });

  it('without a link can only be dismissed or laid at the owner', async () => {
    await report('never-was-one');
    const { id } = (await reportOf('never-was-one'))!;
    const resolve = (action: ReportAction) => asAdmin(() => safety.resolveReport({ id, action, note: '' }));
    await expect(resolve(ReportAction.REPORT_ACTION_DISABLE_LINK)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await resolve(ReportAction.REPORT_ACTION_DISMISS)).state).toBe(ReportState.REPORT_STATE_DISMISSED);
  });
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
    served += 'turns-bad.example\n';
    await eventually(async () => expect((await resolved(turned)).state).toBe(LinkState.LINK_STATE_QUARANTINED), { timeoutMs: 15_000 });
    expect((await resolved(other)).state).toBe(LinkState.LINK_STATE_ACTIVE);
    const history = async () =>
      (await record()).actions.filter(({ targetId }) => targetId === turned.id).map(({ action, actorId }) => [action, actorId]);
    expect(await history()).toEqual([['link.quarantined', '']]);
    await asAdmin(() => safety.setLinkState({ id: turned.id, state: LinkState.LINK_STATE_ACTIVE, reason: 'A mistake of the list' }));
    // Another change of the lists begins another run over all links; this one is passed over, a later one is not.
    const later = await create(owner, 'https://turns-bad-too.example/');
    served += 'turns-bad-too.example\n';
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

describe('a closed account', () => {
  const tell = ({ userId, workspaceId }: Actor, change: AccountChange) =>
    link.bus.publish('account.changed.v1', [
      {
        key: userId,
        value: AccountChanged.encode({
          eventId: newId('evt'),
          occurredAtMs: Date.now(),
          change,
          userId,
          workspaceId,
          sessionId: '',
          emailSha256: '',
        }).finish(),
      },
    ]);

  it("has all its links answer as disabled with one event, nobody else's, and gets them back when it is opened", async () => {
    const [owner, bystander] = [newActor(), newActor()];
    const [first, second, theirs] = [await create(owner), await create(owner), await create(bystander)];
    const states = async () => (await Promise.all([first, second, theirs].map(resolved))).map(({ state }) => state);
    const [active, disabled] = [LinkState.LINK_STATE_ACTIVE, LinkState.LINK_STATE_DISABLED];
    await tell(owner, AccountChange.ACCOUNT_CHANGE_DISABLED);
    await tell(owner, AccountChange.ACCOUNT_CHANGE_DISABLED);
    await eventually(async () => expect(await states()).toEqual([disabled, disabled, active]));
    // An edge that missed the event finds out when it asks whether its versions still hold.
    const { answers } = await link.client.resolveLinks({ addresses: [{ domain: first.domain, slug: first.slug, version: first.version }] });
    expect(answers[0]?.link).toMatchObject({ state: disabled, version: 0 });
    const events = () =>
      changes.filter((e) => e.change === LinkChange.LINK_CHANGE_WORKSPACE_CHANGED && e.workspaceId === owner.workspaceId);
    await eventually(() => expect(events()).toHaveLength(1));
    await tell(owner, AccountChange.ACCOUNT_CHANGE_ENABLED);
    await eventually(async () => expect(await states()).toEqual([active, active, active]));
    await eventually(() => expect(events()).toHaveLength(2));
  });

  it('that is deleted never gets its links back', async () => {
    const [owner, next] = [newActor(), newActor()];
    const made = await create(owner);
    const closed = (actor: Actor) =>
      changes.filter((e) => e.change === LinkChange.LINK_CHANGE_WORKSPACE_CHANGED && e.workspaceId === actor.workspaceId);
    await tell(owner, AccountChange.ACCOUNT_CHANGE_DISABLED);
    await eventually(() => expect(closed(owner)).toHaveLength(1));
    await tell(owner, AccountChange.ACCOUNT_CHANGE_DELETED);
    await tell(next, AccountChange.ACCOUNT_CHANGE_DISABLED);
    await eventually(async () => expect(await link.sql('select 1 from links where id = $1', [made.id])).toEqual([]));
    await eventually(async () =>
      expect(await link.sql('select 1 from suspended_workspaces where workspace_id = $1', [owner.workspaceId])).toEqual([]),
    );
    await eventually(() => expect(closed(next)).toHaveLength(1));
    expect(closed(owner)).toHaveLength(1);
  });
});

describe('the record of what admins did', () => {
  it('takes what other services tell, once, and cannot be changed, thinned out or emptied', async () => {
    const event = {
      eventId: newId('evt'),
      occurredAtMs: Date.now(),
      actorId: admin.userId,
      action: 'user.disabled',
      targetId: 'usr_1',
      target: 'a***@example.com',
      reason: 'Spam',
    };
    const value = AdminActed.encode(event).finish();
    await link.bus.publish('admin.acted.v1', [
      { key: 'usr_1', value: new Uint8Array([255]) },
      { key: 'usr_1', value },
      { key: 'usr_1', value },
    ]);
    await eventually(async () => expect((await record()).actions.filter(({ id }) => id === event.eventId)).toHaveLength(1));
    await expect(link.sql(`update admin_actions set reason = 'x'`)).rejects.toThrow(/append-only/);
    await expect(link.sql(`delete from admin_actions`)).rejects.toThrow(/append-only/);
    await expect(link.sql(`truncate admin_actions`)).rejects.toThrow(/append-only/);
  });
});

describe('a message of the contact form', () => {
  const message = (fields: object = {}) =>
    contact.sendMessage({
      name: 'Ada',
      email: 'ada@example.com',
      type: 'sales',
      subject: 'A quote',
      message: 'For 500 seats,\nplease.',
      clientAddress: anAddress(),
      ...fields,
    });

  it('is kept, mailed to the operator, listed newest first and marked done', async () => {
    const { id } = await message();
    await eventually(() =>
      expect(mails.find(({ kind }) => kind === 'contact_message')).toMatchObject({
        userId: '',
        address: '',
        facts: { name: 'Ada', email: 'ada@example.com', type: 'sales', subject: 'A quote', message: 'For 500 seats,\nplease.' },
      }),
    );
    const list = () => asAdmin(() => contact.listMessages({ page: 1, limit: 10, state: MessageState.MESSAGE_STATE_OPEN }));
    expect((await list()).messages[0]).toMatchObject({ id, subject: 'A quote' });
    await asAdmin(() => contact.setMessageState({ id, state: MessageState.MESSAGE_STATE_DONE }));
    expect((await list()).messages.some((one) => one.id === id)).toBe(false);
    const reopened = await asAdmin(() => contact.setMessageState({ id, state: MessageState.MESSAGE_STATE_OPEN }));
    expect(reopened.doneAt).toBeUndefined();
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ email: 'nobody' }, 'email'],
    [{ email: 'a@example.com\r\nBcc: all@example.com' }, 'email'],
    [{ type: 'spam' }, 'type'],
    [{ subject: '' }, 'subject'],
    [{ message: '' }, 'message'],
    [{ message: 'x'.repeat(5_001) }, 'message'],
    [{ message: 'a\u0000b' }, 'message'],
  ])('with %j is refused, naming %s', async (fields, field) => {
    await expect(message(fields)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field }] });
  });

  it('is throttled by network: five an hour', async () => {
    const clientAddress = '203.0.113.77';
    for (let i = 0; i < 5; i++) await message({ clientAddress });
    await expect(message({ clientAddress: '::ffff:203.0.113.77' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('figures of all workspaces', () => {
  it('count links by the day they were made, deleted ones too, and what is restrained and open now', async () => {
    const owner = newActor();
    const from = new Date(link.clock.now());
    const made = await create(owner);
    await as(owner, () => link.client.deleteLink({ id: made.id }));
    await create(owner);
    const to = new Date(link.clock.now() + 1);
    const figures = await asAdmin(() => safety.getLinkFigures({ from: from.toISOString(), to: to.toISOString() }));
    expect(figures.created).toBe(2);
    expect(figures.series.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(figures.openReports).toBe((await openReports()).open);
    expect(figures.total).toBeGreaterThan(0);
  });
});
