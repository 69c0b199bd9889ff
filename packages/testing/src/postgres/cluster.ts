// The one cluster of a test run: started by the first taker under a lock, found by the others.
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@linqr/embedded/postgres';
import { endProcess, isAlive, startTime } from '@linqr/embedded/process';
import { guardTestCluster } from './guardian.js';
import { runName, runProcessId } from './run.js';

export interface SharedCluster {
  /** The `postgres` database, as superuser. */
  adminUrl: string;
  pid: number;
  dataFolder: string;
}

const PREFIX = 'linqr-test-postgres-';
const START_TIMEOUT_MS = 60_000;
const SPEED_OVER_DURABILITY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '2GB',
  max_connections: 400,
  shared_buffers: '128MB',
  autovacuum_naptime: '10min',
};

let found: Promise<SharedCluster> | undefined;

export function sharedCluster(): Promise<SharedCluster> {
  found ??= findOrStart().catch((error) => {
    found = undefined;
    throw error;
  });
  return found;
}

async function findOrStart(): Promise<SharedCluster> {
  const folder = join(tmpdir(), `${PREFIX}${runName()}`);
  mkdirSync(folder, { recursive: true });
  // The database's account passes through under root; the password in here is for a database on loopback that holds test data only.
  chmodSync(folder, 0o755);
  const until = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const ready = readReady(folder);
    if (ready) return ready;
    if (takeLock(folder)) return start(folder);
    if (Date.now() > until) throw new Error(`The tests' PostgreSQL in ${folder} was not ready within ${START_TIMEOUT_MS / 1_000} s`);
    await sleep(30);
  }
}

async function start(folder: string): Promise<SharedCluster> {
  try {
    removeLeftovers();
    const password = randomBytes(12).toString('hex');
    const server = await startPostgres({ dataFolder: join(folder, 'data'), password, settings: SPEED_OVER_DURABILITY });
    const run = runProcessId();
    guardTestCluster({ pid: run, startTime: startTime(run) }, server.pid, folder);
    const cluster: SharedCluster = { adminUrl: server.url('postgres'), pid: server.pid, dataFolder: server.dataFolder };
    writeFileSync(join(folder, 'ready.part'), JSON.stringify(cluster));
    renameSync(join(folder, 'ready.part'), join(folder, 'ready.json'));
    return cluster;
  } catch (error) {
    rmSync(join(folder, 'lock'), { force: true });
    throw error;
  }
}

function readReady(folder: string): SharedCluster | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'ready.json'), 'utf8')) as SharedCluster;
  } catch {
    return undefined;
  }
}

/** The file holds the taker's process id; one left by a dead taker is removed, and the next round decides. */
function takeLock(folder: string): boolean {
  const lock = join(folder, 'lock');
  try {
    const file = openSync(lock, 'wx');
    writeFileSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  let holder = 0;
  try {
    holder = Number(readFileSync(lock, 'utf8'));
  } catch {
    return false;
  }
  if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true });
  return false;
}

/** Clusters of runs whose guardian was killed as well. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const [pid, started] = name.slice(PREFIX.length).split('-');
    if (isAlive(Number(pid)) && (started === '0' || startTime(Number(pid)) === started)) continue;
    const folder = join(tmpdir(), name);
    const cluster = readReady(folder);
    const remove = () => rmSync(folder, { recursive: true, force: true });
    if (cluster && isAlive(cluster.pid)) void endProcess(cluster.pid, 'SIGQUIT', 5_000).then(remove, () => {});
    else remove();
  }
}
