// npm run test:faults: the fault table of docs/durability.md, shown on this machine. `--only F1,F4`, `--rate 800`,
// `--bus kafka` (a real Apache Kafka broker, killed and started again; needs a JDK and Maven).
import { parseArgs } from 'node:util';
import { kafkaMissing, testKafka } from '@linqr/testing/kafka';
import { startProduct } from '@linqr/testing/product';
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

const { values } = parseArgs({
  options: { only: { type: 'string' }, rate: { type: 'string', default: '500' }, bus: { type: 'string', default: 'postgres' } },
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
  F6: f6MembersComeAndGo,
  F7: f7EngineKilled,
  F8: f8Poison,
  F9: f9UnknownLinks,
  F12: f12Edits,
  F13: f13RollingRestart,
};
const LINKS = 40;

const chosen = values.only?.split(',') ?? Object.keys(SCENARIOS);

const missing = onKafka ? kafkaMissing() : undefined;
if (missing) throw new Error(missing);
const kafka = onKafka ? await testKafka() : undefined;
const product = await startProduct({
  environment: {
    ...(kafka ? { BUS_URL: kafka.url } : {}),
    // Full after half a minute of an outage at this rate, so that F3 can be shown.
    SPOOL_MAX_BYTES: String(12 * 1024 * 1024),
    EDGE_CLICK_ID_HEADER: 'true',
    EDGE_PROCESSES: '2',
    THROTTLE_FACTOR: '100',
    SIGN_IN_CALLS_PER_MINUTE: '10000',
    REQUESTS_PER_MINUTE: '1000000',
  },
});
let failed = 0;
try {
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
    ...(kafka?.control ? { kafka: kafka.control } : {}),
  };
  console.log('| # | Fault | What happened | |\n|---|---|---|---|');
  for (const id of chosen) {
    const scenario = SCENARIOS[id];
    if (!scenario) throw new Error(`there is no scenario ${id}`);
    const row = await scenario(stage);
    if (!row.passed) failed++;
    console.log(`| ${row.id} | ${row.fault} | ${row.result} | ${row.passed ? 'pass' : '**FAIL**'} |`);
  }
} finally {
  await product.stop();
  await kafka?.stop();
}
process.exitCode = failed === 0 ? 0 : 1;
