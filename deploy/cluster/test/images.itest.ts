// No container engine runs where these tests do: the file tree of an image is made by the program that the Dockerfile runs,
// and its process is started as the image would start it: exec form, another user, a root that user cannot write.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import { ROOT } from './build.js';

const PARTS = ['gateway', ...readdirSync(join(ROOT, 'services')).map((name) => `services/${name}`)];
/** The image's user, when the tests may become another; root's files are then read-only to it. */
const USER = process.getuid?.() === 0 ? { uid: 65_532, gid: 65_532 } : {};
/** Cities for the geo look-up, native image libraries: what is large is large for a reason that is written here. */
const MAX_MEGABYTES: Record<string, number> = { 'services/analytics': 180, 'services/redirect': 180, 'services/qr': 110, gateway: 80 };

describe('image trees', () => {
  let folder: string;
  let database: TestDatabase;
  const children = new Set<ChildProcess>();
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linqr-images-'));
    chmodSync(folder, 0o755);
    database = await testDatabase();
  }, 120_000);
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    await database?.drop();
  }, 120_000);

  const treeOf = (part: string) => join(folder, part.replace('/', '-'));
  const make = (part: string) =>
    execFileSync('node', [join(ROOT, 'deploy/docker/tree.mjs'), part, treeOf(part)], { cwd: ROOT, encoding: 'utf8', timeout: 240_000 });
  const run = (part: string, environment: Record<string, string>, ...args: string[]) => {
    const child = spawn(process.execPath, ['dist/main.js', ...args], {
      cwd: join(treeOf(part), part),
      // Nothing of this machine: a variable that the image needs must come from its manifest.
      env: { NODE_ENV: 'production', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...USER,
    });
    children.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
    return { child, ended, output: () => output };
  };

  it.each(PARTS)(
    '%s carries everything it loads, and little else',
    async (part) => {
      const said = make(part);
      const megabytes = Number(/([\d.]+) MB/.exec(said)?.[1]);
      expect(megabytes).toBeGreaterThan(5);
      expect(megabytes).toBeLessThan(MAX_MEGABYTES[part] ?? 60);
      // All imports are loaded before the configuration is read; without one it names every problem and ends.
      const { ended, output } = run(part, {});
      expect(await ended).toBe(1);
      expect(output()).toContain('The configuration is not valid');
    },
    300_000,
  );

  it('link migrates as a job, waits for it as a server, serves from a root it cannot write, and stops on SIGTERM', async () => {
    const environment = {
      DATABASE_URL: database.url,
      BUS_URL: database.url,
      BILLING_TARGET: '127.0.0.1:1',
      APP_ORIGIN: 'http://app.example',
      SHORT_ORIGIN: 'http://s.example',
      QR_TARGET: '127.0.0.1:1',
      GRPC_PORT: '0',
      MANAGEMENT_PORT: '0',
      MIGRATIONS: 'expect',
    };
    const server = run('services/link', environment);
    await eventually(() => expect(server.output()).toContain('waiting for migrations'), { timeoutMs: 60_000 });
    const job = run('services/link', { ...environment, MIGRATIONS: 'apply' }, 'migrate');
    expect(await job.ended).toBe(0);
    await eventually(() => expect(server.output()).toContain('"ready"'), { timeoutMs: 60_000 });
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  }, 180_000);
});
