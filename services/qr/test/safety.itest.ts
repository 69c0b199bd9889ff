import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { newId } from '@linqr/platform/ids';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import { QrCodeChange } from '@linqr/proto/events/v1/qr';
import { QrType } from '@linqr/proto/qr/v1/qr';
import { callAs, someActor } from '@linqr/testing/actor';
import { eventually } from '@linqr/testing/eventually';
import { type QrFixture, someCode, startQr } from './qr-fixture.js';

let qr: QrFixture;
let folder: string;
let list: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linqr-qr-lists-'));
  list = join(folder, 'hosts.txt');
  await writeFile(list, 'evil.example\n');
  const linkEnv = { SAFETY_BLOCK_LISTS: list, SAFETY_REFRESH_MINUTES: '0.01' };
  // A scan of all codes every few hundred milliseconds instead of daily.
  qr = await startQr({ SAFETY_RESCAN_HOURS: '0.001' }, { withLinks: true, linkEnv });
}, 90_000);
afterAll(async () => {
  await qr?.stop();
  await rm(folder, { recursive: true, force: true });
});

const create = (actor: Actor, over: Parameters<typeof someCode>[0] = {}) => callAs(actor, () => qr.client.createQrCode(someCode(over)));
const isBlocked = async ({ id }: { id: string }) => (await qr.client.resolveQrCode({ id })).blocked;

describe('a code to a destination on a block list', () => {
  it('is refused when made and when changed, naming its content', async () => {
    const actor = someActor();
    const refused = { code: 'LINK_BLOCKED', details: [{ field: 'content' }] };
    await expect(create(actor, { content: 'https://www.evil.example/x' })).rejects.toMatchObject(refused);
    const made = await create(actor);
    const edit = callAs(actor, () => qr.client.updateQrCode({ id: made.id, content: 'https://evil.example' }));
    await expect(edit).rejects.toMatchObject(refused);
    // Text is nobody's destination.
    await create(actor, { type: QrType.QR_TYPE_TEXT, content: 'https://evil.example' });
    expect(await isBlocked(made)).toBe(false);
  });

  it('opens nothing once the list has it, and works again when it is taken off', async () => {
    const actor = someActor();
    const [turned, other] = [await create(actor, { content: 'https://turns-bad.example/' }), await create(actor)];
    await writeFile(list, 'evil.example\nturns-bad.example\n');
    await eventually(async () => expect(await isBlocked(turned)).toBe(true), { timeoutMs: 20_000 });
    expect(await isBlocked(other)).toBe(false);
    const told = () =>
      qr.events.filter((e) => e.workspaceId === actor.workspaceId && e.change === QrCodeChange.QR_CODE_CHANGE_WORKSPACE_CHANGED);
    await eventually(() => expect(told()).toHaveLength(1));
    await writeFile(list, 'evil.example\n');
    await eventually(async () => expect(await isBlocked(turned)).toBe(false), { timeoutMs: 20_000 });
  });
});

describe('codes of a closed account', () => {
  it("open nothing until it is opened again, and nobody else's are touched", async () => {
    const [owner, bystander] = [someActor(), someActor()];
    const codes = [await create(owner), await create(owner, { type: QrType.QR_TYPE_TEXT, content: 'hello' }), await create(bystander)];
    const states = () => Promise.all(codes.map(isBlocked));
    const tell = ({ userId, workspaceId }: Actor, change: AccountChange) => {
      const event = { eventId: newId('evt'), occurredAtMs: Date.now(), change, userId, workspaceId, sessionId: '', emailSha256: '' };
      return qr.bus.publish('account.changed.v1', [{ key: userId, value: AccountChanged.encode(event).finish() }]);
    };
    await tell(owner, AccountChange.ACCOUNT_CHANGE_DISABLED);
    await eventually(async () => expect(await states()).toEqual([true, true, false]));
    await tell(owner, AccountChange.ACCOUNT_CHANGE_ENABLED);
    await eventually(async () => expect(await states()).toEqual([false, false, false]));
  });
});
