// `node deploy/local/bin/measure.mjs [seconds]`: memory and processor time of every process of the running installation
// (Linux: read from /proc). PSS counts shared pages once over all their users, so its sum is what the whole takes.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TICKS_PER_SECOND = 100;
const seconds = Number(process.argv[2] ?? 60);
const data = process.env.LINQR_DATA_DIR || join(dirname(fileURLToPath(import.meta.url)), '../../../.data');

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
const statOf = (pid) => read(`/proc/${pid}/stat`).split(') ').pop().split(' ');
const isThere = (pid) => statOf(pid).length > 20 && statOf(pid)[0] !== 'Z';
function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(name)[1]) === pid)
    .map(Number);
}
/** The process and all below it. */
const treeOf = (pid) => [pid, ...childrenOf(pid).flatMap(treeOf)];

if (process.platform !== 'linux') fail('This reads /proc, which only Linux has.');
if (!Number.isInteger(seconds) || seconds < 1 || seconds > 3_600) fail('Seconds must be a whole number from 1 to 3600.');
const installation = read(join(data, 'run/installation.json'));
if (!installation || !isThere(JSON.parse(installation).pid)) fail(`Linqr does not run on the data in ${data}.`);

const launcher = JSON.parse(installation).pid;
const parts = JSON.parse(read(join(data, 'run/processes.json')));
const names = new Map(parts.flatMap(({ name, pid }) => treeOf(pid).map((each) => [each, name])));
// PostgreSQL and its guardian are children of the launcher in sessions of their own.
for (const pid of treeOf(launcher)) {
  if (names.has(pid)) continue;
  const line = read(`/proc/${pid}/cmdline`);
  names.set(pid, pid === launcher ? 'launcher' : /postgres/.test(line) ? 'postgres' : 'other');
}

const ticks = (pid) => Number(statOf(pid)[11] ?? 0) + Number(statOf(pid)[12] ?? 0);
const before = new Map([...names.keys()].map((pid) => [pid, ticks(pid)]));
process.stdout.write(`Measuring ${names.size} processes for ${seconds} s …\n`);
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

const rows = new Map();
for (const [pid, name] of names) {
  if (!isThere(pid)) continue;
  const memory = read(`/proc/${pid}/smaps_rollup`);
  const mb = (field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(memory)?.[1] ?? 0) / 1_024;
  const row = rows.get(name) ?? { processes: 0, rss: 0, pss: 0, cpu: 0 };
  rows.set(name, {
    processes: row.processes + 1,
    rss: row.rss + mb('Rss'),
    pss: row.pss + mb('Pss'),
    cpu: row.cpu + ((ticks(pid) - before.get(pid)) / TICKS_PER_SECOND / seconds) * 100,
  });
}
const line = (name, processes, rss, pss, cpu) =>
  process.stdout.write(`${name.padEnd(12)}${processes.padStart(10)}${rss.padStart(10)}${pss.padStart(10)}${cpu.padStart(10)}\n`);
line('', 'processes', 'RSS MB', 'PSS MB', 'CPU %');
const total = { processes: 0, rss: 0, pss: 0, cpu: 0 };
for (const [name, row] of [...rows].sort(([, a], [, b]) => b.pss - a.pss)) {
  line(name, String(row.processes), row.rss.toFixed(0), row.pss.toFixed(0), row.cpu.toFixed(2));
  for (const key of Object.keys(total)) total[key] += row[key];
}
line('total', String(total.processes), total.rss.toFixed(0), total.pss.toFixed(0), total.cpu.toFixed(2));

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
