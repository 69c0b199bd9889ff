// Faults of the bus, its consumers and the spool behind it.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openBus } from '@linqr/platform/bus';
import { createLogger } from '@linqr/platform/logging';
import { eventually } from '@linqr/testing/eventually';
import { Client } from 'pg';
import { startLoad } from './load.js';
import { endChild, environmentOf, metricOf } from './part.js';
import { freeze, postmasterOf } from './process-tree.js';
import { noRefusals, type Row, type Stage, settled, underLoad, warm } from './scenarios.js';
import { watchStandstill } from './standstill.js';
import { stored } from './warehouse.js';

/** Query string on each visit of F3, so that the spool fills within a minute at any rate. */
const SPOOL_FILLER_BYTES = 1_400;
/** No partition may be without a consumer that works for longer (design/reliability.md F6). */
const MAX_STANDSTILL_SECONDS = 30;

/** F2 on Kafka: the broker is killed, stays away, and comes back on its data. */
export async function f2BrokerKilled(stage: Stage): Promise<Row> {
  const control = stage.kafka!;
  const { text, exact, journal } = await underLoad(stage, async () => {
    await delay(3_000);
    await control.kill();
    await delay(30_000);
    await control.start();
    await delay(3_000);
    return 'the Kafka broker killed with -9, away for 30 s, started again';
  });
  return { id: 'F2', fault: 'bus down under load', result: text, passed: exact && noRefusals(journal) && journal.broken === 0 };
}

/** F3: the bus stays away until the spool is full; what is dropped is counted to the click, and it recovers by itself. */
export async function f3SpoolFull(stage: Stage): Promise<Row> {
  const { product, workspaceId } = stage;
  await warm(stage.urls);
  const before = await settled(stage);
  const droppedBefore = await metricOf(product, 'redirect', 'linqr_edge_clicks_dropped_total');
  const dropped = async () => (await metricOf(product, 'redirect', 'linqr_edge_clicks_dropped_total')) - droppedBefore;
  const readiness = async () => (await fetch(`http://127.0.0.1:${product.ports['redirect:management']}/healthz/ready`)).status;
  const pid = product.processes()['redirect'];
  const load = startLoad({ urls: stage.urls, rate: stage.rate, connections: 64, pathBytes: SPOOL_FILLER_BYTES });
  await delay(2_000);
  const thaw = stage.kafka ? pausedBroker(stage.kafka) : freeze(postmasterOf(product));
  const full = await eventually(async () => (await dropped()) > 0, { timeoutMs: 150_000, intervalMs: 500 }).catch(() => false);
  await delay(3_000);
  const whileFull = await readiness().catch(() => 0);
  thaw();
  await delay(5_000);
  const journal = await load.stop();
  // The last of them: what came in after it had recovered has to be there.
  const recovered = await eventually(async () => (await readiness()) === 200, { timeoutMs: 60_000, intervalMs: 250 }).catch(() => false);
  let after = before;
  let given = 0;
  const exact = await eventually(
    async () => {
      given = await dropped();
      after = await stored(product, workspaceId);
      // Clicks recorded whose answer never arrived would show as too many.
      return after.rows === after.distinct && after.rows - before.rows + given === journal.answered.size + journal.broken;
    },
    { timeoutMs: 60_000, intervalMs: 500 },
  ).catch(() => false);
  const missing = [...journal.answered].filter((id) => !after.ids.has(id)).length;
  return {
    id: 'F3',
    fault: stage.spoolIsDisk ? 'spool disk full (a tmpfs of 12 MiB)' : 'spool full (its own limit of 12 MiB)',
    result: `${journal.answered.size} answered, ${given} dropped and counted, ${missing} missing, ${after.rows - before.rows} stored, ${after.rows - after.distinct} double; readiness while full ${whileFull}, ${recovered ? 'ready again' : 'not ready again'} in the same process; refused: ${[...journal.refused].join() || 'none'}`,
    passed:
      full === true &&
      exact &&
      missing === given &&
      noRefusals(journal) &&
      whileFull === 503 &&
      recovered === true &&
      product.processes()['redirect'] === pid,
  };
}

/** F5: everything is delivered again from offset 0. */
export async function f5Redelivered(stage: Stage): Promise<Row> {
  const before = await settled(stage);
  const known = () => metricOf(stage.product, 'analytics', 'analytics_records_total', 'already_ingested');
  const url = environmentOf(stage.product, 'analytics')['BUS_URL']!;
  const pid = stage.product.processes()['analytics']!;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    process.kill(pid, 'SIGKILL');
    // Before the launcher has started it again.
    await client.query(
      "update bus.group_offset o set committed = (select first_off from bus.partition p where p.topic = o.topic and p.part = o.part) where grp = 'analytics'",
    );
  } finally {
    await client.end();
  }
  await eventually(() => (stage.product.processes()['analytics'] ?? pid) !== pid, { timeoutMs: 60_000 });
  const again = await eventually(async () => ((await known()) > 0 ? await known() : false), { timeoutMs: 60_000, intervalMs: 500 }).catch(
    () => 0,
  );
  await delay(3_000);
  const after = await settled(stage);
  const same =
    after.rows === before.rows && after.rows === after.distinct && [after.hour, after.day, after.lifetime].every((n) => n === after.rows);
  return {
    id: 'F5',
    fault: 'the whole topic delivered again from offset 0',
    result: `${String(again)} batches known again; ${before.rows} clicks before, ${after.rows} after, roll-ups ${[after.hour, after.day, after.lifetime].map((n) => n - after.rows).join('/')} off`,
    passed: same && Number(again) > 0,
  };
}

/** F6: a second writer comes and goes every few seconds, every other time (`kills`: every time) by kill -9. */
export function f6MembersComeAndGo(kills: 'some' | 'all'): (stage: Stage) => Promise<Row> {
  return async (stage) => {
    const environment = { ...environmentOf(stage.product, 'analytics'), GRPC_PORT: '0', MANAGEMENT_PORT: '0', LOG_LEVEL: 'silent' };
    const ROUNDS = 10;
    let worst = 0;
    const { text, exact, journal } = await underLoad(stage, async () => {
      await delay(3_000);
      const watch = watchStandstill(stage.product, stage.urls);
      for (let round = 0; round < ROUNDS; round++) {
        const second: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '../../../services/analytics/dist/main.js')], {
          env: environment,
          stdio: 'ignore',
        });
        await delay(4_500);
        await endChild(second, kills === 'some' && round % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
        await delay(1_500);
      }
      worst = await watch.stop();
      return `a second analytics writer joined and left ${ROUNDS} times, ${kills === 'some' ? 'half of them' : 'each time'} by kill -9; longest that any link's clicks stood still ${worst.toFixed(1)} s`;
    });
    return {
      id: kills === 'some' ? 'F6' : 'F6k',
      fault: 'consumers added and removed',
      result: text,
      passed: exact && noRefusals(journal) && worst <= MAX_STANDSTILL_SECONDS,
    };
  };
}

/** F8: bytes that are no batch, in front of good ones. */
export async function f8Poison(stage: Stage): Promise<Row> {
  const undecodable = () => metricOf(stage.product, 'analytics', 'analytics_records_total', 'undecodable');
  const before = await undecodable();
  const logger = createLogger({ service: 'faults', level: 'silent' });
  const bus = await openBus({ url: environmentOf(stage.product, 'analytics')['BUS_URL']!, clientId: 'faults', logger });
  const POISON = 12;
  const { text, exact, journal } = await underLoad(stage, async () => {
    for (let key = 0; key < POISON; key++)
      await bus.publish('click.recorded.v1', [{ key: String(key), value: Buffer.from(`not a batch ${key}\u00ff\u00fe`, 'latin1') }]);
    await delay(5_000);
    return `${POISON} poisoned records over the partitions`;
  }).finally(() => bus.close());
  const aside = (await undecodable()) - before;
  return {
    id: 'F8',
    fault: 'poison messages',
    result: `${text}; ${aside} set aside`,
    passed: exact && noRefusals(journal) && aside === POISON,
  };
}

/** Connections stay open, nothing is answered, until the answer is called. */
function pausedBroker(control: NonNullable<Stage['kafka']>): () => void {
  control.pause();
  return () => control.resume();
}
