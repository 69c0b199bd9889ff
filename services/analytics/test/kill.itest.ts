// The service as a process of its own, killed with -9 while it drains the topic.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type EventBus, openBus } from '@linqr/platform/bus';
import { createLogger } from '@linqr/platform/logging';
import { type TestClickhouse, testClickhouse } from '@linqr/testing/clickhouse';
import { eventually } from '@linqr/testing/eventually';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import { typescriptArguments } from '@linqr/testing/typescript';
import { ClickHouseWarehouse } from '../src/warehouse/warehouse.js';
import { aBatch, aClick, publishBatches, seeded, tally } from './rig.js';

const KILLS = 4;
/** Published before each of the kills. */
const BATCHES = 60;

let clickhouse: TestClickhouse;
let database: TestDatabase;
let bus: EventBus;
let warehouse: ClickHouseWarehouse;
let child: ChildProcess | undefined;

beforeAll(async () => {
  [clickhouse, database] = await Promise.all([testClickhouse(), testDatabase()]);
  bus = await openBus({ url: database.url, clientId: 'test-edge', logger: createLogger({ service: 'test', level: 'silent' }) });
  warehouse = new ClickHouseWarehouse({ url: clickhouse.url });
}, 60_000);
afterAll(async () => {
  await kill();
  await bus.close();
  await warehouse.close();
  await clickhouse.stop();
  await database.drop();
});

/** `small`: two records at a time and no pause, so that there are many inserts and a kill finds one under way. */
function start({ small }: { small: boolean }): void {
  child = fork(join(__dirname, '../src/main.ts'), [], {
    execArgv: typescriptArguments(),
    env: {
      ...process.env,
      CLICKHOUSE_URL: clickhouse.url,
      BUS_URL: database.url,
      VISITOR_HASH_KEY: 'a key of tests, long enough to be taken',
      ...(small ? { INGEST_MAX_RECORDS: '2', INGEST_INTERVAL_MS: '0' } : {}),
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
}

async function kill(): Promise<void> {
  const victim = child;
  child = undefined;
  if (!victim || victim.exitCode !== null || victim.signalCode !== null) return;
  const gone = new Promise((resolve) => victim.once('exit', resolve));
  victim.kill('SIGKILL');
  await gone;
}

const rawCount = () =>
  tally(warehouse).then(
    ({ raw }) => raw,
    () => 0,
  );

test('killed again and again at any moment, each click is counted once in the raw table and in every roll-up', async () => {
  const random = seeded('kill');
  let expected = 0;
  let interrupted = 0;
  let seen = 0;
  for (let round = 0; round < KILLS; round++) {
    // Something new for every round, however much of the last one was done before the kill came.
    for (let i = 0; i < BATCHES; i++) {
      const clicks = Array.from({ length: 1 + Math.floor(random() * 4) }, () => aClick());
      expected += clicks.length;
      await publishBatches(bus, [aBatch(clicks)], `edge-${i % 3}`);
    }
    start({ small: true });
    // It is at work: something new is in. Then the kill comes at whatever moment of the next inserts.
    seen = await eventually(
      async () => {
        const now = await rawCount();
        return now > seen && now;
      },
      { timeoutMs: 120_000 },
    );
    const until = performance.now() + random() * 120;
    await eventually(() => performance.now() > until, { intervalMs: 3 });
    await kill();
    seen = await rawCount();
    if (seen < expected) interrupted++;
  }
  expect(interrupted).toBeGreaterThan(0);
  start({ small: false });
  await eventually(async () => (await tally(warehouse)).lifetime >= expected, { timeoutMs: 120_000 });
  // All offsets committed: nothing more can come.
  await eventually(async () => (await bus.lag('analytics', ['click.recorded.v1'])).every(({ lag }) => lag === 0), { timeoutMs: 60_000 });
  expect(await tally(warehouse)).toEqual({ raw: expected, distinct: expected, perHour: expected, perDay: expected, lifetime: expected });
}, 900_000);
