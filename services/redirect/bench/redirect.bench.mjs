// What a redirect costs: the built edge, with durable recording, beside nginx with a map and a buffered log where nginx is
// installed. Same generator, same cores, rounds taken in turn; the figure to trust is CPU time of the server per request,
// from the operating system's accounting (Linux: /proc).
//
//   npx tsc -b services/redirect && node services/redirect/bench/redirect.bench.mjs [--rounds 3] [--seconds 5] [--json file]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBenchResolver } from './bench.resolver.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    slugs: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '64' },
    json: { type: 'string' },
  },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const slugCount = Number(options.slugs);
const root = join(import.meta.dirname, '../../..');
const work = mkdtempSync(join(tmpdir(), 'edge-bench-'));
const TICK_US = 1_000_000 / Number(execFileSync('getconf', ['CLK_TCK']).toString());
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

/** CPU time of a process and all its threads so far, microseconds: [user, system]. */
function cpuOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [Number(fields[11]) * TICK_US, Number(fields[12]) * TICK_US];
}

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
    port: edgePort,
    pids: [child.pid],
    async check() {
      const text = await (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text();
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
  return { name, port, pids: [child.pid], check: async () => ({}) };
}

/** One run of the generator: requests answered, errors, latencies in milliseconds. */
async function load(port, durationS) {
  const [command, args] = pin(1, process.execPath, [
    join(import.meta.dirname, 'bench.generator.mjs'),
    JSON.stringify({ port, durationS, slugCount, connections: Number(options.connections) }),
  ]);
  if (has('wrk')) return wrk(port, durationS);
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
  if (!server.name.startsWith('edge')) return;
  await warm(server.port);
  for (let before = -1, now = 0; before !== now; ) {
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 500));
    now = (await server.check()).lookUps;
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
  const runs = new Map(servers.map((s) => [s.name, []]));
  for (const server of servers) {
    if (server.name.startsWith('edge')) await warm(server.port);
    await load(server.port, 2);
  }
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) {
      await refreshed(server);
      const before = cpuOf(server.pids[0]);
      const counted = await server.check();
      const result = await load(server.port, seconds);
      const after = cpuOf(server.pids[0]);
      let now = await server.check();
      // The last turn's write may still be under way when the load ends: redirects are counted before it, clicks after.
      for (let tries = 0; tries < 20 && now.appended - counted.appended < now.redirects - counted.redirects; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        now = await server.check();
      }
      if (now.appended !== undefined && now.appended - counted.appended !== now.redirects - counted.redirects)
        throw new Error('a redirect was not recorded');
      runs.get(server.name).push({
        user: (after[0] - before[0]) / result.requests,
        system: (after[1] - before[1]) / result.requests,
        perSecond: result.requests / seconds,
        lookUps: now.lookUps === undefined ? undefined : now.lookUps - counted.lookUps,
        group: now.writes ? (now.appended - counted.appended) / (now.writes - counted.writes) : undefined,
        residentMb: now.residentMb,
        ...result,
      });
    }
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
      'p50 ms': Math.min(...of.map((r) => r.p50)),
      'p99 ms': Math.min(...of.map((r) => r.p99)),
      'clicks a write': of[0].group ? Number(median(of.map((r) => r.group)).toFixed(1)) : '',
      'look-ups': of.reduce((sum, r) => sum + (r.lookUps ?? 0), 0),
      'resident MB': of.at(-1).residentMb ?? '',
      errors: of.reduce((sum, r) => sum + r.errors, 0),
      'over 2 s': of.reduce((sum, r) => sum + (r.late ?? 0), 0),
    };
  });
  console.table(table);
  const edge = table.find((r) => r.server === 'edge, spool')['CPU-µs/request'];
  const nginx = table.find((r) => r.server === 'nginx map + buffered log')?.['CPU-µs/request'];
  console.log(
    nginx
      ? `edge with spool: ${edge} µs, ${(edge / nginx).toFixed(2)} × nginx map + buffered log (goal 1.5)`
      : `edge with spool: ${edge} µs (goal 11); nginx is not installed`,
  );
  console.log(
    `generator: ${has('wrk') ? 'wrk' : 'bench.generator.mjs (costs more than wrk, so the server is less busy)'}; ${rounds} rounds of ${seconds} s, medians, quietest p99; ${readFileSync('/proc/loadavg', 'latin1').trim()} load average`,
  );
  if (options.json)
    writeFileSync(options.json, JSON.stringify({ at: new Date().toISOString(), table, runs: Object.fromEntries(runs) }, null, 2));
} finally {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  resolver.close();
  rmSync(work, { recursive: true, force: true });
}
