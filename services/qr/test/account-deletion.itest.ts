import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { newId } from '@linqr/platform/ids';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import { QrCodeChange } from '@linqr/proto/events/v1/qr';
import { callAs, someActor } from '@linqr/testing/actor';
import { postgresTracesOf } from '@linqr/testing/erasure';
import { eventually } from '@linqr/testing/eventually';
import { type QrFixture, someCode, startQr } from './qr-fixture.js';

let qr: QrFixture;
beforeAll(async () => {
  qr = await startQr({ ERASURE_SETTLE_SECONDS: '0.5' });
}, 60_000);
afterAll(() => qr?.stop());

const accountDeleted = ({ userId, workspaceId }: Actor) => {
  const change = AccountChange.ACCOUNT_CHANGE_DELETED;
  const event = { eventId: newId('evt'), occurredAtMs: Date.now(), change, userId, workspaceId, sessionId: '', emailSha256: '' };
  return qr.bus.publish('account.changed.v1', [{ key: userId, value: AccountChanged.encode(event).finish() }]);
};
const create = (actor: Actor, over: Parameters<typeof someCode>[0] = {}) => callAs(actor, () => qr.client.createQrCode(someCode(over)));

describe('an account that is deleted', () => {
  it("takes its codes along, once each however often it is told, and nobody else's, and leaves no trace", async () => {
    const [leaving, staying] = [someActor(), someActor()];
    const mark = newId('tok').slice(4);
    const made = [
      await create(leaving, { content: `https://example.com/${mark}`, name: `name ${mark}`, idempotencyKey: `key-${mark}` }),
      await create(leaving, { content: `https://example.com/2/${mark}` }),
    ];
    const deleted = await create(leaving, { content: `https://example.com/3/${mark}` });
    await callAs(leaving, () => qr.client.deleteQrCode({ id: deleted.id, keepShortLink: false }));
    const kept = await create(staying);
    const own = [leaving.userId, leaving.workspaceId, mark, ...made.map(({ id }) => id), deleted.id];
    expect((await postgresTracesOf(qr.sql, own)).length).toBeGreaterThan(3);

    for (let told = 0; told < 2; told++) await accountDeleted(leaving);
    const gone = () => qr.events.filter((e) => e.workspaceId === leaving.workspaceId && e.change === QrCodeChange.QR_CODE_CHANGE_DELETED);
    await eventually(() => expect(gone()).toHaveLength(3));
    expect(new Set(gone().map((e) => e.qrId))).toEqual(new Set([...made, deleted].map((code) => code.id)));
    await eventually(async () => (await postgresTracesOf(qr.sql, own)).length === 0);
    for (const { id } of made) await expect(qr.client.resolveQrCode({ id })).rejects.toMatchObject({ code: 'QR_CODE_NOT_FOUND' });
    expect((await qr.client.resolveQrCode({ id: kept.id })).active).toBe(true);
  });
});
