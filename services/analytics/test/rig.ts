// The service over a real engine and the real bus in PostgreSQL, and an edge that cuts batches.
import { createHash } from 'node:crypto';
import { type EventBus, type IncomingRecord, openBus } from '@linqr/platform/bus';
import type { Actor } from '@linqr/platform/context';
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { newId, uuidv7 } from '@linqr/platform/ids';
import { createLogger } from '@linqr/platform/logging';
import { type RunningService, runtimeFor, startService } from '@linqr/platform/service';
import { AnalyticsServiceService } from '@linqr/proto/analytics/v1/analytics';
import { ClickBatch, ClickSource, type RecordedClick } from '@linqr/proto/events/v1/click';
import { someActor } from '@linqr/testing/actor';
import { type TestClickhouse, testClickhouse } from '@linqr/testing/clickhouse';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import { type AnalyticsConfig, analyticsConfig } from '../src/config.js';
import { ClickHouseWarehouse } from '../src/warehouse/warehouse.js';
import { wireAnalytics } from '../src/wire.js';

export const AGENTS = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  chrome: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
} as const;

export interface Rig {
  clickhouse: TestClickhouse;
  database: TestDatabase;
  bus: EventBus;
  warehouse: ClickHouseWarehouse;
  config: AnalyticsConfig;
  service: RunningService;
  client: GrpcClient<typeof AnalyticsServiceService>;
  stop: () => Promise<void>;
}

export function testConfig(clickhouseUrl: string, busUrl: string, env: Record<string, string> = {}): AnalyticsConfig {
  return analyticsConfig.parse({
    CLICKHOUSE_URL: clickhouseUrl,
    BUS_URL: busUrl,
    VISITOR_HASH_KEY: 'a key of tests, long enough to be taken',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    ...env,
  });
}

export async function startAnalytics(config: AnalyticsConfig): Promise<Pick<Rig, 'service' | 'client'>> {
  const service = await startService(runtimeFor('analytics', config), wireAnalytics);
  const client = createGrpcClient({ definition: AnalyticsServiceService, target: `127.0.0.1:${service.grpcPort}`, idempotent: [] });
  return { service, client };
}

export async function startRig(env: Record<string, string> = {}): Promise<Rig> {
  const [clickhouse, database] = await Promise.all([testClickhouse(), testDatabase()]);
  const config = testConfig(clickhouse.url, database.url, env);
  const bus = await openBus({ url: database.url, clientId: 'test-edge', logger: createLogger({ service: 'test', level: 'silent' }) });
  const warehouse = new ClickHouseWarehouse({ url: clickhouse.url });
  const rig: Rig = {
    clickhouse,
    database,
    bus,
    warehouse,
    config,
    ...(await startAnalytics(config)),
    async stop() {
      // The ones there are now: a test may have started others in their place.
      rig.client.$close();
      await rig.service.stop();
      await bus.close();
      await warehouse.close();
      await clickhouse.stop();
      await database.drop();
    },
  };
  return rig;
}

/** A person on a phone in Paris, unless told otherwise. */
export function aClick(given: Partial<RecordedClick> = {}): RecordedClick {
  const clickedAtMs = given.clickedAtMs ?? Date.now();
  return {
    id: uuidv7(clickedAtMs),
    clickedAtMs,
    workspaceId: newId('ws'),
    linkId: newId('lnk'),
    qrId: '',
    linkVersion: 1,
    source: ClickSource.CLICK_SOURCE_LINK,
    ruleId: '',
    variant: '',
    address: '81.250.0.1',
    userAgent: AGENTS.iphone,
    referrer: '',
    acceptLanguage: 'fr-FR,fr;q=0.9',
    query: '',
    ownerId: newId('usr'),
    domain: 'lin.qr',
    slug: 'abc2345',
    head: false,
    prefetch: false,
    ...given,
  };
}

export const aBatch = (clicks: RecordedClick[], batchId: string = newId('bat')): ClickBatch => ({ batchId, edgeId: 'edge-test', clicks });

export function publishBatches(bus: EventBus, batches: ClickBatch[], key = 'edge-test'): Promise<void> {
  return bus.publish(
    'click.recorded.v1',
    batches.map((batch) => ({ key, value: ClickBatch.encode(batch).finish() })),
  );
}

/** As the bus delivers it, for calls of the handler itself. */
export function asRecord(batch: ClickBatch, offset: number, timestampMs = Date.now()): IncomingRecord {
  const value = ClickBatch.encode(batch).finish();
  return { topic: 'click.recorded.v1', partition: 0, offset: String(offset), key: 'edge-test', value, headers: {}, timestampMs };
}

export const actorOf = (workspaceId: string): Actor => someActor({ workspaceId });

/** Counts and distinct counts in the raw table and every roll-up: one click more or less anywhere shows. */
export async function tally(
  warehouse: ClickHouseWarehouse,
): Promise<Record<'raw' | 'distinct' | 'perHour' | 'perDay' | 'lifetime', number>> {
  const [row] = await warehouse.query<Record<string, string>>(
    `SELECT (SELECT count() FROM clicks_raw_v1) AS raw, (SELECT uniqExact(id) FROM clicks_raw_v1) AS distinct,
       (SELECT sum(clicks) FROM clicks_per_hour_v1 WHERE scope = 'workspace') AS perHour,
       (SELECT sum(clicks) FROM clicks_per_day_v1 WHERE scope = 'workspace') AS perDay,
       (SELECT sum(clicks) FROM clicks_lifetime_v1 WHERE scope = 'workspace') AS lifetime`,
    {},
  );
  return Object.fromEntries(Object.entries(row!).map(([name, value]) => [name, Number(value)])) as never;
}

/** A repeatable stream of numbers in [0, 1). */
export function seeded(seed: string): () => number {
  let block = createHash('sha256').update(seed).digest();
  let at = 0;
  return () => {
    if (at + 4 > block.length) {
      block = createHash('sha256').update(block).digest();
      at = 0;
    }
    at += 4;
    return block.readUInt32LE(at - 4) / 2 ** 32;
  };
}
