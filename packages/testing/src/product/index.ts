// The whole product as `npm start` runs it, on free ports over data of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess, isAlive, waitForEnd } from '@linqr/embedded/process';
import { eventually } from '../eventually/index.js';
import { sourcePath } from '../typescript/index.js';

export interface ProductOptions {
  /** Default: a new one, removed by stop(). A given one stays. */
  dataDir?: string;
  /** Variables for `npm start`, over this process's own. */
  environment?: Record<string, string>;
  /** Default 240 s: a first build takes its time. */
  timeoutMs?: number;
}

export interface Mail {
  id: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

export interface Product {
  appUrl: string;
  shortUrl: string;
  dataDir: string;
  /** Process of the launcher. */
  pid: number;
  /** gRPC ports by service, `name:management` beside them, `postgres`, `clickhouse`, `mailbox:smtp`, `mailbox:http`. */
  ports: Record<string, number>;
  /** Mail that was sent, newest first. */
  mailbox: () => Promise<Mail[]>;
  /** Process ids by part, as they are now. */
  processes: () => Record<string, number>;
  /** kill -9 of one part; the launcher starts it again. */
  killPart: (name: string) => Promise<void>;
  /** kill -9 of the launcher; its parts end by themselves. The data stays for another startProduct({ dataDir }). */
  kill: () => Promise<void>;
  /** What the launcher has printed. */
  output: () => string;
  /** Stops everything in order. Idempotent; also after kill(). */
  stop: () => Promise<void>;
}

interface InstallationFile {
  pid: number;
  appUrl: string;
  shortUrl: string;
  mailboxJsonUrl: string;
  ports: Record<string, number>;
}

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'linqr-product-')));
  const child = spawn(process.execPath, [sourcePath('deploy/local/bin/start.mjs')], {
    env: { ...withoutJest(process.env), PORT: '0', EDGE_PORT: '0', LINQR_DATA_DIR: dataDir, ...options.environment },
    // Over IPC the launcher sees this process go, and stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = collectOutput(child);
  const timeoutMs = options.timeoutMs ?? 240_000;
  let file: InstallationFile;
  try {
    file = await untilReady(child, dataDir, timeoutMs);
  } catch (error) {
    if (child.pid && !(await endProcess(child.pid, 'SIGTERM', 30_000))) child.kill('SIGKILL');
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    throw new Error(`The product did not start: ${(error as Error).message}\n${output()}`);
  }
  const pid = child.pid!;
  const processes = () => {
    const entries = JSON.parse(readFileSync(join(dataDir, 'run/processes.json'), 'utf8')) as { name: string; pid: number }[];
    return Object.fromEntries(entries.map((entry) => [entry.name, entry.pid]));
  };
  const stop = async () => {
    if (isAlive(pid) && !(await endProcess(pid, 'SIGTERM', 40_000))) child.kill('SIGKILL');
    await waitForEnd(pid, 5_000);
    if (!options.dataDir) await removeWhenFree(dataDir);
  };
  let stopping: Promise<void> | undefined;
  return {
    appUrl: file.appUrl,
    shortUrl: file.shortUrl,
    dataDir,
    pid,
    ports: file.ports,
    processes,
    output,
    async mailbox() {
      const response = await fetch(file.mailboxJsonUrl, { signal: AbortSignal.timeout(10_000) });
      return ((await response.json()) as { messages: Mail[] }).messages;
    },
    async killPart(name) {
      const part = processes()[name];
      if (!part) throw new Error(`${name} does not run`);
      await endProcess(part, 'SIGKILL', 10_000);
    },
    async kill() {
      await endProcess(pid, 'SIGKILL', 10_000);
    },
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

async function untilReady(child: ChildProcess, dataDir: string, timeoutMs: number): Promise<InstallationFile> {
  const path = join(dataDir, 'run/installation.json');
  const file = await eventually(
    () => {
      if (child.exitCode !== null || child.signalCode !== null) return undefined;
      const content = existsSync(path) && (JSON.parse(readFileSync(path, 'utf8')) as InstallationFile);
      return content !== false && content.pid === child.pid ? content : false;
    },
    { timeoutMs, intervalMs: 50 },
  );
  if (!file) throw new Error(`it ended with ${child.signalCode ?? `code ${child.exitCode}`}`);
  return file;
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  const take = (data: Buffer) => {
    text = (text + data.toString()).slice(-100_000);
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  return () => text;
}

/** After a kill, parts may still be writing their last. */
async function removeWhenFree(folder: string): Promise<void> {
  await eventually(() => rm(folder, { recursive: true, force: true }), { timeoutMs: 20_000, intervalMs: 200 });
}

/** The product must not take itself for a test worker. */
function withoutJest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('JEST_') && name !== 'NODE_ENV' && name !== 'NODE_OPTIONS'),
  );
}
