// `npm run test:mixed -- FOLDER`: two versions of every service at once on one set of databases, under load.
// FOLDER is a built checkout of an earlier release. It is started whole and used; then this version's services start beside
// it on the same databases, migrate them, and both go on. Three ways through: earlier gateway and services; this gateway and
// its services, which call the earlier ones; the earlier gateway over this version's services.
import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@linqr/embedded/ports';
import { endProcess } from '@linqr/embedded/process';
import { launcherConfig, repositoryRoot } from '../config.js';
import { dataFolderAt } from '../data-folder/data-folder.js';
import { type InstallationFile, readInstallation } from '../launcher/run-files.js';
import { type Installation, manifest } from '../manifest.js';
import { ensureSecrets } from '../secrets/secrets.js';
import { databaseUrl, engineUrl } from '../stores/stores.js';
import { runTool, ToolError } from '../tools/running.js';
import { openCaller, type Tally, useFor } from './use.js';

const SECONDS = 40;
const LIMITS = { THROTTLE_FACTOR: '100', SIGN_IN_CALLS_PER_MINUTE: '10000', REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' };
const SERVICES = ['billing', 'auth', 'link', 'qr', 'webhook', 'analytics', 'redirect'];

const children: ChildProcess[] = [];
async function started(entry: string, environment: Record<string, string>): Promise<void> {
  const child = fork(entry, { env: { PATH: process.env['PATH'] ?? '', ...environment }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new ToolError(`${entry} ended with code ${code}`)));
    setTimeout(() => reject(new ToolError(`${entry} was not ready within 180 s`)), 180_000).unref();
  });
}

/** The environment of a running process (Linux). */
const environmentOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );

async function earlierProduct(folder: string, dataDir: string): Promise<InstallationFile> {
  const child = fork(join(folder, 'deploy/local/dist/main.js'), {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', EDGE_PORT: '0', LINQR_DATA_DIR: dataDir, OUTBOUND_ALLOW_PRIVATE: 'true', ...LIMITS },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.push(child);
  for (let waited = 0; waited < 120_000; waited += 100) {
    const file = readInstallation(dataFolderAt(dataDir));
    if (file) return file;
    if (child.exitCode !== null) throw new ToolError(`The earlier release ended with code ${child.exitCode}.`);
    await sleep(100);
  }
  throw new ToolError('The earlier release was not up within 120 s.');
}

async function run(folder: string, dataDir: string): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const file = await earlierProduct(folder, dataDir);
  if (file.missing.length > 0) throw new ToolError(`The earlier release runs without ${file.missing.join(', ')}.`);
  const data = dataFolderAt(dataDir);
  const [appPort, edgePort, crossedPort, crossedManagement, ...rest] = await freePorts(4 + 2 * manifest.length);
  const ports = { ...file.ports };
  // What a service of this version calls is the earlier one's port; what it listens on is its own.
  const own = Object.fromEntries(
    manifest.flatMap(({ name }, i) => [
      [name, rest[2 * i]!],
      [`${name}:management`, rest[2 * i + 1]!],
    ]),
  );
  // Also those that the earlier release did not have.
  const secrets = ensureSecrets(data);
  const storePorts = { postgres: file.postgresPort, clickhouse: file.clickhousePort };
  const facts = (targets: Record<string, number>): Installation => ({
    data: { ...data, spool: join(dataDir, 'spool-of-this-version') },
    secrets,
    host: '127.0.0.1',
    onLoopback: true,
    edgeAddress: '127.0.0.1',
    appPort: appPort!,
    edgePort: edgePort!,
    appOrigin: file.appUrl,
    shortOrigin: file.shortUrl,
    ports: targets,
    databaseUrl: databaseUrl(secrets, storePorts),
    clickhouseUrl: engineUrl(data, secrets, storePorts),
    fromRoot: (path) => join(repositoryRoot, path),
  });
  const listening = (name: string) => ({
    ...('GRPC_PORT' in partOf(name).environment(facts(ports)) ? { GRPC_PORT: String(own[name]) } : {}),
    MANAGEMENT_PORT: String(own[`${name}:management`]),
  });
  const partOf = (name: string) => manifest.find((part) => part.name === name)!;
  const environment = (name: string, targets: Record<string, number>) => ({
    NODE_ENV: 'production',
    ...partOf(name).environment(facts(targets)),
    ...LIMITS,
    ...(name === 'webhook' ? { OUTBOUND_ALLOW_PRIVATE: 'true' } : {}),
    ...listening(name),
  });

  const caller = await openCaller(file.appUrl);
  const tally: Tally = new Map();
  let stopped = false;
  const until = () => stopped;
  const edges = [file.shortUrl];
  const uses = [useFor('earlier gateway, earlier services', file.appUrl, caller, edges, tally, until)];
  await sleep(5_000);
  say('The earlier release is in use. Starting this version beside it …');
  const began = performance.now();
  await Promise.all(SERVICES.map((name) => started(join(repositoryRoot, partOf(name).entry), environment(name, ports))));
  say(`Migrated and ready in ${((performance.now() - began) / 1_000).toFixed(1)} s, while the earlier one served.`);
  await started(join(repositoryRoot, 'gateway/dist/main.js'), environment('gateway', { ...ports, ...own }));
  const processes = JSON.parse(readFileSync(join(data.run, 'processes.json'), 'utf8')) as { name: string; pid: number }[];
  const earlierGateway = environmentOf(processes.find(({ name }) => name === 'gateway')!.pid);
  const crossed = Object.fromEntries(
    Object.keys(earlierGateway)
      .filter((key) => key.endsWith('_TARGET'))
      .map((key) => [key, `127.0.0.1:${own[key.replace('_TARGET', '').toLowerCase()]}`]),
  );
  await started(join(folder, 'gateway/dist/main.js'), {
    ...earlierGateway,
    ...crossed,
    PORT: String(crossedPort),
    MANAGEMENT_PORT: String(crossedManagement),
  });
  edges.push(`http://127.0.0.1:${edgePort}`);
  uses.push(
    useFor('this gateway, its services over earlier ones', `http://127.0.0.1:${appPort}`, caller, edges, tally, until),
    useFor("earlier gateway, this version's services", `http://127.0.0.1:${crossedPort}`, caller, edges, tally, until),
  );
  await sleep(SECONDS * 1_000);
  stopped = true;
  const visits = (await Promise.all(uses)).reduce((sum, each) => sum + each, 0);
  let counted = 0;
  for (let waited = 0; waited < 60_000 && counted !== visits; waited += 500) {
    counted = await caller.clicks();
    await sleep(500);
  }
  let failed = 0;
  for (const [way, calls] of tally) {
    say(`\n${way}`);
    for (const [call, { ok, bad }] of calls) {
      const bads = [...bad].map(([what, count]) => `${count} × ${what}`).join(', ');
      failed += [...bad.values()].reduce((sum, count) => sum + count, 0);
      say(`  ${call.padEnd(28)}${String(ok).padStart(6)} well${bads ? `, ${bads}` : ''}`);
    }
  }
  say(`\n${visits} clicks answered, ${counted} counted; ${failed} calls failed.`);
  if (failed > 0 || counted !== visits) throw new ToolError('The two versions do not go together.');
}

await runTool(async () => {
  const folder = process.argv[2];
  if (!folder || !existsSync(join(folder, 'deploy/local/dist/main.js')))
    throw new ToolError('Usage: npm run test:mixed -- FOLDER (a built checkout of an earlier release)');
  launcherConfig.parse({});
  const dataDir = mkdtempSync(join(tmpdir(), 'linqr-mixed-'));
  chmodSync(dataDir, 0o755);
  try {
    await run(folder, dataDir);
  } finally {
    for (const child of children.reverse()) if (child.pid) await endProcess(child.pid, 'SIGTERM', 30_000);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
