// What a click costs from the bus to ClickHouse: `node services/analytics/bench/ingest.mjs [--clicks n] [--batch n] [--json file]`
// after a build. Starts PostgreSQL, the ClickHouse engine and the service as processes of their own, publishes first, then measures
// how long and with how much processor time of each the service drains the topic.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { startClickhouse } from '@linqr/embedded/clickhouse';
import { createDatabases, startPostgres } from '@linqr/embedded/postgres';
import { openBus } from '@linqr/platform/bus';
import { newId, uuidv7 } from '@linqr/platform/ids';
import { createLogger } from '@linqr/platform/logging';
import { ClickBatch, ClickSource } from '@linqr/proto/events/v1/click';
import { cpuOf, loadAverage, memoryOf } from '@linqr/testing/accounting';

const { values: options } = parseArgs({
  options: { clicks: { type: 'string', default: '200000' }, batch: { type: 'string', default: '500' }, json: { type: 'string' } },
});
const total = Number(options.clicks);
const perBatch = Number(options.batch);
const folder = mkdtempSync(join(tmpdir(), 'linqr-bench-'));
const secret = () => randomBytes(12).toString('hex');
const closers = [async () => rmSync(folder, { recursive: true, force: true })];

try {
  const postgres = await startPostgres({ dataFolder: join(folder, 'postgres'), password: secret() });
  closers.unshift(() => postgres.stop());
  await createDatabases(postgres.url('postgres'), ['bus']);
  const busUrl = postgres.url('bus');
  const clickhouse = await startClickhouse({ dataFolder: join(folder, 'clickhouse'), user: 'linqr', password: secret() });
  closers.unshift(() => clickhouse.stop());
  const bus = await openBus({ url: busUrl, clientId: 'bench', logger: createLogger({ service: 'bench', level: 'error' }) });
  closers.unshift(() => bus.close());
  const client = createClient({ url: clickhouse.url, log: { level: ClickHouseLogLevel.OFF } });
  closers.unshift(() => client.close());

  const publishStarted = performance.now();
  const sample = traffic();
  for (let sent = 0, key = 0; sent < total; key++) {
    const records = [];
    for (let i = 0; i < 50 && sent < total; i++) {
      const clicks = Array.from({ length: Math.min(perBatch, total - sent) }, sample);
      sent += clicks.length;
      records.push({ key: `edge-${key % 4}`, value: ClickBatch.encode({ batchId: newId('bat'), edgeId: 'edge', clicks }).finish() });
    }
    await bus.publish('click.recorded.v1', records);
  }
  console.log(`published ${total} clicks in batches of ${perBatch}: ${Math.round(performance.now() - publishStarted)} ms`);

  const service = fork(join(import.meta.dirname, '../dist/main.js'), [], {
    env: { ...process.env, CLICKHOUSE_URL: clickhouse.url, BUS_URL: busUrl, VISITOR_HASH_KEY: secret() + secret(), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: process.env['BENCH_NODE_ARGS']?.split(' ') ?? [],
  });
  const ready = new Promise((resolve) => service.once('message', (message) => resolve(message.addresses)));
  closers.unshift(() => {
    const ended = new Promise((resolve) => service.once('exit', resolve));
    service.kill('SIGTERM');
    return ended;
  });
  const pids = { service: service.pid, clickhouse: clickhouse.pid, postgres: postgres.pid };
  const count = async () => {
    const result = await client.query({ query: 'SELECT count() AS n FROM clicks_raw_v1', format: 'JSONEachRow' }).catch(() => undefined);
    return Number((await result?.json())?.[0]?.n ?? 0);
  };
  while ((await count()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  // From the first insert on: start-up is not ingestion.
  const before = Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuOf(pid).all]));
  const already = await count();
  const started = performance.now();
  let now = already;
  while (now < total && performance.now() - started < 60_000) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    now = await count();
  }
  const seconds = (performance.now() - started) / 1_000;
  const table = {};
  let sum = 0;
  for (const [name, pid] of Object.entries(pids)) {
    const micros = (cpuOf(pid).all - before[name]) / (now - already);
    sum += micros;
    table[name] = { 'CPU µs per click': micros.toFixed(1), 'RSS MB': memoryOf(pid).rss, 'peak MB': memoryOf(pid).peak };
  }
  table.all = { 'CPU µs per click': sum.toFixed(1) };
  console.table(table);
  const { managementPort } = await ready;
  const metrics = await (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text();
  const steps = {};
  for (const [, what, step, value] of metrics.matchAll(/^analytics_ingest_step_seconds_(sum|count)\{[^}]*step="(\w+)"[^}]*\} (\S+)$/gm)) {
    steps[step] ??= {};
    if (what === 'sum') steps[step]['wall µs per click'] = ((Number(value) / total) * 1e6).toFixed(2);
    else steps[step].times = Number(value);
  }
  console.table(steps);
  const perSecond = Math.round((now - already) / seconds);
  if (options.json) {
    const parts = Object.entries(table).map(([name, row]) => `${name} ${row['CPU µs per click']}`);
    const note = `${now - already} clicks in ${seconds.toFixed(1)} s; ${parts.join(', ')}; bus in PostgreSQL`;
    const rows = [
      { what: 'bus to ClickHouse: CPU a click', value: Number(sum.toFixed(1)), unit: 'µs', note },
      { what: 'bus to ClickHouse: rate while a backlog drains', value: perSecond, unit: 'clicks/s', note: 'one analytics process' },
    ].map((row) => ({ ...row, load: loadAverage() }));
    writeFileSync(options.json, JSON.stringify({ rows, details: { table, steps } }));
  }
  console.log(`${now - already} clicks in ${seconds.toFixed(1)} s: ${Math.round((now - already) / seconds)} clicks/s`);
} finally {
  for (const close of closers) await close();
}

/** 200 workspaces, 5,000 links, 500 agents: power-law, as traffic is. */
function traffic() {
  const pick = (n) => Math.floor(n * Math.random() ** 3);
  const workspaces = Array.from({ length: 200 }, () => newId('ws'));
  const links = Array.from({ length: 5_000 }, (_, i) => ({
    linkId: newId('lnk'),
    workspaceId: workspaces[i % workspaces.length],
    slug: `s${i}`,
  }));
  const agents = Array.from(
    { length: 500 },
    (_, i) =>
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${90 + (i % 40)}.0.${i}.0 Safari/537.36`,
  );
  const referrers = ['', '', 'https://www.google.com/', 'https://t.co/x', 'https://l.facebook.com/l.php', 'https://news.example.org/a/b'];
  return () => {
    const at = Date.now() - Math.floor(Math.random() * 600_000);
    return {
      id: uuidv7(at),
      clickedAtMs: at,
      ...links[pick(links.length)],
      qrId: '',
      linkVersion: 1,
      source: ClickSource.CLICK_SOURCE_LINK,
      ruleId: '',
      variant: '',
      address: `${1 + pick(220)}.${pick(256)}.${pick(256)}.${pick(256)}`,
      userAgent: agents[pick(agents.length)],
      referrer: referrers[pick(referrers.length)],
      acceptLanguage: 'en-US,en;q=0.9',
      query: Math.random() < 0.2 ? 'utm_source=newsletter&utm_medium=email' : '',
      ownerId: 'usr_bench',
      domain: 'lin.qr',
      head: false,
      prefetch: false,
    };
  };
}
