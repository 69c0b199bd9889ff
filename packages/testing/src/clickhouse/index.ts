// A ClickHouse engine of a test's own.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickhouseServer, startClickhouse } from '@linqr/embedded/clickhouse';
import { endProcess } from '@linqr/embedded/process';
import { typescriptArguments } from '../typescript/index.js';

export interface TestClickhouse {
  /** For createClient({ url }); the database is `default`. */
  url: string;
  pid: number;
  /** Ends the process at once, as a crash does. The data stays for restart(). */
  kill: () => Promise<void>;
  /** Starts it again over the same data, on the same port. */
  restart: () => Promise<void>;
  /** Ends it and removes its data. Idempotent. */
  stop: () => Promise<void>;
}

/** A process of its own (about 250 MB) over an empty folder; it ends with this process. Take one a test file, not one a test. */
export async function testClickhouse(): Promise<TestClickhouse> {
  const folder = await mkdtemp(join(tmpdir(), 'linqr-test-clickhouse-'));
  const options = {
    dataFolder: join(folder, 'data'),
    user: 'linqr',
    password: randomBytes(12).toString('hex'),
    nodeArguments: typescriptArguments(),
  };
  let server: ClickhouseServer = await startClickhouse(options);
  const { url, port } = server;
  return {
    url,
    get pid() {
      return server.pid;
    },
    async kill() {
      await endProcess(server.pid, 'SIGKILL', 10_000);
    },
    async restart() {
      await server.stop();
      server = await startClickhouse({ ...options, port });
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
