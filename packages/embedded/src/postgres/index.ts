// A real PostgreSQL from npm, started and stopped by us.
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, isListening } from '../ports/index.js';
import { endProcess, isAlive } from '../process/index.js';
import { type Account, accountForPostgres } from './account.js';
import { preparedBinaries } from './binaries.js';
import { databaseEnvironment, ensureCluster, holderOf, logTail, placeForData, removeStaleHolder } from './data-folder.js';
import { guardPostgres } from './guardian.js';

export { createDatabases } from './databases.js';

export interface PostgresOptions {
  /** Made when missing. Under root it may have to be kept elsewhere, see PostgresServer.dataFolder. */
  dataFolder: string;
  password: string;
  /** Default `linqr`. */
  user?: string;
  /** Loopback only. Default 0: any free one. */
  port?: number;
  /** A server of a killed starter that still holds the folder: end it (default), or take it over with the port it has. */
  orphan?: 'stop' | 'adopt';
  /** End the server some seconds after this process is gone without having stopped it. */
  endAfterStarter?: { drainSeconds: number };
  /** Lines for postgresql.conf, over the defaults. */
  settings?: Record<string, string | number>;
  /** Where root keeps what the database account could not reach otherwise. */
  sharedFolder?: string;
}

export interface PostgresServer {
  /** `postgres://user:password@127.0.0.1:port/database` */
  url: (database: string) => string;
  port: number;
  pid: number;
  /** Where the cluster really is. */
  dataFolder: string;
  how: 'created' | 'started' | 'adopted';
  /** Resolves when the server's process is gone, whoever ended it. An adopted one is looked at once a second. */
  ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, committed ones are kept. Idempotent. */
  stop: () => Promise<void>;
}

const DEFAULT_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  logging_collector: 'on',
  log_filename: 'pg.log',
  log_rotation_age: 0,
  log_rotation_size: '10MB',
  log_truncate_on_rotation: 'on',
  max_connections: 120,
  shared_buffers: '128MB',
  timezone: 'UTC',
};
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;

export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { user = 'linqr', password, orphan = 'stop', sharedFolder = '/var/lib/linqr' } = options;
  const account = accountForPostgres();
  const binaries = preparedBinaries(account, sharedFolder);
  const folder = placeForData(options.dataFolder, account, sharedFolder);

  const server = (pid: number, port: number, how: PostgresServer['how'], ended: Promise<void>): PostgresServer => {
    const release = options.endAfterStarter ? guardPostgres(pid, folder, options.endAfterStarter.drainSeconds) : () => {};
    const stop = async () => {
      await stopServer(pid);
      release();
    };
    let stopping: Promise<void> | undefined;
    return {
      url: (database) => `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
      port,
      pid,
      dataFolder: folder,
      how,
      ended,
      stop: () => {
        stopping ??= stop();
        return stopping;
      },
    };
  };

  const holder = holderOf(folder);
  if (holder) {
    const fits = holder.ready && (!options.port || options.port === holder.port);
    if (orphan === 'adopt' && fits && (await isListening(holder.port)))
      return server(holder.pid, holder.port, 'adopted', endOfStranger(holder.pid));
    await stopServer(holder.pid);
  } else removeStaleHolder(folder);

  const created = await ensureCluster({ initdb: binaries.initdb, folder, account, user, password });
  const port = options.port || (await freePort());
  const child = await launch(binaries.postgres, folder, account, { ...DEFAULT_SETTINGS, port, ...options.settings });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return server(child.pid!, port, created ? 'created' : 'started', ended);
}

async function launch(
  program: string,
  folder: string,
  account: Account | undefined,
  settings: Record<string, string | number>,
): Promise<ChildProcess> {
  const args = ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  // Its own session: Ctrl-C must not reach the database before the services have drained.
  const child = spawn(program, args, {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: databaseEnvironment(),
  });
  let said = '';
  let ended: string | undefined;
  child.stderr.on('data', (data: Buffer) => {
    said = (said + data.toString()).slice(-4_000);
  });
  child.once('exit', (code, signal) => {
    ended = `it ended with ${signal ?? `code ${code}`}`;
  });
  child.once('error', (error) => {
    ended = error.message;
  });
  const until = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const holder = holderOf(folder);
    if (holder && holder.pid === child.pid && holder.ready) break;
    if (ended === undefined && Date.now() > until) {
      if (child.pid) await endProcess(child.pid, 'SIGQUIT', STOP_TIMEOUT_MS);
      ended = `it was not ready within ${START_TIMEOUT_MS / 1_000} s`;
    }
    if (ended !== undefined)
      throw new Error(`PostgreSQL did not start: ${ended}.\n${[said.trim(), logTail(folder)].filter(Boolean).join('\n')}`);
    await sleep(10);
  }
  child.unref();
  (child.stderr as unknown as { unref?: () => void }).unref?.();
  return child;
}

async function endOfStranger(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(1_000, undefined, { ref: false });
}

/** Fast shutdown, then the immediate one, which recovers at the next start. */
async function stopServer(pid: number): Promise<void> {
  if (await endProcess(pid, 'SIGINT', STOP_TIMEOUT_MS)) return;
  if (await endProcess(pid, 'SIGQUIT', 5_000)) return;
  throw new Error(`PostgreSQL (process ${pid}) does not end`);
}

/** Removes a cluster that nobody holds, also where it was kept elsewhere. */
export function removePostgresData(server: Pick<PostgresServer, 'dataFolder' | 'pid'>): void {
  if (isAlive(server.pid)) throw new Error(`PostgreSQL (process ${server.pid}) still runs`);
  rmSync(server.dataFolder, { recursive: true, force: true });
}
