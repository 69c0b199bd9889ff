// The ClickHouse engine from npm in a process of its own, reached by plain HTTP.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endProcess } from '../process/index.js';
import { type ClickhouseProcessOptions, clickhouseEnvironment } from './config.js';

export { type ClickhouseProcessOptions, clickhouseEnvironment } from './config.js';

/** Program of the engine's process, for supervisors that start it themselves with clickhouseEnvironment(). */
export function clickhouseEntry(): string {
  const built = fileURLToPath(new URL('./main.js', import.meta.url));
  return existsSync(built) ? built : fileURLToPath(new URL('./main.ts', import.meta.url));
}

export interface ClickhouseServer {
  /** `http://user:password@127.0.0.1:port` for createClient({ url }). */
  url: string;
  port: number;
  pid: number;
  /** Idempotent. */
  stop: () => Promise<void>;
}

export function clickhouseUrl({ user, password, host = '127.0.0.1' }: ClickhouseProcessOptions, port: number): string {
  return `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}`;
}

const START_TIMEOUT_MS = 30_000;

/** Starts the process and waits until it answers. It ends by itself when this process is gone. `nodeArguments` go before the program. */
export async function startClickhouse(options: ClickhouseProcessOptions & { nodeArguments?: string[] }): Promise<ClickhouseServer> {
  const child = fork(clickhouseEntry(), {
    execArgv: options.nodeArguments ?? [],
    env: { PATH: process.env['PATH'], TZ: 'UTC', ...clickhouseEnvironment(options) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  });
  let said = '';
  child.stderr?.on('data', (data: Buffer) => {
    said = (said + data.toString()).slice(-4_000);
  });
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  const outcome = await Promise.race([
    once(child, 'message', { signal }).then(([message]) => message as { addresses: { port: number } }),
    once(child, 'exit', { signal }).then(() => undefined),
  ]).catch(() => undefined);
  if (!outcome) {
    if (child.pid) await endProcess(child.pid, 'SIGKILL', 5_000);
    throw new Error(`ClickHouse did not start: ${said.trim() || `it was not ready within ${START_TIMEOUT_MS / 1_000} s`}`);
  }
  const pid = child.pid!;
  child.unref();
  child.channel?.unref();
  (child.stderr as unknown as { unref?: () => void } | null)?.unref?.();
  const { port } = outcome.addresses;
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    if (!(await endProcess(pid, 'SIGTERM', 10_000))) await endProcess(pid, 'SIGKILL', 5_000);
  };
  return {
    url: clickhouseUrl(options, port),
    port,
    pid,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
