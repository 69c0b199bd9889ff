// A real edge process from the sources, and what a test does to it.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourcePath, typescriptArguments } from '@linqr/testing/typescript';

export interface EdgeProcess {
  port: number;
  managementPort: number;
  pid: number;
  /** What it printed. */
  output(): string;
  /** Value of a metric without labels, or the sum over its labels. */
  metric(name: string): Promise<number>;
  kill(): Promise<void>;
  /** SIGTERM; the exit code. */
  stop(): Promise<number>;
}

const children = new Set<ChildProcess>();
const folders = new Set<string>();

export function spoolFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edge-spool-'));
  folders.add(folder);
  return folder;
}

export interface EdgeOptions {
  resolverPort: number;
  busUrl: string;
  spoolDir: string;
  env?: Record<string, string>;
}

export const SHORT_DOMAIN = 's.example';

function environment({ resolverPort, busUrl, spoolDir, env }: EdgeOptions): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...own } = process.env;
  return {
    ...own,
    EDGE_PORT: '0',
    SHORT_ORIGIN: `http://${SHORT_DOMAIN}`,
    APP_ORIGIN: 'http://app.example',
    LINK_TARGET: `127.0.0.1:${resolverPort}`,
    QR_TARGET: `127.0.0.1:${resolverPort}`,
    BUS_URL: busUrl,
    SPOOL_DIR: spoolDir,
    UNLOCK_COOKIE_SECRET: 'a secret of the tests, long enough',
    EDGE_CLICK_ID_HEADER: 'true',
    CACHE_MAX_BYTES: String(8 * 1024 * 1024),
    SHUTDOWN_GRACE_SECONDS: '10',
    LOG_LEVEL: 'info',
    ...env,
  };
}

/** Resolves once it serves. */
export async function startEdgeProcess(options: EdgeOptions): Promise<EdgeProcess> {
  const { child, output, exited } = launch(options);
  const addresses = await new Promise<{ edgePort: number; managementPort: number }>((resolve, reject) => {
    child.on('message', (message: { type: string; addresses: { edgePort: number; managementPort: number } }) => {
      if (message.type === 'ready') resolve(message.addresses);
    });
    void exited.then((code) => reject(new Error(`the edge ended with ${code}: ${output()}`)));
  });
  return {
    port: addresses.edgePort,
    managementPort: addresses.managementPort,
    pid: child.pid!,
    output,
    async metric(name) {
      const text = await (await fetch(`http://127.0.0.1:${addresses.managementPort}/metrics`)).text();
      let sum = 0;
      for (const line of text.split('\n'))
        if (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) sum += Number(line.split(' ').at(-1));
      return sum;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** For one that is expected not to start: exit code and what it printed. */
export async function failedStart(options: EdgeOptions): Promise<{ code: number; output: string }> {
  const { output, exited } = launch(options);
  return { code: await exited, output: output() };
}

function launch(options: EdgeOptions) {
  const child = fork(sourcePath('services/redirect/src/main.ts'), {
    env: environment(options),
    execArgv: typescriptArguments(),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.add(child);
  let text = '';
  const collect = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-100_000);
  };
  child.stdout!.on('data', collect);
  child.stderr!.on('data', collect);
  const exited = once(child, 'close').then(([code]) => {
    children.delete(child);
    return (code as number | null) ?? -1;
  });
  return { child, output: () => text, exited };
}

/** For afterAll: no process and no folder is left. */
export async function cleanUp(): Promise<void> {
  await Promise.all(
    [...children].map(async (child) => {
      child.kill('SIGKILL');
      await once(child, 'close');
    }),
  );
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
