// npm run bench: what Linqr costs on this machine, in one table, with peers in the same run. `--only redirect,qr`, `--quick`
// (a minute or two, rough), `--large` (dashboards of 100 M clicks: some 20 minutes and 10 GB more), `--json file` (default
// .cache/bench.json), `--kutt folder`, `--yourls folder`. Wants a machine that does nothing else; the load average stands beside every figure.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadAverage } from '@linqr/testing/accounting';
import { sourcePath } from '@linqr/testing/typescript';
import { AREAS } from './areas.js';
import { type Measured, tableOf, verdictOf } from './row.js';
import { endScripts } from './scripts.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    json: { type: 'string', default: sourcePath('.cache/bench.json') },
    kutt: { type: 'string' },
    yourls: { type: 'string' },
  },
});
if (process.platform !== 'linux') throw new Error('CPU time is read from /proc: the benchmark needs Linux');
const chosen = values.only?.split(',') ?? AREAS.map(({ name }) => name);
const unknown = chosen.filter((name) => !AREAS.some((area) => area.name === name));
if (unknown.length > 0) throw new Error(`nothing is called ${unknown.join(', ')}; there is ${AREAS.map(({ name }) => name).join(', ')}`);

const folder = mkdtempSync(join(tmpdir(), 'linqr-bench-'));
// PostgreSQL runs under an account of its own where this is root.
chmodSync(folder, 0o755);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endScripts('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    process.exit(1);
  });
}
const rows: Measured[] = [];
const details: Record<string, unknown> = {};
const failures: string[] = [];
const startedAt = new Date();
const machine = {
  cores: cpus().length,
  model: cpus()[0]?.model ?? '',
  memoryGb: Math.round(Number(/MemTotal:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'latin1'))?.[1] ?? 0) / 2 ** 20),
  node: process.version,
  loadBefore: loadAverage(),
};
try {
  for (const { name, about, measure } of AREAS.filter((area) => chosen.includes(area.name))) {
    const began = performance.now();
    console.error(`\n${name}: ${about}`);
    try {
      const outcome = await measure({
        folder,
        quick: values.quick,
        large: values.large,
        kutt: values.kutt && resolve(values.kutt),
        yourls: values.yourls && resolve(values.yourls),
      });
      rows.push(...outcome.rows.map((row) => ({ area: name, ...row })));
      details[name] = outcome.details;
    } catch (error) {
      // The others are measured all the same.
      failures.push(`${name}: ${(error as Error).message}`);
      console.error(error);
    }
    console.error(`${name}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(tableOf(rows));
console.log(
  `\n${machine.cores} cores (${machine.model}), ${machine.memoryGb} GB, Node.js ${machine.node}; load average before ${machine.loadBefore}, after ${loadAverage()}; ${startedAt.toISOString()}${values.quick ? '; quick: rough figures' : ''}`,
);
for (const failure of failures) console.log(`not measured: ${failure}`);
const path = resolve(values.json);
mkdirSync(dirname(path), { recursive: true });
const judged = rows.map((row) => ({ ...row, verdict: verdictOf(row) }));
writeFileSync(path, `${JSON.stringify({ at: startedAt, machine, quick: values.quick, rows: judged, failures, details }, null, 2)}\n`);
console.log(`written to ${path}`);
// Missed bars are for the reader; what could not be measured is a failure.
process.exitCode = failures.length === 0 ? 0 : 1;
