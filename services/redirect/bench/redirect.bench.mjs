// What a redirect costs: the built edge, with durable recording, beside nginx with a map and a buffered log where nginx is
// installed. Same generator, same cores, rounds taken in turn; the figure to trust is CPU time of the server per request,
// from the operating system's accounting (Linux: /proc).
//
// Latencies are taken in runs of their own, at one modest rate for all: at full load a percentile only shows the queue.
//
//   npx tsc -b services/redirect && node services/redirect/bench/redirect.bench.mjs [--rounds 3] [--seconds 5] [--json file]
//     [--kutt FOLDER]: a checkout of Kutt with its packages installed (npm ci), measured beside them on SQLite
//     [--yourls FOLDER]: a checkout of YOURLS, measured behind nginx and PHP-FPM on MariaDB, all of which must be installed
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuOf, loadAverage } from '@linqr/testing/accounting';
import { startKutt } from './bench.kutt.mjs';
import { startBenchResolver } from './bench.resolver.mjs';
import { startYourls } from './bench.yourls.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    slugs: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '64' },
    rate: { type: 'string', default: '4000' },
    json: { type: 'string' },
    kutt: { type: 'string' },
    yourls: { type: 'string' },
  },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const slugCount = Number(options.slugs);
const root = join(import.meta.dirname, '../../..');
const work = mkdtempSync(join(tmpdir(), 'edge-bench-'));
const has = (name) => {
  try {
    execFileSync('which', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const pin = (core, command, args) => (has('taskset') ? ['taskset', ['-c', String(core), command, ...args]] : [command, args]);

const slugs = Array.from({ length: slugCount }, (_, i) => `s${i.toString(36).padStart(6, '0')}`);
const cleanUps = [];
/** CPU in half a second that a process uses for nothing. */
const IDLE_MICROS = 20_000;

async function startEdge(name, env) {
  const [command, args] = pin(0, process.execPath, [join(root, 'services/redirect/dist/main.js')]);
  const spoolDir = join(work, `spool-${name.replaceAll(/\W/g, '-')}`);
  const child = spawn(command, args, {
    env: {
      PATH: process.env.PATH,
      EDGE_PORT: '0',
      SHORT_ORIGIN: 'http://s.example',
      APP_ORIGIN: 'http://app.example',
      LINK_TARGET: `127.0.0.1:${resolver.port}`,
      QR_TARGET: `127.0.0.1:${resolver.port}`,
      BUS_URL: 'postgres://nobody:x@127.0.0.1:1/none',
      SPOOL_DIR: spoolDir,
      SPOOL_MAX_BYTES: String(16 * 1024 ** 3),
      UNLOCK_COOKIE_SECRET: 'a secret of the benchmark, long enough',
      LOG_LEVEL: 'fatal',
      SHUTDOWN_GRACE_SECONDS: '2',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  cleanUps.push(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  });
  const [message] = await once(child, 'message');
  const { edgePort, managementPort } = message.addresses;
  return {
    name,
    isEdge: true,
    port: edgePort,
    pid: child.pid,
    async check() {
      // A connection of its own: a kept one may be closed by the other side in the very moment it is used again.
      const text = await (await fetch(`http://127.0.0.1:${managementPort}/metrics`, { headers: { connection: 'close' } })).text();
      const metric = (n) =>
        text
          .split('\n')
          .filter((l) => l.startsWith(n))
          .reduce((sum, l) => sum + Number(l.split(' ').at(-1)), 0);
      return {
        redirects: metric('linqr_edge_requests_total{outcome="redirect"'),
        appended: metric('linqr_edge_clicks_appended_total'),
        writes: metric('linqr_edge_spool_writes_total'),
        lookUps: metric('linqr_edge_lookups_total'),
        dropped: metric('linqr_edge_clicks_dropped_total'),
        residentMb: Math.round(metric('process_resident_memory_bytes') / 1024 ** 2),
      };
    },
  };
}

async function startNginx(name, locations, logLine) {
  const folder = join(work, name.replaceAll(/\W/g, '-'));
  mkdirSync(folder);
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const map = slugs.map((s) => `/${s} https://destination.example/some/path/${s}?campaign=spring;`).join('\n');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log crit;
events { worker_connections 4096; }
http { map_hash_max_size 65536; map_hash_bucket_size 256; keepalive_requests 1000000000; keepalive_timeout 75;
map $uri $to { default ""; ${map} }
${logLine.replace('FOLDER', folder)}
client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
server { listen 127.0.0.1:${port}; ${locations} } }`,
  );
  const [command, args] = pin(0, 'nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder]);
  const child = spawn(command, args, { stdio: 'ignore' });
  cleanUps.push(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  });
  for (let i = 0; ; i++) {
    try {
      await fetch(`http://127.0.0.1:${port}/none`, { redirect: 'manual' });
      break;
    } catch (error) {
      if (i > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return { name, port, pid: child.pid, check: async () => ({}) };
}

/** One run of the generator: requests answered, errors, latencies in milliseconds. */
async function load(server, durationS) {
  if (has('wrk') && !server.paths) return wrk(server.port, durationS);
  return generate(server, { durationS });
}

/** The generator of bench.generator.mjs; at a `rate`, with latencies from when each request was due. */
async function generate({ port, host, paths, status }, more) {
  const [command, args] = pin(1, process.execPath, [
    join(import.meta.dirname, 'bench.generator.mjs'),
    JSON.stringify({ port, host, paths, status, slugCount, connections: Number(options.connections), ...more }),
  ]);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await once(child, 'close');
  return JSON.parse(text);
}

const SCRIPT = `
local agents = { "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0" }
local requests, n = {}, 0
function base36(i) local s, d = "", "0123456789abcdefghijklmnopqrstuvwxyz" repeat s = d:sub(i % 36 + 1, i % 36 + 1) .. s i = math.floor(i / 36) until i == 0 return string.rep("0", 6 - #s) .. s end
function init(args)
  math.randomseed(7)
  for i = 1, 5000 do
    requests[i] = wrk.format("GET", "/s" .. base36(math.random(0, SLUGS - 1)), { ["Host"] = "s.example", ["User-Agent"] = agents[i % 3 + 1],
      ["Accept"] = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", ["Accept-Language"] = "en-US,en;q=0.9,de;q=0.8", ["Accept-Encoding"] = "gzip, deflate, br",
      ["Referer"] = "https://news.example/item/" .. i, ["Upgrade-Insecure-Requests"] = "1", ["X-Forwarded-For"] = "203.0." .. (i % 113) .. "." .. (i % 251) })
  end
end
function request() n = n % 5000 + 1 return requests[n] end
function done(summary, latency, r)
  io.write(string.format('{"requests":%d,"errors":%d,"late":%d,"p50":%.3f,"p99":%.3f}', summary.requests, summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status, summary.errors.timeout, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end`;

async function wrk(port, durationS) {
  const script = join(work, 'load.lua');
  writeFileSync(script, SCRIPT.replaceAll('SLUGS', String(slugCount)));
  const [command, args] = pin(1, 'wrk', ['-t1', `-c${options.connections}`, `-d${durationS}s`, '-s', script, `http://127.0.0.1:${port}/`]);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await once(child, 'close');
  return JSON.parse(/\{"requests".*\}/.exec(text)[0]);
}

/** Every address once: entries that grow old are looked up again outside the measured rounds (see refreshed). */
async function warm(port) {
  const socket = connect(port, '127.0.0.1');
  let answers = 0;
  let next = 0;
  const more = () => {
    const part = slugs.slice(next, next + 100);
    next += part.length;
    if (part.length === 0) return socket.destroy();
    socket.write(part.map((slug) => `GET /${slug} HTTP/1.1\r\nHost: s.example\r\n\r\n`).join(''));
  };
  socket.on('connect', more);
  socket.on('data', (chunk) => {
    answers += chunk.toString('latin1').split('HTTP/1.1 302').length - 1;
    if (answers >= next) more();
  });
  await once(socket, 'close');
}

/** Until no look-up is under way any more: each costs the edge about 0.3 ms, once per link in use and 30 s, whatever the load. */
async function refreshed(server) {
  if (!server.isEdge) return;
  await warm(server.port);
  for (let before = -1, now = 0; before !== now; ) {
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 500));
    now = (await server.check()).lookUps;
  }
}

/** A peer that answers first and counts later is done when it uses no CPU any more. */
async function settled(server) {
  if (!server.countsLater) return;
  for (let last = -1, tries = 0; tries < 120; tries++) {
    const { all } = cpuOf(server.pid);
    if (all - last < IDLE_MICROS) return;
    last = all;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const resolver = await startBenchResolver();
try {
  const servers = [];
  if (has('nginx')) {
    servers.push(await startNginx('nginx return 302', 'return 302 https://destination.example/some/path;', 'access_log off;'));
    servers.push(
      await startNginx(
        'nginx map + buffered log',
        'location / { if ($to = "") { return 404; } return 302 $to; }',
        'log_format c \'$msec $remote_addr "$http_x_forwarded_for" $uri "$http_referer" "$http_user_agent" "$http_accept_language"\'; access_log FOLDER/access.log c buffer=64k flush=1s;',
      ),
    );
  }
  servers.push(await startEdge('edge, spool', {}));
  servers.push(await startEdge('edge, spool + fdatasync', { SPOOL_FSYNC: 'true' }));
  if (options.kutt) {
    const kutt = await startKutt(options.kutt, join(work, 'kutt'), pin);
    cleanUps.push(kutt.stop);
    servers.push({ ...kutt, name: 'Kutt (SQLite)', countsLater: true, check: async () => ({}) });
  }
  if (options.yourls) {
    const yourls = await startYourls(options.yourls, join(work, 'yourls'), pin);
    cleanUps.push(yourls.stop);
    servers.push({ ...yourls, name: 'YOURLS (PHP-FPM, MariaDB)', check: async () => ({}) });
  }
  const runs = new Map(servers.map((s) => [s.name, []]));
  for (const server of servers) {
    if (server.isEdge) await warm(server.port);
    await load(server, 2);
  }
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) {
      await refreshed(server);
      const before = cpuOf(server.pid);
      const counted = await server.check();
      const result = await load(server, seconds);
      await settled(server);
      const after = cpuOf(server.pid);
      let now = await server.check();
      // The last turn's write may still be under way when the load ends: redirects are counted before it, clicks after.
      for (let tries = 0; tries < 20 && now.appended - counted.appended < now.redirects - counted.redirects; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        now = await server.check();
      }
      if (now.appended !== undefined && now.appended - counted.appended !== now.redirects - counted.redirects)
        throw new Error('a redirect was not recorded');
      runs.get(server.name).push({
        user: (after.user - before.user) / result.requests,
        system: (after.system - before.system) / result.requests,
        perSecond: result.requests / seconds,
        lookUps: now.lookUps === undefined ? undefined : now.lookUps - counted.lookUps,
        group: now.writes ? (now.appended - counted.appended) / (now.writes - counted.writes) : undefined,
        residentMb: now.residentMb,
        ...result,
      });
    }
  }
  const latency = new Map();
  for (const server of servers) {
    // A tenth of what it answers at most, where that is less: nobody is measured in a queue.
    const mean = median(runs.get(server.name).map((r) => r.perSecond));
    const rate = Math.round(Math.min(Number(options.rate), mean / 10));
    await refreshed(server);
    const takes = [];
    for (let round = 0; round < rounds; round++) takes.push(await generate(server, { durationS: seconds, rate, afterS: 0.5 }));
    latency.set(server.name, { rate, p50: median(takes.map((t) => t.p50)), p99: median(takes.map((t) => t.p99)) });
  }
  const table = servers.map(({ name }) => {
    const of = runs.get(name);
    const user = median(of.map((r) => r.user));
    const system = median(of.map((r) => r.system));
    return {
      server: name,
      'CPU-µs/request': Number((user + system).toFixed(2)),
      user: Number(user.toFixed(2)),
      system: Number(system.toFixed(2)),
      'requests/s': Math.round(median(of.map((r) => r.perSecond))),
      'p50 ms': Number(latency.get(name).p50.toFixed(2)),
      'p99 ms': Number(latency.get(name).p99.toFixed(2)),
      'at a rate of': latency.get(name).rate,
      'clicks a write': of[0].group ? Number(median(of.map((r) => r.group)).toFixed(1)) : '',
      'look-ups': of.reduce((sum, r) => sum + (r.lookUps ?? 0), 0),
      'resident MB': of.at(-1).residentMb ?? '',
      errors: of.reduce((sum, r) => sum + r.errors, 0),
      'over 2 s': of.reduce((sum, r) => sum + (r.late ?? 0), 0),
    };
  });
  console.table(table);
  const rows = rowsOf(table, runs);
  for (const { what, value, unit, note } of rows) console.log(`${what}: ${value} ${unit} (${note})`);
  console.log(
    `generator: ${has('wrk') ? 'wrk; at a rate ' : ''}bench.generator.mjs; ${rounds} rounds of ${seconds} s in turn, medians; load average ${loadAverage()}`,
  );
  if (options.json) writeFileSync(options.json, JSON.stringify({ rows, details: { table, runs: Object.fromEntries(runs) } }));
} finally {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  resolver.close();
  rmSync(work, { recursive: true, force: true });
}

/** What `npm run bench` prints; bars of the redirect. Ratios are taken round by round: what disturbs one disturbs its neighbour. */
function rowsOf(table, runs) {
  const spread = (list, digits = 2) => `${Math.min(...list).toFixed(digits)} to ${Math.max(...list).toFixed(digits)}`;
  const cpu = (name) => runs.get(name).map((r) => r.user + r.system);
  const rows = table.map((row) => ({
    what: `redirect, ${row.server}: CPU a request`,
    value: row['CPU-µs/request'],
    unit: 'µs',
    note: `user ${row.user}, system ${row.system}; ${spread(cpu(row.server))} in ${rounds} rounds; ${row['requests/s']} requests/s on one core; p50 ${row['p50 ms']} ms, p99 ${row['p99 ms']} ms at ${row['at a rate of']}/s; errors ${row.errors}`,
  }));
  const compare = (other, what, bar) => {
    if (!runs.has(other)) return;
    const ratios = cpu('edge, spool').map((micros, i) => (bar.most ? micros / cpu(other)[i] : cpu(other)[i] / micros));
    rows.push({ what, value: Number(median(ratios).toFixed(2)), unit: '×', ...bar, note: `CPU, round by round; ${spread(ratios)}` });
  };
  compare('nginx map + buffered log', 'redirect, recorded, against nginx map + buffered log', { most: 1.5 });
  compare('Kutt (SQLite)', 'Kutt with SQLite against a recorded redirect', { least: 100 });
  compare('YOURLS (PHP-FPM, MariaDB)', 'YOURLS with PHP-FPM and MariaDB against a recorded redirect', { least: 100 });
  const p99 = (name) => table.find((row) => row.server === name)?.['p99 ms'];
  if (p99('nginx map + buffered log')) {
    const value = Number((p99('edge, spool') / p99('nginx map + buffered log')).toFixed(2));
    rows.push({ what: 'redirect, recorded: p99 against nginx', value, unit: '×', most: 3, note: `both at ${options.rate} requests/s` });
  } else rows.push({ what: 'redirect against nginx', unit: '', note: 'skipped: nginx is not on PATH (Debian: nginx-light)' });
  return rows.map((row) => ({ ...row, load: loadAverage() }));
}
