// Every point where ingestion can be cut off, against the real engine: at the end each click is there once, everywhere.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BatchContext, EventBus, IncomingRecord, OutgoingRecord, Topic } from '@linqr/platform/bus';
import { systemClock } from '@linqr/platform/clock';
import { createLogger } from '@linqr/platform/logging';
import { Registry } from '@linqr/platform/management';
import { ClicksIngested } from '@linqr/proto/events/v1/analytics';
import { ClickBatch } from '@linqr/proto/events/v1/click';
import { type TestClickhouse, testClickhouse } from '@linqr/testing/clickhouse';
import { AgentCache } from '../src/enrichment/agent.cache.js';
import { GeoLocator } from '../src/enrichment/geo.locator.js';
import { VisitorHasher } from '../src/enrichment/visitor.hash.js';
import { ErasedRepository } from '../src/erasure/erased.repository.js';
import { IngestMetrics } from '../src/ingest/ingest.metrics.js';
import { IngestService } from '../src/ingest/ingest.service.js';
import { IngestedPublisher } from '../src/ingest/ingested.publisher.js';
import { LedgerRepository } from '../src/ingest/ledger.repository.js';
import { ReplayFilter } from '../src/ingest/replay.filter.js';
import { SetAside } from '../src/ingest/set-aside.js';
import { migrateSchema } from '../src/warehouse/schema.migrator.js';
import { ClickHouseWarehouse, type QueryParams, type TokenInsert, type Warehouse } from '../src/warehouse/warehouse.js';
import { aBatch, aClick, asRecord, seeded, tally } from './rig.js';

const logger = createLogger({ service: 'test', level: 'silent' });
const geo = new GeoLocator();
const active: BatchContext = { topic: 'click.recorded.v1', partition: 0, isActive: () => true, heartbeat: async () => undefined };

/** What a crash looks like from outside: the n-th effect is the last, and it may or may not have happened. */
class Cut extends Error {}
interface Fuse {
  effectsLeft: number;
  lastOneHappens: boolean;
}

async function burn<T>(fuse: Fuse, effect: () => Promise<T>): Promise<T> {
  if (fuse.effectsLeft-- > 0) return effect();
  if (fuse.lastOneHappens && fuse.effectsLeft === -1) await effect();
  throw new Cut('cut off');
}

/** The real warehouse behind a fuse. */
class FusedWarehouse implements Warehouse {
  constructor(
    private readonly real: ClickHouseWarehouse,
    private readonly fuse: Fuse,
  ) {}
  query = <Row>(sql: string, params: QueryParams) => this.real.query<Row>(sql, params);
  insert = (insert: TokenInsert) => burn(this.fuse, () => this.real.insert(insert));
  command = (sql: string) => this.real.command(sql);
  ping = () => this.real.ping();
  close = async () => undefined;
}

/** Keeps what is published, in order, behind the same fuse. */
class FusedPublisher implements Pick<EventBus, 'publish'> {
  constructor(
    private readonly kept: Map<Topic, OutgoingRecord[]>,
    private readonly fuse: Fuse,
  ) {}
  publish = (topic: Topic, records: OutgoingRecord[]) =>
    burn(this.fuse, async () => {
      this.kept.set(topic, [...(this.kept.get(topic) ?? []), ...records]);
    });
}

let clickhouse: TestClickhouse;
let warehouse: ClickHouseWarehouse;
beforeAll(async () => {
  clickhouse = await testClickhouse();
  warehouse = new ClickHouseWarehouse({ url: clickhouse.url });
  await migrateSchema(warehouse, join(__dirname, '../migrations'), { rawRetentionDays: 730, ledgerRetentionDays: 40 }, logger);
}, 60_000);
afterAll(async () => {
  await warehouse.close();
  await clickhouse.stop();
});

const published = new Map<Topic, OutgoingRecord[]>();
let expected = 0;

/** A consumer's life: it may be cut off at any effect, and then another one begins. */
function consumer(fuse: Fuse = { effectsLeft: Number.POSITIVE_INFINITY, lastOneHappens: false }): IngestService {
  const fused = new FusedWarehouse(warehouse, fuse);
  const bus = new FusedPublisher(published, fuse) as unknown as EventBus;
  return new IngestService({
    warehouse: fused,
    ledger: new LedgerRepository(fused),
    setAside: new SetAside(bus, systemClock),
    replayFilter: new ReplayFilter(fused),
    erased: new ErasedRepository(warehouse, undefined),
    publisher: new IngestedPublisher(bus),
    tables: { agents: new AgentCache(), geo, visitors: new VisitorHasher(Buffer.alloc(32, 7)) },
    metrics: new IngestMetrics(new Registry()),
    clock: systemClock,
    logger,
  });
}

function someRecords(count: number, clicksEach: number): IncomingRecord[] {
  expected += count * clicksEach;
  return Array.from({ length: count }, (_, i) => asRecord(aBatch(Array.from({ length: clicksEach }, () => aClick())), i));
}

const ingest = (service: IngestService, records: IncomingRecord[]) => service.ingest([{ records, context: active }]);

async function expectEachClickOnce() {
  expect(await tally(warehouse)).toEqual({ raw: expected, distinct: expected, perHour: expected, perDay: expected, lifetime: expected });
}

describe('each click is in the raw table and in every roll-up exactly once', () => {
  // Effects of one delivery: plan, insert, publish, mark.
  for (let cut = 0; cut < 4; cut++)
    for (const lastOneHappens of [false, true])
      test(`when cut off at effect ${cut + 1} ${lastOneHappens ? 'after' : 'before'} it happened, and delivered again cut differently`, async () => {
        const records = someRecords(6, 3);
        await expect(ingest(consumer({ effectsLeft: cut, lastOneHappens }), records)).rejects.toThrow(Cut);
        // The next owner gets fewer, in another order of calls, together with records that came meanwhile.
        const later = someRecords(2, 2);
        await ingest(consumer(), records.slice(4));
        await ingest(consumer(), [...records.slice(0, 3), ...later]);
        await ingest(consumer(), [...records, ...later]);
        await expectEachClickOnce();
      });

  test('when cut off again and again at random effects', async () => {
    const random = seeded('cut off again');
    const records = someRecords(40, 2);
    for (let from = 0; from < records.length; ) {
      const size = 1 + Math.floor(random() * 8);
      const fuse = { effectsLeft: Math.floor(random() * 6), lastOneHappens: random() < 0.5 };
      try {
        await ingest(consumer(fuse), records.slice(from, from + size));
        from += size;
      } catch (error) {
        expect(error).toBeInstanceOf(Cut);
      }
    }
    await expectEachClickOnce();
  });

  test('when a kill leaves the raw table written and two roll-ups not', async () => {
    const records = someRecords(3, 5);
    const views = ['clicks_per_day_v1_mv', 'clicks_lifetime_v1_mv'];
    for (const view of views) await warehouse.command(`DETACH TABLE ${view}`);
    try {
      await expect(ingest(consumer({ effectsLeft: 1, lastOneHappens: true }), records)).rejects.toThrow(Cut);
    } finally {
      for (const view of views) await warehouse.command(`ATTACH TABLE ${view}`);
    }
    await ingest(consumer(), records);
    await expectEachClickOnce();
  });

  test('when everything ever delivered is delivered again from the first offset, and tells nobody twice', async () => {
    const records = someRecords(30, 4);
    for (let i = 0; i < records.length; i += 7) await ingest(consumer(), records.slice(i, i + 7));
    const events = () => (published.get('click.ingested.v1') ?? []).length;
    const before = events();
    for (let i = 0; i < records.length; i += 11) await ingest(consumer(), records.slice(i, i + 11));
    await expectEachClickOnce();
    expect(events()).toBe(before);
  });

  test('when the same batch was published twice by an edge', async () => {
    const [record] = someRecords(1, 3);
    await ingest(consumer(), [record!, { ...record!, offset: '99' }]);
    await ingest(consumer(), [{ ...record!, offset: '100' }]);
    await expectEachClickOnce();
  });

  test('when the engine is killed with the plan written and comes back', async () => {
    const records = someRecords(4, 3);
    await expect(ingest(consumer({ effectsLeft: 1, lastOneHappens: false }), records)).rejects.toThrow(Cut);
    await clickhouse.kill();
    await expect(ingest(consumer(), records)).rejects.toMatchObject({ code: 'PART_UNAVAILABLE' });
    await clickhouse.restart();
    await ingest(consumer(), records);
    await expectEachClickOnce();
  });

  test('when a consumer that lost its partition wakes up after its successor has finished', async () => {
    const records = someRecords(5, 2);
    // It has asked the ledger, and stands still before it writes its plan.
    let wake: () => void = () => undefined;
    const standing = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const slow = consumer();
    const slowLedger = (slow as unknown as { parts: { ledger: LedgerRepository } }).parts.ledger;
    const writePlan = slowLedger.writePlan.bind(slowLedger);
    let reached: () => void = () => undefined;
    const stands = new Promise<void>((resolve) => {
      reached = resolve;
    });
    slowLedger.writePlan = async (plan) => {
      reached();
      await standing;
      return writePlan(plan);
    };
    const late = ingest(slow, records);
    late.catch(() => undefined);
    await stands;
    await ingest(consumer(), records.slice(0, 4));
    wake();
    await expect(late).rejects.toThrow('planned elsewhere');
    await ingest(consumer(), records);
    await expectEachClickOnce();
  });

  test('every ingested click was told of at least once, with the address gone', async () => {
    const told = new Set<string>();
    for (const { value, key } of published.get('click.ingested.v1') ?? []) {
      expect(Buffer.from(value).includes('81.250.0.1')).toBe(false);
      for (const click of ClicksIngested.decode(value).clicks) {
        expect(click.workspaceId).toBe(key);
        told.add(click.id);
      }
    }
    expect(told.size).toBe(expected);
    const [row] = await warehouse.query<{ n: string }>(
      "SELECT count() AS n FROM clicks_raw_v1 WHERE position(toString(tuple(*)), '81.250.0.1') > 0",
      {},
    );
    expect(Number(row?.n)).toBe(0);
  });
});

describe('what cannot be ingested is set aside and the rest goes on', () => {
  const aside = () => published.get('click.setaside.v1') ?? [];

  test('an undecodable record, once however often it is delivered', async () => {
    const poison: IncomingRecord = { ...asRecord(aBatch([]), 500), value: Buffer.from([0xff, 0x01, 0x02, 0x99]) };
    const nameless = asRecord(aBatch([aClick()], ''), 501);
    const [good] = someRecords(1, 2);
    const before = aside().length;
    await ingest(consumer(), [poison, good!, nameless]);
    await ingest(consumer(), [poison, good!, nameless]);
    const set = aside().slice(before);
    expect(set.map(({ headers }) => headers?.['linqr-reason'])).toEqual(['undecodable', 'undecodable']);
    expect(Buffer.from(set[0]!.value).equals(Buffer.from(poison.value))).toBe(true);
    expect(set[0]!.headers).toMatchObject({ 'linqr-origin': 'click.recorded.v1/0/500', 'linqr-step': 'decode' });
    await expectEachClickOnce();
  });

  test('only the impossible clicks of a batch, and a replay brings them in once the cause is mended', async () => {
    const good = aClick();
    const bad = [
      aClick({ id: 'not-a-uuid' }),
      aClick({ workspaceId: '' }),
      aClick({ clickedAtMs: Date.now() + 10 * 86_400_000 }),
      aClick({ linkId: "x'; --" }),
    ];
    const before = aside().length;
    expected += 1;
    await ingest(consumer(), [asRecord(aBatch([good, ...bad]), 600)]);
    await expectEachClickOnce();
    const [record] = aside().slice(before);
    expect(record?.headers).toMatchObject({ 'linqr-reason': 'impossible', 'linqr-detail': 'id, workspace_id, clicked_at_ms, link_id' });
    const batch = ClickBatch.decode(record!.value);
    expect(batch.clicks).toHaveLength(4);
    // Mended as a later version would: the same record, clicks now possible; one of them came in another way meanwhile.
    const known = aClick();
    expected += 1;
    await ingest(consumer(), [asRecord(aBatch([known]), 601)]);
    const mended = { ...batch, clicks: [known, ...batch.clicks.map(() => aClick())] };
    expected += 4;
    await ingest(consumer(), [asRecord(mended, 602)]);
    await ingest(consumer(), [asRecord(mended, 603)]);
    await expectEachClickOnce();
  });
});
