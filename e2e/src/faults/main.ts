// npm run test:faults: the fault table of docs/durability.md, shown on this machine. `--only F1,F4`, `--rate 800`,
// `--seed 7` (what is random repeats), `--bus kafka` (a real Apache Kafka broker, killed and started again; needs a JDK and Maven).
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { kafkaMissing, testKafka } from '@linqr/testing/kafka';
import { type Product, startProduct } from '@linqr/testing/product';
import { openAccount } from '../account.js';
import { f2BrokerKilled, f3SpoolFull, f5Redelivered, f6MembersComeAndGo, f8Poison } from './scenarios.bus.js';
import {
  f1EdgeKilled,
  f1WholeEdgeKilled,
  f2BusFrozen,
  f4WriterKilled,
  f7EngineKilled,
  f9UnknownLinks,
  f12Edits,
  f13RollingRestart,
  type Row,
  type Stage,
} from './scenarios.js';
import { f10ColdAndViral } from './scenarios.lookups.js';
import { f11RelaysKilled } from './scenarios.relay.js';
import { seeded } from './seed.js';
import { type SpoolDisk, spoolDisk } from './spool-disk.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rate: { type: 'string', default: '500' },
    bus: { type: 'string', default: 'postgres' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const onKafka = values.bus === 'kafka';

const SCENARIOS: Record<string, (stage: Stage) => Promise<Row>> = {
  F1: f1EdgeKilled,
  F1b: f1WholeEdgeKilled,
  ...(onKafka ? { F2: f2BrokerKilled } : {}),
  [onKafka ? 'F9p' : 'F2']: f2BusFrozen,
  F3: f3SpoolFull,
  F4: f4WriterKilled,
  // Offsets of a Kafka group are reset by its own tools; redelivery on Kafka is in packages/platform/test.
  ...(onKafka ? {} : { F5: f5Redelivered }),
  F6: f6MembersComeAndGo('some'),
  F6k: f6MembersComeAndGo('all'),
  F7: f7EngineKilled,
  F8: f8Poison,
  F9: f9UnknownLinks,
  F10: f10ColdAndViral,
  F11: f11RelaysKilled,
  F12: f12Edits,
  F13: f13RollingRestart,
};
const LINKS = 40;

const chosen = values.only?.split(',') ?? Object.keys(SCENARIOS);
for (const id of chosen) if (!SCENARIOS[id]) throw new Error(`there is no scenario ${id} on this bus`);

const missing = onKafka ? kafkaMissing() : undefined;
if (missing) throw new Error(missing);
const kafka = onKafka ? await testKafka() : undefined;
const dataDir = mkdtempSync(join(tmpdir(), 'linqr-faults-'));
// PostgreSQL, which gives up root, has to get in.
chmodSync(dataDir, 0o755);
// Only F3 needs it small; a real disk cannot grow for the others.
const disk: SpoolDisk | undefined = chosen.includes('F3') ? spoolDisk(dataDir) : undefined;
let product: Product | undefined;
/** However this ends, nothing of it is left: neither processes nor folders nor a mounted disk. */
async function cleanUp(): Promise<void> {
  await product?.stop();
  await kafka?.stop();
  disk?.remove();
  rmSync(dataDir, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cleanUp().finally(() => process.exit(1)));

/** A scenario that breaks is a row that failed; the others go on. */
async function rowOf(id: string, scenario: (stage: Stage) => Promise<Row>, stage: Stage): Promise<Row> {
  try {
    return await scenario(stage);
  } catch (error) {
    return { id, fault: 'broken off', result: (error as Error).message.split('\n')[0] ?? '', passed: false };
  }
}

let failed = 0;
try {
  product = await startProduct({
    dataDir,
    environment: {
      ...(kafka ? { BUS_URL: kafka.url } : {}),
      ...disk?.environment,
      // F11 has its webhooks received on this machine.
      OUTBOUND_ALLOW_PRIVATE: 'true',
      EDGE_CLICK_ID_HEADER: 'true',
      EDGE_PROCESSES: '2',
      THROTTLE_FACTOR: '100',
      SIGN_IN_CALLS_PER_MINUTE: '10000',
      REQUESTS_PER_MINUTE: '1000000',
    },
  });
  const account = await openAccount(product, { trial: true });
  const { body } = await account.call<{ user: { workspaceId: string } }>('GET', '/auth/profile');
  const urls: string[] = [];
  for (let i = 0; i < LINKS; i++)
    urls.push(
      (await account.call<{ shortUrl: string }>('POST', '/urls/shorten', { originalUrl: `https://example.com/${i}` })).body.data.shortUrl,
    );
  const stage: Stage = {
    product,
    account,
    workspaceId: body.data.user.workspaceId,
    urls,
    rate: Number(values.rate),
    random: seeded(Number(values.seed)),
    spoolIsDisk: disk?.isDisk ?? false,
    ...(kafka?.control ? { kafka: kafka.control } : {}),
  };
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `${new Date().toISOString().slice(0, 16)}Z, bus ${values.bus}, ${values.rate} redirects a second, seed ${values.seed}, ${cpus().length} cores, load ${load} before\n`,
  );
  console.log('| # | Fault | What happened | |\n|---|---|---|---|');
  for (const id of chosen) {
    const row = await rowOf(id, SCENARIOS[id]!, stage);
    if (!row.passed) failed++;
    console.log(`| ${row.id} | ${row.fault} | ${row.result} | ${row.passed ? 'pass' : '**FAIL**'} |`);
  }
} finally {
  await cleanUp();
}
process.exitCode = failed === 0 ? 0 : 1;
