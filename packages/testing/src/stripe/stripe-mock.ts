// Stripe's own stripe-mock: it knows from Stripe's OpenAPI document which requests Stripe takes. Built once with Go into .cache.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../eventually/index.js';

/** Newest that was seen to build; `go install` takes it through the module proxy. */
export const STRIPE_MOCK_VERSION = 'v0.203.0';
const BUILD_TIMEOUT_MS = 5 * 60_000;
const HOME = join(import.meta.dirname, '../../../../.cache/stripe-mock', STRIPE_MOCK_VERSION);
const PROGRAM = join(HOME, 'stripe-mock');

/** Why there is no stripe-mock here; undefined when there is one. Blocks while it is built for the first time. */
export function stripeMockMissing(): string | undefined {
  if (existsSync(PROGRAM)) return undefined;
  const { error } = spawnSync('go', ['version'], { timeout: 20_000 });
  if (error) return `no Go (stripe-mock ${STRIPE_MOCK_VERSION} is built with it)`;
  // Complete or not there at all: built beside and renamed, so that two runs at once do no harm.
  const work = join(HOME, `build-${process.pid}`);
  mkdirSync(work, { recursive: true });
  try {
    const built = spawnSync('go', ['install', `github.com/stripe/stripe-mock@${STRIPE_MOCK_VERSION}`], {
      env: { ...process.env, GOBIN: work },
      encoding: 'utf8',
      timeout: BUILD_TIMEOUT_MS,
    });
    if (built.status !== 0) return `Go could not build stripe-mock: ${built.stderr.trim().split('\n').at(-1) ?? built.error?.message}`;
    renameSync(join(work, 'stripe-mock'), PROGRAM);
    return undefined;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

export interface StripeMock {
  url: string;
  stop: () => Promise<void>;
}

/** Throws where stripeMockMissing() says why. */
export async function startStripeMock(): Promise<StripeMock> {
  const problem = stripeMockMissing();
  if (problem) throw new Error(problem);
  const port = await freePort();
  const child = spawn(PROGRAM, ['-http-addr', `127.0.0.1:${port}`], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said = (said + data.toString()).slice(-4_000);
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(
    async () => {
      if (child.exitCode !== null) throw new Error(`stripe-mock ended: ${said}`);
      await fetch(url);
    },
    { timeoutMs: 30_000 },
  );
  return { url, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
