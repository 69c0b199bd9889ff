// npm run test:alerts: a real Prometheus with the product's own rules (in seconds instead of minutes) over a running product;
// each fault is made for real, the alert has to fire, and to end once it is mended. `--only PartDown,OutboxWaits`.
// Needs Prometheus (Debian: prometheus).
import { fork, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@linqr/embedded/ports';
import { startPostgres } from '@linqr/embedded/postgres';
import { endProcess } from '@linqr/embedded/process';
import { eventually } from '@linqr/testing/eventually';
import { startProduct } from '@linqr/testing/product';
import { startFakeStripe } from '@linqr/testing/stripe';
import { sourcePath } from '@linqr/testing/typescript';
import { openAccount } from '../account.js';
import { emptyPanels, unknownSeries } from './dashboards.js';
import { FAULTS, type Scene } from './faults.js';
import { committedRules, startPrometheus } from './prometheus.js';

const PARTS = ['auth', 'link', 'qr', 'billing', 'webhook', 'analytics', 'redirect', 'gateway'];
const FIRE_MS = 45_000;
const QUIET_MS = 90_000;

const { values } = parseArgs({ options: { only: { type: 'string' } } });
if (spawnSync('prometheus', ['--version']).status !== 0) throw new Error('Prometheus is not installed (Debian: prometheus).');
const known = new Set(['ProbeSilent', ...FAULTS.flatMap(({ alerts }) => alerts)]);
const untried = committedRules().filter(({ alert }) => !known.has(alert));
if (untried.length > 0) throw new Error(`No fault for ${untried.map(({ alert }) => alert).join(', ')}`);
const only = values.only?.split(',');
const chosen = FAULTS.filter(({ alerts }) => !only || alerts.some((name) => only.includes(name)));

const folder = mkdtempSync(join(tmpdir(), 'linqr-alerts-'));
// PostgreSQL, which gives up root, has to get in.
chmodSync(folder, 0o755);
const endings: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
let failed = 0;
try {
  // A bus of its own, so that it can hang while the databases do not.
  const bus = await startPostgres({ dataFolder: join(folder, 'bus'), password: 'bus', endAfterStarter: { drainSeconds: 1 } });
  endings.push(() => bus.stop());
  const dataDir = join(folder, 'data');
  let appUrl = '';
  const stripe = await startFakeStripe({ webhookUrl: () => `${appUrl}/api/subscription/stripe-webhook` });
  endings.push(() => stripe.stop());
  const product = await startProduct({
    dataDir,
    environment: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.url,
      BUS_URL: bus.url('postgres'),
      SPOOL_MAX_BYTES: String(1_048_576),
      DELIVERY_CONCURRENCY: '2',
      OUTBOUND_ALLOW_PRIVATE: 'true',
      THROTTLE_FACTOR: '100',
      SIGN_IN_CALLS_PER_MINUTE: '10000',
      REQUESTS_PER_MINUTE: '1000000',
    },
  });
  endings.push(() => product.stop());
  appUrl = product.appUrl;
  const account = await openAccount(product, { trial: true });
  const links: string[] = [];
  for (let i = 0; i < 10; i++)
    links.push(
      (await account.call<{ shortUrl: string }>('POST', '/urls/shorten', { originalUrl: `https://example.com/${i}` })).body.data.shortUrl,
    );
  const probePort = await freePort();
  const prometheus = await startPrometheus({
    ...Object.fromEntries(PARTS.map((name) => [`linqr/${name}`, product.ports[`${name}:management`]!])),
    'linqr/probe': probePort,
  });
  endings.push(() => prometheus.stop());
  const secret = (name: string) => readFileSync(join(dataDir, 'secrets', name), 'utf8').trim();
  const scene: Scene = {
    product,
    account,
    links,
    busPid: bus.pid,
    stripe,
    database: (name) => `postgres://linqr:${secret('database-password')}@127.0.0.1:${product.ports['postgres']}/${name}`,
    clickhouse: async (sql) => {
      const response = await fetch(`http://127.0.0.1:${product.ports['clickhouse']}`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`linqr:${secret('clickhouse-password')}`).toString('base64')}` },
        body: sql,
      });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text;
    },
  };
  const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(0);
  console.log('| Fault | Alert | Fires after | Quiet again after |\n|---|---|---|---|');
  const row = (what: string, alert: string, fires: string, quiet: string) => {
    console.log(`| ${what} | ${alert} | ${fires} | ${quiet} |`);
    if (fires.startsWith('**') || quiet.startsWith('**')) failed++;
  };
  const within = (timeoutMs: number, alert: string, wanted: boolean) => {
    const since = performance.now();
    return eventually(async () => (await prometheus.firing()).has(alert) === wanted, { timeoutMs, intervalMs: 250 }).then(
      () => `${seconds(since)} s`,
      () => `**not within ${timeoutMs / 1_000} s**`,
    );
  };

  // Nobody probes yet.
  const silent = await within(FIRE_MS, 'ProbeSilent', true);
  const { body } = await account.call<{ apiKey: string }>('GET', '/users/me');
  const probe = fork(sourcePath('deploy/probe/dist/main.js'), {
    env: {
      PATH: process.env['PATH'],
      LOG_LEVEL: 'silent',
      APP_ORIGIN: product.appUrl,
      PROBE_API_KEY: body.data.apiKey,
      PROBE_INTERVAL_SECONDS: '1',
      PROBE_PATIENCE_SECONDS: '2',
      MANAGEMENT_PORT: String(probePort),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  endings.push(() => endProcess(probe.pid!, 'SIGTERM', 10_000));
  row('no probe runs', 'ProbeSilent', silent, await within(QUIET_MS, 'ProbeSilent', false));
  await account.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/refused', events: ['link_created'] });
  await account.call('POST', '/qrcodes/generate', { content: 'https://example.com/menu', type: 'url' });
  const calm = () =>
    eventually(async () => (await prometheus.firing()).size === 0, { timeoutMs: QUIET_MS, intervalMs: 500 }).catch(() => {});
  await calm();

  for (const fault of chosen) {
    const { mend, again } = await fault.cause(scene);
    let over = false;
    const repeating = (async () => {
      while (!over && again) {
        await again();
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    })();
    const fired = await Promise.all(fault.alerts.map((alert) => within(FIRE_MS, alert, true)));
    over = true;
    await mend();
    await repeating;
    const quiet = await Promise.all(fault.alerts.map((alert) => within(QUIET_MS, alert, false)));
    fault.alerts.forEach((alert, i) => {
      row(fault.what, alert, fired[i]!, quiet[i]!);
    });
    await calm();
  }

  // What only somebody who pays and somebody on the free plan bring about.
  const { body: checkout } = await (await openAccount(product)).call<{ url: string }>('POST', '/subscription/checkout', {
    plan: 'starter',
    interval: 'month',
  });
  stripe.account.complete(new URL(checkout.data.url).pathname.split('/').at(-1)!);
  const free = await openAccount(product);
  await free.call('POST', '/urls/bulk', { action: 'archive', ids: ['lnk_of_nobody'] });
  for (let i = 0; i < 12; i++) await free.call('POST', '/qrcodes/generate', { content: 'https://example.com/menu', type: 'url' });
  await eventually(async () => (await emptyPanels(prometheus)).empty.length === 0, { timeoutMs: 30_000, intervalMs: 1_000 }).catch(
    () => {},
  );
  const { asked, empty } = await emptyPanels(prometheus);
  failed += empty.length;
  console.log(`\n${asked} queries of the dashboards asked, ${empty.length} without data${empty.map((name) => `\n- ${name}`).join('')}`);
  const { asked: named, unknown } = await unknownSeries(prometheus);
  failed += unknown.length;
  console.log(
    `${named} series and labels of rules and dashboards looked for, ${unknown.length} not there${unknown.map((name) => `\n- ${name}`).join('')}`,
  );
} finally {
  for (const end of endings.reverse()) await end().catch((error: unknown) => console.error(error));
}
console.log(failed === 0 ? '\nEvery alert fired on its fault and ended with it; every query has data.' : `\n${failed} failed.`);
process.exit(failed === 0 ? 0 : 1);
