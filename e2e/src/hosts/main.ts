// npm run test:hosts: two gateways, three edges, two of every service and three Kafka brokers on three hosts of one machine,
// rolled, killed and cut. `--only F13,cut`, `--rate 200`, `--network loopback`, `--keep` (leaves logs and data).
import { parseArgs } from 'node:util';
import { print, type Row } from './report.js';
import { hostCut } from './scenarios.cut.js';
import { f12Changes } from './scenarios.edits.js';
import { f6MembersComeAndGo } from './scenarios.members.js';
import { f13RollingRestart, killedInTurn } from './scenarios.roll.js';
import { openStage, type Stage } from './stage.js';
import { busUrl } from './topology.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rate: { type: 'string', default: '200' },
    network: { type: 'string', default: 'auto' },
    keep: { type: 'boolean', default: false },
  },
});

const SCENARIOS: Record<string, (stage: Stage) => Promise<Row>> = {
  F6: f6MembersComeAndGo,
  F12: f12Changes,
  F13: f13RollingRestart,
  cut: hostCut,
  kill: killedInTurn,
};
const LINKS = 30;

const chosen = values.only?.split(',').filter(Boolean) ?? Object.keys(SCENARIOS);
const unknown = chosen.filter((id) => !SCENARIOS[id]);
if (unknown.length > 0) throw new Error(`there is no scenario ${unknown.join(', ')}; there are ${Object.keys(SCENARIOS).join(', ')}`);

const startedMs = performance.now();
const say = (text: string) => console.log(`${((performance.now() - startedMs) / 1_000).toFixed(0).padStart(4)} s  ${text}`);
const stage = await openStage({
  network: values.network === 'loopback' ? 'loopback' : 'auto',
  rate: Number(values.rate),
  links: LINKS,
  keep: values.keep,
  say,
});
let failed = 0;
try {
  const { partitions, replicas } = await stage.kafka.facts('click.recorded.v1');
  say(`${busUrl(stage.facts)}: ${partitions} partitions of clicks, ${replicas} replicas each`);
  console.log('| # | Fault | What happened | |\n|---|---|---|---|');
  for (const id of chosen) {
    const row = await SCENARIOS[id]!(stage);
    if (!row.passed) failed++;
    console.log(print(row));
    say(`${id} is over`);
  }
} finally {
  await stage.stop();
}
process.exit(failed === 0 ? 0 : 1);
