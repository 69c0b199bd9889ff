import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { newId } from '@linqr/platform/ids';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import { AdminActed } from '@linqr/proto/events/v1/admin';
import { LinkChange } from '@linqr/proto/events/v1/link';
import { MessageState } from '@linqr/proto/link/v1/contact';
import { LinkState } from '@linqr/proto/link/v1/link';
import { ReportAction, ReportState } from '@linqr/proto/link/v1/safety';
import { eventually } from '@linqr/testing/eventually';
import { as, newActor, updateRequest } from './harness.js';
import {
  admin,
  anAddress,
  asAdmin,
  changes,
  closeDesk,
  contact,
  create,
  link,
  mails,
  openDesk,
  openReports,
  record,
  report,
  reportOf,
  resolved,
  safety,
} from './safety-harness.js';

beforeAll(openDesk, 60_000);
afterAll(closeDesk, 60_000);

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
