import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@linqr/platform/ids';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import { clickhouseTracesOf } from '@linqr/testing/erasure';
import { eventually } from '@linqr/testing/eventually';
import { aBatch, aClick, publishBatches, type Rig, startRig } from './rig.js';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ ERASURE_SETTLE_SECONDS: '1' });
}, 60_000);
afterAll(() => rig?.stop(), 60_000);

const rows = async (workspaceId: string) =>
  Number(
    (
      await rig.warehouse.query<{ n: string }>('SELECT count() AS n FROM clicks_raw_v1 WHERE workspace_id = {id:String}', {
        id: workspaceId,
      })
    )[0]!.n,
  );
const erased = (userId: string, workspaceId: string) => {
  const change = AccountChange.ACCOUNT_CHANGE_DELETED;
  const event = { eventId: newId('evt'), occurredAtMs: Date.now(), change, userId, workspaceId, sessionId: '', emailSha256: '' };
  return rig.bus.publish('account.changed.v1', [{ key: userId, value: AccountChanged.encode(event).finish() }]);
};

describe('the clicks of an account that is deleted', () => {
  it('leave no trace in any table, also those that come later, and nobody else loses one', async () => {
    const mark = `m${newId('tok').slice(-10)}`;
    const leaving = { workspaceId: newId('ws'), ownerId: newId('usr'), linkId: newId('lnk'), slug: mark };
    const staying = { workspaceId: newId('ws') };
    const clicks = (of: object, count: number) => Array.from({ length: count }, () => aClick(of));
    await publishBatches(rig.bus, [aBatch([...clicks(leaving, 20), ...clicks(staying, 10)])]);
    await eventually(async () => (await rows(leaving.workspaceId)) === 20 && (await rows(staying.workspaceId)) === 10);
    const own = [leaving.workspaceId, leaving.ownerId, leaving.linkId, mark];
    expect((await clickhouseTracesOf(rig.clickhouse.url, own)).length).toBeGreaterThan(5);

    for (let told = 0; told < 2; told++) await erased(leaving.ownerId, leaving.workspaceId);
    await eventually(async () => (await rows(leaving.workspaceId)) === 0);
    // On their way when the account went: one batch of only theirs, one mixed.
    await publishBatches(rig.bus, [aBatch(clicks(leaving, 5)), aBatch([...clicks(leaving, 5), ...clicks(staying, 5)])]);
    await eventually(async () => (await rows(staying.workspaceId)) === 15);
    await eventually(async () => (await clickhouseTracesOf(rig.clickhouse.url, own)).length === 0, { timeoutMs: 20_000 });
    await publishBatches(rig.bus, [aBatch([...clicks(leaving, 5), ...clicks(staying, 5)])]);
    await eventually(async () => (await rows(staying.workspaceId)) === 20);
    expect(await clickhouseTracesOf(rig.clickhouse.url, own)).toEqual([]);
    const [sums] = await rig.warehouse.query<{ clicks: string }>(
      `SELECT sum(clicks) AS clicks FROM clicks_lifetime_v1 WHERE scope = 'workspace' AND workspace_id = {id:String}`,
      { id: staying.workspaceId },
    );
    expect(Number(sums!.clicks)).toBe(20);
  }, 60_000);

  it('are erased although the warehouse was down when it was deleted', async () => {
    const leaving = { workspaceId: newId('ws'), ownerId: newId('usr') };
    await publishBatches(rig.bus, [aBatch([aClick(leaving)])]);
    await eventually(async () => (await rows(leaving.workspaceId)) === 1);
    await rig.clickhouse.kill();
    await erased(leaving.ownerId, leaving.workspaceId);
    await rig.clickhouse.restart();
    await eventually(async () => (await clickhouseTracesOf(rig.clickhouse.url, [leaving.workspaceId])).length === 0, { timeoutMs: 30_000 });
  }, 60_000);
});
