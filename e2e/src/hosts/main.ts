// npm run test:hosts: two gateways, three edges, two of every service and three Kafka brokers on three hosts of one machine,
// rolled, killed and cut. `--only F13,cut`, `--rate 200`, `--network loopback`, `--keep` (leaves logs and
// data), `--ask` (keeps everything up and reads what to run from its input).
import { createInterface } from 'node:readline/promises';
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
    ask: { type: 'boolean', default: false },
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

/** `F6,F12` → ids; nothing: all of them. */
function chosen(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim());
  const wanted = ids.filter(Boolean);
  const unknown = wanted.filter((id) => !SCENARIOS[id]);
  if (unknown.length > 0) throw new Error(`there is no scenario ${unknown.join(', ')}; there are ${Object.keys(SCENARIOS).join(', ')}`);
  return wanted.length > 0 ? wanted : Object.keys(SCENARIOS);
}

const only = chosen(values.only ?? '');
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
  const run = async (ids: string[]) => {
    console.log('| # | Fault | What happened | |\n|---|---|---|---|');
    for (const id of ids) {
      try {
        const row = await SCENARIOS[id]!(stage);
        if (!row.passed) failed++;
        console.log(print(row));
        say(`${id} is over`);
      } catch (error) {
        failed++;
        say(`${id} broke off: ${(error as Error).stack}`);
      }
    }
  };
  if (!values.ask) await run(only);
  else {
    say(`Which scenarios (${Object.keys(SCENARIOS).join(',')})? One line at a time; the end of the input ends it.`);
    for await (const line of createInterface(process.stdin)) {
      try {
        await run(chosen(line));
      } catch (error) {
        failed++;
        say((error as Error).message);
      }
    }
  }
} finally {
  await stage.stop();
}
process.exit(failed === 0 ? 0 : 1);
