// The running service: live stream, ClickHouse going and coming, poison and its replay over the real bus.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CountedEntity } from '@linqr/proto/analytics/v1/analytics';
import { ClickBatch, type RecordedClick } from '@linqr/proto/events/v1/click';
import { callAs } from '@linqr/testing/actor';
import { eventually } from '@linqr/testing/eventually';
import { replaySetAside } from '../src/ingest/replay.js';
import { AGENTS, aBatch, aClick, actorOf, publishBatches, type Rig, startAnalytics, startRig, tally } from './rig.js';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
}, 60_000);
afterAll(async () => rig.stop());

const countOf = async (click: RecordedClick) => {
  const asked = { entity: CountedEntity.COUNTED_ENTITY_LINK, ids: [click.linkId] };
  return (await callAs(actorOf(click.workspaceId), () => rig.client.getCounts(asked))).counts[0]!.clicks;
};
const ready = async () => (await fetch(`http://127.0.0.1:${rig.service.managementPort}/healthz/ready`)).status === 200;

describe('live stream', () => {
  /** Everything a viewer gets until it leaves. */
  function watch(workspaceId: string, linkId: string) {
    const leave = new AbortController();
    const seen: { id: string; atMs: number }[] = [];
    const ended = callAs(actorOf(workspaceId), async () => {
      for await (const { click } of rig.client.streamClicks({ linkId }, { signal: leave.signal }))
        seen.push({ id: click!.id, atMs: Date.now() });
    });
    return {
      seen,
      leave: () => {
        leave.abort();
        return ended;
      },
    };
  }

  test('shows each click of people within 2 s of happening, to its workspace and link only', async () => {
    await eventually(ready);
    const mine = aClick();
    const sibling = aClick({ workspaceId: mine.workspaceId });
    const foreign = aClick();
    const link = watch(mine.workspaceId, mine.linkId);
    const workspace = watch(mine.workspaceId, '');
    // A stream is open once the server has it: shown by what arrives, so clicks are sent until the first one does.
    await eventually(
      async () => {
        await publishBatches(rig.bus, [aBatch([aClick({ workspaceId: mine.workspaceId, linkId: mine.linkId })])]);
        return link.seen.length > 0 && workspace.seen.length > 0;
      },
      { intervalMs: 300 },
    );

    const now = Date.now();
    const click = { ...mine, clickedAtMs: now };
    const bot = aClick({ workspaceId: mine.workspaceId, linkId: mine.linkId, userAgent: AGENTS.googlebot });
    await publishBatches(rig.bus, [aBatch([foreign, bot, sibling, click])]);
    const arrived = await eventually(() => link.seen.find(({ id }) => id === click.id) ?? false);
    await eventually(() => workspace.seen.some(({ id }) => id === sibling.id));
    expect(arrived.atMs - now).toBeLessThan(2_000);
    const ids = (seen: { id: string }[]) => seen.map(({ id }) => id);
    expect(ids(workspace.seen)).toContain(click.id);
    expect(ids(link.seen)).not.toContain(sibling.id);
    for (const { seen } of [link, workspace]) {
      expect(ids(seen)).not.toContain(foreign.id);
      expect(ids(seen)).not.toContain(bot.id);
      expect(new Set(ids(seen)).size).toBe(seen.length);
    }
    await Promise.all([link.leave(), workspace.leave()]);
  });

  test('is refused without an actor', async () => {
    const leave = new AbortController();
    const first = async () => {
      for await (const event of rig.client.streamClicks({ linkId: '' }, { signal: leave.signal })) return event;
      return undefined;
    };
    await expect(first()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  });
});

describe('poison on the bus', () => {
  test('is set aside with its reason, the clicks behind it are counted, and a replay that comes too early loses nothing', async () => {
    const aside: { value: Uint8Array; headers: Record<string, string> }[] = [];
    const following = await rig.bus.broadcast({ topics: ['click.setaside.v1'], handler: (records) => void aside.push(...records) });
    const behind = aClick();
    // A clock that runs two days ahead: impossible today, an ordinary click once its time has come.
    const early = aClick({ clickedAtMs: Date.now() + 2 * 86_400_000 });
    await rig.bus.publish('click.recorded.v1', [
      { key: 'one', value: Buffer.from('not a batch at all') },
      { key: 'one', value: ClickBatch.encode(aBatch([early])).finish() },
      { key: 'one', value: ClickBatch.encode(aBatch([behind])).finish() },
    ]);
    await eventually(async () => (await countOf(behind)) === 1);
    await eventually(() => aside.length === 2);
    expect(aside.map(({ headers }) => headers['linqr-reason']).sort()).toEqual(['impossible', 'undecodable']);

    // Sent again it is still impossible, and waits again: nothing is lost by replaying too early.
    expect(await replaySetAside(rig.bus)).toBe(2);
    await eventually(() => aside.length === 4);
    expect(await countOf(early)).toBe(0);
    expect(new Set(aside.map(({ value }) => Buffer.from(value).toString('hex'))).size).toBe(3);
    await following.close();
  });
});

describe('ClickHouse', () => {
  test('down: unready, questions answer PART_UNAVAILABLE, clicks wait on the bus; back: all of them are counted once', async () => {
    await eventually(ready);
    const before = await tally(rig.warehouse);
    await rig.clickhouse.kill();
    const clicks = Array.from({ length: 200 }, () => aClick());
    for (let i = 0; i < clicks.length; i += 10) await publishBatches(rig.bus, [aBatch(clicks.slice(i, i + 10))], `key-${i}`);
    await expect(countOf(clicks[0]!)).rejects.toMatchObject({ code: 'PART_UNAVAILABLE' });
    await eventually(async () => !(await ready()));
    await rig.clickhouse.restart();
    await eventually(async () => (await tally(rig.warehouse)).lifetime === before.lifetime + clicks.length, { timeoutMs: 25_000 });
    await eventually(ready);
    const after = await tally(rig.warehouse);
    expect(new Set(Object.values(after))).toEqual(new Set([before.raw + clicks.length]));
  });

  test('not there yet: the service starts, unready, and begins when it comes', async () => {
    await rig.clickhouse.kill();
    const other = await startAnalytics(rig.config);
    const status = async () => (await fetch(`http://127.0.0.1:${other.service.managementPort}/healthz/ready`)).status;
    expect(await status()).toBe(503);
    await expect(callAs(actorOf('ws_x'), () => other.client.getRealtime({ linkId: '' }))).rejects.toMatchObject({
      code: 'PART_UNAVAILABLE',
    });
    await rig.clickhouse.restart();
    await eventually(async () => (await status()) === 200, { timeoutMs: 20_000 });
    // Two of the group now: nothing doubles.
    const before = await tally(rig.warehouse);
    const clicks = Array.from({ length: 60 }, () => aClick());
    await Promise.all(clicks.map((click, i) => publishBatches(rig.bus, [aBatch([click])], `key-${i}`)));
    await eventually(async () => (await tally(rig.warehouse)).lifetime === before.lifetime + clicks.length, { timeoutMs: 20_000 });
    other.client.$close();
    await other.service.stop();
    expect(new Set(Object.values(await tally(rig.warehouse)))).toEqual(new Set([before.raw + clicks.length]));
  });
});

describe('a start over tables that are there', () => {
  test('changes nothing but the retention that the configuration asks for', async () => {
    const definition = async () =>
      (await rig.warehouse.query<{ e: string }>("SELECT engine_full AS e FROM system.tables WHERE name = 'clicks_raw_v1'", {}))[0]!.e;
    expect(await definition()).toContain('toIntervalDay(730)');
    const before = await tally(rig.warehouse);
    const other = await startAnalytics({ ...rig.config, CLICK_RETENTION_DAYS: 400 });
    await eventually(async () => (await definition()).includes('toIntervalDay(400)'));
    other.client.$close();
    await other.service.stop();
    expect(await tally(rig.warehouse)).toEqual(before);
  });
});
