// Publish and consume rates, latency and CPU time of both bus adapters: npm run bench:bus [-- postgres|kafka] [records].
// Starts a PostgreSQL (fsync on) and an Apache Kafka of its own in a temporary folder and removes them afterwards.
// Rates move with the machine's load; CPU time per million records does so much less.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgresData, startPostgres } from '@linqr/embedded/postgres';
import { openBus } from '@linqr/platform/bus';
import { createLogger } from '@linqr/platform/logging';
import { kafkaMissing, testKafka } from '@linqr/testing/kafka';

const TOPIC = 'click.recorded.v1';
const ARRAY = 1_000;
const [only = 'both', count = '200000'] = process.argv.slice(2);
const RECORDS = Math.max(ARRAY, Math.round(Number(count) / ARRAY) * ARRAY);
const TICKS_PER_SECOND = 100;
const logger = createLogger({ service: 'bench', level: 'error' });
const value = Buffer.alloc(250, 'click ');

if (only !== 'kafka') await inPostgres();
if (only !== 'postgres') await inKafka();

async function inPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'linqr-bench-'));
  const server = await startPostgres({ dataFolder: join(folder, 'data'), password: 'bench' });
  try {
    await measure('PostgreSQL log', server.url('postgres'), server.pid);
  } finally {
    await server.stop();
    removePostgresData(server);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inKafka() {
  const missing = kafkaMissing();
  if (missing) return console.log(`Apache Kafka: not measured, ${missing}`);
  const kafka = await testKafka();
  try {
    await measure('Apache Kafka', kafka.url, kafka.control?.pid());
  } finally {
    await kafka.stop();
  }
}

async function measure(name, url, serverPid) {
  console.log(`\n${name}: ${RECORDS} records of ${value.length} B in arrays of ${ARRAY}`);
  const [sender, receiver] = [await openBus({ url, clientId: 'bench-out', logger }), await openBus({ url, clientId: 'bench-in', logger })];
  try {
    await sender.publish(TOPIC, [{ key: 'warm', value }]);
    const phase = phases(serverPid);
    await phase('publish, arrays, 4 callers', RECORDS, () => publishArrays(sender));
    await phase('consume from the beginning', RECORDS, () => consume(receiver, RECORDS));
    await phase('publish, single, 10 callers', 5_000, () => publishSingles(sender, 5_000));
    await latency(sender, receiver);
    await phase('idle, 2 buses, 1 group, for 5 s', 0, () => new Promise((resolve) => setTimeout(resolve, 5_000)));
  } finally {
    await sender.close();
    await receiver.close();
  }
}

async function publishArrays(bus) {
  let next = 0;
  const caller = async () => {
    while (next < RECORDS) {
      const first = next;
      next += ARRAY;
      await bus.publish(
        TOPIC,
        Array.from({ length: ARRAY }, (_, i) => ({ key: `key-${(first + i) % 5_000}`, value })),
      );
    }
  };
  await Promise.all([caller(), caller(), caller(), caller()]);
}

async function publishSingles(bus, total) {
  let next = 0;
  const caller = async () => {
    while (next < total) await bus.publish(TOPIC, [{ key: `key-${next++}`, value }]);
  };
  await Promise.all(Array.from({ length: 10 }, caller));
}

async function consume(bus, total) {
  let seen = 0;
  let done = () => {};
  const all = new Promise((resolve) => {
    done = resolve;
  });
  const subscription = await bus.subscribe({
    group: 'bench',
    topics: [TOPIC],
    from: 'beginning',
    maxBatch: 1_000,
    handler: async (records) => {
      seen += records.length;
      if (seen >= total) done();
    },
  });
  await all;
  await subscription.close();
}

/** One record every 20 ms, as on an idle evening: from before publish() to the handler's call. */
async function latency(sender, receiver) {
  const taken = [];
  await receiver.subscribe({
    group: 'bench-latency',
    topics: ['link.changed.v1'],
    from: 'end',
    handler: async (records) => {
      for (const r of records) taken.push(performance.now() - Number(r.headers.sent));
    },
  });
  for (let i = 0; i < 220; i++) {
    await sender.publish('link.changed.v1', [{ key: `key-${i}`, value, headers: { sent: String(performance.now()) } }]);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (let waited = 0; taken.length < 220 && waited < 200; waited++) await new Promise((resolve) => setTimeout(resolve, 50));
  const sorted = taken.slice(20).sort((a, b) => a - b);
  const at = (share) => sorted[Math.floor(sorted.length * share)]?.toFixed(1);
  console.log(`  publish to handler, idle: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms (${taken.length} of 220)`);
}

function phases(serverPid) {
  return async (name, records, work) => {
    const cpu = process.cpuUsage();
    const server = serverCpuSeconds(serverPid);
    const begun = performance.now();
    await work();
    const seconds = (performance.now() - begun) / 1_000;
    const used = process.cpuUsage(cpu);
    const own = (used.user + used.system) / 1e6;
    const theirs = serverCpuSeconds(serverPid) - server;
    const rate = records ? `${Math.round(records / seconds).toLocaleString('en')} records/s` : `${seconds.toFixed(1)} s`;
    const each = records ? ` = ${((own / records) * 1e6).toFixed(1)} + ${((theirs / records) * 1e6).toFixed(1)} CPU s per million` : '';
    console.log(`  ${name}: ${rate}; CPU ${own.toFixed(2)} s here + ${theirs.toFixed(2)} s server${each}`);
  };
}

/** User and system time of a process, its children that run and its children that ended. Linux only; 0 elsewhere. */
function serverCpuSeconds(pid) {
  if (!pid) return 0;
  try {
    let ticks = 0;
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const fields = stat(name);
      if (!fields || (name !== String(pid) && fields[1] !== String(pid))) continue;
      ticks += Number(fields[11]) + Number(fields[12]);
      if (name === String(pid)) ticks += Number(fields[13]) + Number(fields[14]);
    }
    return ticks / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

function stat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ');
  } catch {
    return undefined;
  }
}
