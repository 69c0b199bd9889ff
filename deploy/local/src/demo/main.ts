// `npm run demo`: an account with links, codes and a past, through the services of the running installation.
import { parseArgs } from 'node:util';
import { runningInstallation, runTool, ToolError } from '../tools/running.js';
import { demoAccount } from './account.js';
import { ensureCodes, ensureLinks } from './catalogue.js';
import { openDemoBus, publishClicks } from './publish.js';
import { writeState } from './state.js';

const USAGE = `Usage: npm run demo -- [--clicks 200000] [--links 60] [--days 90] [--seed 1]
  --clicks  1 to 100000000   clicks to add, bots among them
  --links   1 to 500         links that get them
  --days    1 to 365         how far back they go
  --seed    any word         another one gives other clicks`;

function options() {
  const definition = { clicks: { type: 'string' }, links: { type: 'string' }, days: { type: 'string' }, seed: { type: 'string' } } as const;
  let values: Partial<Record<keyof typeof definition, string>>;
  try {
    values = parseArgs({ options: definition, allowPositionals: false }).values;
  } catch (error) {
    throw new ToolError(`${(error as Error).message}\n${USAGE}`);
  }
  const number = (name: 'clicks' | 'links' | 'days', fallback: number, most: number) => {
    const value = values[name] === undefined ? fallback : Number(values[name]);
    if (!Number.isInteger(value) || value < 1 || value > most)
      throw new ToolError(`--${name} must be a whole number from 1 to ${most}.\n${USAGE}`);
    return value;
  };
  return {
    clicks: number('clicks', 200_000, 100_000_000),
    links: number('links', 60, 500),
    days: number('days', 90, 365),
    seed: (values.seed ?? '1').slice(0, 100),
  };
}

await runTool(async () => {
  const wanted = options();
  const running = runningInstallation();
  const startedAt = Date.now();
  const { state, actor } = await demoAccount(running);
  await ensureLinks(running, state, actor, wanted.links);
  await ensureCodes(running, state, actor);

  const key = `clicks=${wanted.clicks} links=${wanted.links} days=${wanted.days} seed=${wanted.seed}`;
  const earlier = Object.values(state.runs).reduce((sum, it) => sum + it.clicks, 0);
  const known = state.runs[key];
  const run = known ?? { endMs: Date.now(), batches: 0, clicks: 0, done: false };
  state.runs[key] = run;
  writeState(running.data.path, state);
  if (run.done) process.stdout.write(`These ${wanted.clicks.toLocaleString('en')} clicks were added before; nothing is added twice.\n`);
  else {
    if (run.batches > 0) process.stdout.write(`Going on after ${run.clicks.toLocaleString('en')} clicks of an earlier run.\n`);
    else if (earlier > 0) process.stdout.write(`Adding to ${earlier.toLocaleString('en')} demo clicks of other runs.\n`);
    const bus = await openDemoBus(running);
    await publishClicks(running, bus, state, run, key, { ...wanted, endMs: run.endMs });
    await bus.close();
  }
  process.stdout.write(`
The demo account is ready (${((Date.now() - startedAt) / 1_000).toFixed(1)} s):
  ${running.file.appUrl}/login
  Email     ${state.email}
  Password  ${state.password}
`);
});
