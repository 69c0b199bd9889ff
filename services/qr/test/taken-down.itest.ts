import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { newId } from '@linqr/platform/ids';
import { AdminActed } from '@linqr/proto/events/v1/admin';
import { MailRequested } from '@linqr/proto/events/v1/mail';
import { LinkState } from '@linqr/proto/link/v1/link';
import { FoundQrState, QrDeskServiceService } from '@linqr/proto/qr/v1/desk';
import { QrType } from '@linqr/proto/qr/v1/qr';
import { callAs, someActor } from '@linqr/testing/actor';
import { eventually } from '@linqr/testing/eventually';
import { APP_ORIGIN, type QrFixture, SHORT_ORIGIN, someCode, startQr } from './qr-fixture.js';

let qr: QrFixture;
let desk: GrpcClient<typeof QrDeskServiceService>;
const mails: MailRequested[] = [];
const actions: AdminActed[] = [];
const admin: Actor = { ...someActor(), role: 'admin' };

beforeAll(async () => {
  qr = await startQr({}, { withLinks: true });
  desk = createGrpcClient({ definition: QrDeskServiceService, target: qr.target, idempotent: [], timeoutMs: 20_000 });
  await qr.bus.subscribe({
    group: 'taken-down-test',
    topics: ['mail.requested.v1', 'admin.acted.v1'],
    from: 'beginning',
    handler: async (records) => {
      for (const { topic, value } of records)
        if (topic === 'admin.acted.v1') actions.push(AdminActed.decode(value));
        else mails.push(MailRequested.decode(value));
    },
  });
}, 90_000);
afterAll(async () => {
  desk?.$close();
  await qr?.stop();
});

const create = (actor: Actor, over: Parameters<typeof someCode>[0] = {}) => callAs(actor, () => qr.client.createQrCode(someCode(over)));
const set = (id: string, disabled: boolean, reason = '') => callAs(admin, () => desk.setQrCodeState({ id, disabled, reason }));
const find = async (fields: object) =>
  callAs(admin, () =>
    desk.findQrCodes({
      page: 1,
      limit: 10,
      search: '',
      state: FoundQrState.FOUND_QR_STATE_UNSPECIFIED,
      workspaceId: '',
      ids: [],
      ...fields,
    }),
  );
const found = async (fields: object) => (await find(fields)).codes.map(({ id }) => id);
const resolved = ({ id }: { id: string }) => qr.client.resolveQrCode({ id });

describe('a single code that an admin takes down', () => {
  it('opens nothing, is a version and an event, is recorded, is told to its owner with the reason, and comes back', async () => {
    const owner = someActor();
    const [code, other] = [await create(owner, { name: 'Menu' }), await create(owner)];
    expect(await set(code.id, true, 'Imitates a bank')).toMatchObject({ id: code.id, disabled: true, disabledReason: 'Imitates a bank' });
    expect(await resolved(code)).toMatchObject({ blocked: true, version: 2 });
    // One code, not its owner.
    expect((await resolved(other)).blocked).toBe(false);
    expect(await callAs(owner, () => qr.client.getQrCode({ id: code.id }))).toMatchObject({
      disabled: true,
      disabledReason: 'Imitates a bank',
    });
    // What the owner changes meanwhile changes nothing about that.
    await callAs(owner, () => qr.client.updateQrCode({ id: code.id, content: 'https://example.com/innocent' }));
    expect((await resolved(code)).blocked).toBe(true);
    await set(code.id, true, 'Twice');
    await set(code.id, false, 'Looked at');
    expect(await resolved(code)).toMatchObject({ blocked: false, content: 'https://example.com/innocent' });
    const versions = () => qr.events.filter(({ qrId }) => qrId === code.id).map(({ version, disabled }) => [version, disabled]);
    await eventually(() =>
      expect(versions()).toEqual([
        [1, false],
        [2, true],
        [3, true],
        [4, false],
      ]),
    );
    const codeUrl = `${APP_ORIGIN}/qr/${code.id}`;
    await eventually(() =>
      expect(mails.filter(({ userId }) => userId === owner.userId).map(({ kind, facts }) => [kind, facts])).toEqual([
        ['code_disabled', { codeUrl, title: 'Menu', reason: 'Imitates a bank' }],
        ['code_restored', { codeUrl, title: 'Menu', reason: 'Looked at' }],
      ]),
    );
    await eventually(() =>
      expect(
        actions.filter(({ targetId }) => targetId === code.id).map((one) => [one.action, one.actorId, one.target, one.reason]),
      ).toEqual([
        ['qr_code.disabled', admin.userId, codeUrl, 'Imitates a bank'],
        ['qr_code.restored', admin.userId, codeUrl, 'Looked at'],
      ]),
    );
  });

  it('takes its short link with it, also when its owner deletes the code and wants to keep the link', async () => {
    const owner = someActor();
    const made = [await create(owner), await create(owner)];
    const codes = await Promise.all(made.map(({ id }) => callAs(owner, () => qr.client.addShortLink({ id }))));
    const state = async (code: { shortId: string }) =>
      (await qr.links.resolveLink({ domain: new URL(SHORT_ORIGIN).host, slug: code.shortId })).state;
    for (const code of codes) await set(code.id, true, 'Phishing');
    for (const code of codes) await eventually(async () => expect(await state(code)).toBe(LinkState.LINK_STATE_DISABLED));
    await callAs(owner, () => qr.client.deleteQrCode({ id: codes[0]!.id, keepShortLink: true }));
    await eventually(async () => expect(await state(codes[0]!)).toBe(LinkState.LINK_STATE_DELETED));
    await set(codes[1]!.id, false);
    await eventually(async () => expect(await state(codes[1]!)).toBe(LinkState.LINK_STATE_ACTIVE));
  });

  it('gets no short link while it is down', async () => {
    const owner = someActor();
    const code = await create(owner);
    await set(code.id, true, 'Phishing');
    await expect(callAs(owner, () => qr.client.addShortLink({ id: code.id }))).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is found by its address, its id, a part of its content, its state and its workspace', async () => {
    const owner = someActor();
    const code = await create(owner, { content: 'https://needle-in-a-haystack.example/100%' });
    const text = await create(owner, { type: QrType.QR_TYPE_TEXT, content: 'just words' });
    expect(await found({ search: `${APP_ORIGIN}/qr/${code.id}?utm=1` })).toEqual([code.id]);
    expect(await found({ search: text.id })).toEqual([text.id]);
    expect(await found({ search: 'Needle-in-a-' })).toEqual([code.id]);
    expect(await found({ search: '%%' })).toEqual([]);
    expect(await found({ workspaceId: owner.workspaceId })).toEqual([text.id, code.id]);
    expect(await found({ workspaceId: owner.workspaceId, state: FoundQrState.FOUND_QR_STATE_DISABLED })).toEqual([]);
    await set(text.id, true, 'Scam');
    expect(await found({ workspaceId: owner.workspaceId, state: FoundQrState.FOUND_QR_STATE_DISABLED })).toEqual([text.id]);
    expect(await found({ workspaceId: owner.workspaceId, state: FoundQrState.FOUND_QR_STATE_ACTIVE })).toEqual([code.id]);
    expect((await find({ ids: [code.id, newId('qr')] })).total).toBe(1);
  });

  it("is an admin's to take down only, needs a reason and a code there is", async () => {
    const owner = someActor();
    const code = await create(owner);
    const call = () => desk.setQrCodeState({ id: code.id, disabled: true, reason: 'x' });
    await expect(call()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    await expect(callAs(owner, call)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(
      callAs(owner, () =>
        desk.findQrCodes({ page: 1, limit: 1, search: '', state: FoundQrState.FOUND_QR_STATE_UNSPECIFIED, workspaceId: '', ids: [] }),
      ),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(set(code.id, true, ' ')).rejects.toMatchObject({ details: [{ field: 'reason' }] });
    await expect(set(newId('qr'), true, 'x')).rejects.toMatchObject({ code: 'QR_CODE_NOT_FOUND' });
    await expect(set('nonsense', true, 'x')).rejects.toMatchObject({ code: 'QR_CODE_NOT_FOUND' });
    expect((await resolved(code)).blocked).toBe(false);
  });
});
