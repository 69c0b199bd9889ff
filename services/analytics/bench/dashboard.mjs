// How fast the screens answer over many clicks: `node services/analytics/bench/dashboard.mjs [--millions 1,10] [--runs n] [--json
// file]` after a build. One warehouse that grows from step to step.
// The engine makes the clicks itself (power-law over links, 365 days), the real service answers over gRPC.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { startClickhouse } from '@linqr/embedded/clickhouse';
import { createDatabases, startPostgres } from '@linqr/embedded/postgres';
import { newContext, runInContext } from '@linqr/platform/context';
import { createGrpcClient } from '@linqr/platform/grpc';
import { AnalyticsServiceService } from '@linqr/proto/analytics/v1/analytics';
import { cpuOf, loadAverage, memoryOf } from '@linqr/testing/accounting';

const { values: options } = parseArgs({
  options: { millions: { type: 'string', default: '1' }, runs: { type: 'string', default: '21' }, json: { type: 'string' } },
});
const runs = Number(options.runs);
/** Whole link-analytics answers: at most this long at 100 M clicks, and at most twice as long as at 1 M. */
const BAR_MS = 50;
const folder = mkdtempSync(join(tmpdir(), 'linqr-bench-'));
const secret = () => randomBytes(12).toString('hex');
const closers = [async () => rmSync(folder, { recursive: true, force: true })];

try {
  const postgres = await startPostgres({ dataFolder: join(folder, 'postgres'), password: secret() });
  closers.unshift(() => postgres.stop());
  await createDatabases(postgres.url('postgres'), ['bus']);
  const clickhouse = await startClickhouse({
    dataFolder: join(folder, 'clickhouse'),
    user: 'linqr',
    password: secret(),
    maxMemoryMb: 4_000,
    maxQuerySeconds: 120,
  });
  closers.unshift(() => clickhouse.stop());
  const service = fork(join(import.meta.dirname, '../dist/main.js'), [], {
    env: {
      ...process.env,
      CLICKHOUSE_URL: clickhouse.url,
      BUS_URL: postgres.url('bus'),
      VISITOR_HASH_KEY: secret() + secret(),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  closers.unshift(() => {
    const ended = new Promise((resolve) => service.once('exit', resolve));
    service.kill('SIGTERM');
    return ended;
  });
  const { grpcPort, managementPort } = await new Promise((resolve) => service.once('message', (message) => resolve(message.addresses)));
  while ((await fetch(`http://127.0.0.1:${managementPort}/healthz/ready`)).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 100));

  const client = createClient({ url: clickhouse.url, request_timeout: 180_000, log: { level: ClickHouseLogLevel.OFF } });
  closers.unshift(() => client.close());
  const rpc = createGrpcClient({ definition: AnalyticsServiceService, target: `127.0.0.1:${grpcPort}`, idempotent: [] });
  closers.unshift(() => rpc.$close());
  const actor = (workspaceId) => ({ userId: 'usr_b', workspaceId, role: 'user', via: 'session', credentialId: 'ses_b' });
  const none = {
    countries: [],
    cities: [],
    devices: [],
    browsers: [],
    operatingSystems: [],
    referrers: [],
    utmSources: [],
    utmMediums: [],
    utmCampaigns: [],
    languages: [],
    rules: [],
    variants: [],
    includeBots: false,
  };
  const window = (range, timeZone = 'UTC') => ({ range, from: undefined, to: undefined, timeZone });
  const ids = (first) => Array.from({ length: 20 }, (_, i) => `lnk_${first * 20 + i}`);
  const questions = {
    'hot link, 7d': ['ws_0', () => rpc.getLinkAnalytics({ linkId: 'lnk_0', window: window('7d'), filter: none })],
    'hot link, 30d': ['ws_0', () => rpc.getLinkAnalytics({ linkId: 'lnk_0', window: window('30d'), filter: none })],
    'hot link, 30d, Berlin': [
      'ws_0',
      () => rpc.getLinkAnalytics({ linkId: 'lnk_0', window: window('30d', 'Europe/Berlin'), filter: none }),
    ],
    'hot link, 30d, one country': [
      'ws_0',
      () => rpc.getLinkAnalytics({ linkId: 'lnk_0', window: window('30d'), filter: { ...none, countries: ['DE'] } }),
    ],
    'hot link, 90d': ['ws_0', () => rpc.getLinkAnalytics({ linkId: 'lnk_0', window: window('90d'), filter: none })],
    'typical link, 30d': ['ws_500', () => rpc.getLinkAnalytics({ linkId: 'lnk_10000', window: window('30d'), filter: none })],
    'typical link, 90d': ['ws_500', () => rpc.getLinkAnalytics({ linkId: 'lnk_10000', window: window('90d'), filter: none })],
    'hot workspace, 7d': ['ws_0', () => rpc.getOverview({ window: window('7d'), filter: none })],
    'hot workspace, 30d': ['ws_0', () => rpc.getOverview({ window: window('30d'), filter: none })],
    'typical workspace, 30d': ['ws_500', () => rpc.getOverview({ window: window('30d'), filter: none })],
    'hot code, 30d': ['ws_0', () => rpc.getQrAnalytics({ qrId: 'qr_0', window: window('30d'), filter: none })],
    'counts of 20 hot links': ['ws_0', () => rpc.getCounts({ entity: 'COUNTED_ENTITY_LINK', ids: ids(0) })],
    'counts of 20 typical links': ['ws_500', () => rpc.getCounts({ entity: 'COUNTED_ENTITY_LINK', ids: ids(500) })],
    'last 30 minutes, hot workspace': ['ws_0', () => rpc.getRealtime({ linkId: '' })],
  };
  const steps = [];
  let made = 0;
  for (const millions of options.millions.split(',').map(Number)) {
    const madeAt = performance.now();
    for (; made < millions * 1e6; made += 250_000) await client.command({ query: generate(made, 250_000) });
    // What background merges would have done by the time so many clicks have come in.
    for (const table of ['clicks_raw_v1', 'clicks_per_hour_v1', 'clicks_per_day_v1', 'clicks_lifetime_v1'])
      await client.command({ query: `OPTIMIZE TABLE ${table}`, clickhouse_settings: { max_execution_time: 120 } }).catch(() => undefined);
    console.log(`${millions} M clicks in all, the new ones made in ${((performance.now() - madeAt) / 1_000).toFixed(0)} s`);
    const sizes = await client.query({
      query:
        'SELECT table, sum(rows) AS rows, round(sum(bytes_on_disk) / 1e6) AS mb, count() AS parts FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table ORDER BY mb DESC',
      format: 'JSONEachRow',
    });
    console.table(await sizes.json());
    const table = await answers();
    console.table(table);
    steps.push({ millions, table, load: loadAverage() });
  }
  console.log('MB', { service: memoryOf(service.pid), clickhouse: memoryOf(clickhouse.pid) });
  if (options.json) writeFileSync(options.json, JSON.stringify({ rows: rowsOf(steps), details: steps }));

  async function answers() {
    const table = {};
    for (const [name, [workspaceId, ask]] of Object.entries(questions)) {
      const times = [];
      let clicks;
      const cpu = () => cpuOf(clickhouse.pid).all + cpuOf(service.pid).all;
      let before = 0;
      for (let i = 0; i < runs + 2; i++) {
        const started = performance.now();
        const answer = await runInContext(newContext({ actor: actor(workspaceId) }), ask);
        // Two to warm up.
        if (i === 1) before = cpu();
        if (i >= 2) times.push(performance.now() - started);
        clicks = answer.totalClicks ?? answer.counts?.reduce((sum, count) => sum + count.clicks, 0);
      }
      times.sort((a, b) => a - b);
      table[name] = {
        clicks,
        p50: times[Math.floor(runs * 0.5)].toFixed(1),
        p95: times[Math.floor(runs * 0.95)].toFixed(1),
        'CPU ms': ((cpu() - before) / runs / 1_000).toFixed(1),
      };
    }
    return table;
  }
} finally {
  for (const close of closers) await close();
}

/** 20,000 links, 20 a workspace; a fifth of the clicks are scans, a tenth bots. */
function generate(offset, count) {
  return `INSERT INTO clicks_raw_v1
    SELECT generateUUIDv7(number), concat('bat_', toString(intDiv(number, 500))),
      now64(3) - toIntervalSecond(rand(1) % (365 * 86400)) AS clicked_at, concat('ws_', toString(intDiv(link, 20))), concat('lnk_', toString(link)),
      concat('lnk_', toString(link)), if(rand(2) % 5 = 0, concat('qr_', toString(link)), ''), 'usr_b', 'lin.qr', concat('s', toString(link)), 1,
      if(rand(2) % 5 = 0, 'qr', 'link'), '', '', cityHash64(rand(3) % 40000, link, toDate(clicked_at)), rand(4) % 10 = 0, '', '', 1,
      ['DE','US','FR','GB','IN','BR','JP','ES','IT','NL','SE','PL','CA','AU','MX'][1 + toUInt32(15 * pow(randCanonical(5), 2))], '',
      concat('City ', toString(toUInt32(400 * pow(randCanonical(6), 2)))), ['mobile','desktop','tablet',''][1 + rand(7) % 4],
      ['Chrome','Mobile Safari','Firefox','Edge','Samsung Internet'][1 + rand(8) % 5], ['iOS','Android','Windows','macOS','Linux'][1 + rand(9) % 5],
      ['','google.com','x.com','facebook.com','news.example'][1 + rand(10) % 5], ['','newsletter','ads'][1 + rand(11) % 3], ['','email','cpc'][1 + rand(11) % 3],
      ['','spring','summer'][1 + rand(12) % 3], '', '', ['en','de','fr','es'][1 + rand(13) % 4]
    FROM (SELECT ${offset} + number AS number, toUInt32(20000 * pow(randCanonical(14), 4)) AS link FROM numbers(${count}))
    SETTINGS max_execution_time = 120, max_partitions_per_insert_block = 200`;
}

/** One row a size and kind of link; the bars are the product's own. */
function rowsOf(steps) {
  return ['typical link, 30d', 'hot link, 30d'].flatMap((name) =>
    steps.map(({ millions, table, load }) => {
      const { p50, p95, clicks, 'CPU ms': cpu } = table[name];
      const atOne = steps.find((step) => step.millions === 1)?.table[name].p95;
      const most = Math.min(BAR_MS, millions > 1 && atOne ? 2 * Number(atOne) : BAR_MS);
      const note = `the whole answer; ${clicks} clicks shown; p50 ${p50} ms; CPU ${cpu} ms${atOne ? `; at 1 M p95 ${atOne} ms` : ''}`;
      return { what: `dashboard, ${name}, of ${millions} M clicks: p95`, value: Number(p95), unit: 'ms', most, note, load };
    }),
  );
}
