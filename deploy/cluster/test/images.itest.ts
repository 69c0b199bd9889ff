// No container engine runs where these tests do: the file tree of an image is made by the program that the Dockerfile runs,
// and its process is started as the image would start it: exec form, another user, a root that user cannot write.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import { ROOT } from './build.js';

const PARTS = ['gateway', ...readdirSync(join(ROOT, 'services')).map((name) => `services/${name}`), 'deploy/probe'];
/** The image's user, when the tests may become another; root's files are then read-only to it. */
const USER = process.getuid?.() === 0 ? { uid: 65_532, gid: 65_532 } : {};
/** Cities for the geo look-up, native image libraries: what is large is large for a reason that is written here. */
const MAX_MEGABYTES: Record<string, number> = { 'services/analytics': 180, 'services/redirect': 180, 'services/qr': 110 };
/** Names its licence (MIT) in its README only. */
const UNLICENSED = ['pause'];
const TREE = join(ROOT, 'deploy/docker/tree.mjs');

interface Component {
  name: string;
  version: string;
  purl: string;
}
/** Every package.json that Node could find from a tree, as `path name@version`. */
function packagesIn(tree: string): string[] {
  const found: string[] = [];
  const look = (modules: string) => {
    for (const entry of existsSync(join(tree, modules)) ? readdirSync(join(tree, modules), { withFileTypes: true }) : []) {
      const at = `${modules}/${entry.name}`;
      if (entry.name.startsWith('@')) look(at);
      // A link is a workspace, which is looked into where it lies.
      else if (entry.isDirectory()) {
        const { name, version } = JSON.parse(readFileSync(join(tree, at, 'package.json'), 'utf8')) as Component;
        found.push(`${at} ${name}@${version}`);
        look(`${at}/node_modules`);
      }
    }
  };
  const { workspaces } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as { workspaces: string[] };
  for (const at of ['', ...workspaces.map((workspace) => `${workspace}/`)]) look(`${at}node_modules`);
  for (const at of workspaces) {
    const { name, version } = JSON.parse(readFileSync(join(tree, at, 'package.json'), 'utf8')) as Component;
    found.push(`${at} ${name}@${version}`);
  }
  return found.sort();
}

describe('image trees', () => {
  let folder: string;
  let said: string;
  let database: TestDatabase;
  const children = new Set<ChildProcess>();
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linqr-images-'));
    chmodSync(folder, 0o755);
    said = make('--all', folder);
    database = await testDatabase();
  }, 120_000);
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    await database?.drop();
  }, 120_000);

  const treeOf = (part: string) => join(folder, part.replace('/', '-'));
  const make = (...args: string[]) => execFileSync('node', [TREE, ...args], { cwd: ROOT, encoding: 'utf8', timeout: 110_000 });
  const lineOf = (part: string, text = said) => text.split('\n').find((line) => line.startsWith(`${part}: `)) ?? '';
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

  it('are made for every part that runs on Node', () => {
    expect(readdirSync(folder).sort()).toEqual(PARTS.map((part) => part.replace('/', '-')).sort());
  });

  it.each(PARTS)(
    '%s carries everything it loads, and little else',
    async (part) => {
      const megabytes = Number(/([\d.]+) MB/.exec(lineOf(part))?.[1]);
      expect(megabytes).toBeGreaterThan(5);
      expect(megabytes).toBeLessThan(MAX_MEGABYTES[part] ?? 60);
      // All imports are loaded before the configuration is read; without one it names every problem and ends.
      const { ended, output } = run(part, {});
      expect(await ended).toBe(1);
      expect(output()).toContain('The configuration is not valid');
    },
    60_000,
  );

  it.each(PARTS)('%s has a bill of materials of exactly the packages it carries', (part) => {
    const bill = JSON.parse(readFileSync(join(treeOf(part), 'sbom.cdx.json'), 'utf8')) as {
      metadata: { component: Component & { 'bom-ref': string } };
      components: (Component & { 'bom-ref': string; hashes?: { alg: string; content: string }[]; licenses?: unknown[] })[];
    };
    const listed = [bill.metadata.component, ...bill.components];
    expect(listed.map(({ 'bom-ref': at, name, version }) => `${at} ${name}@${version}`).sort()).toEqual(packagesIn(treeOf(part)));
    for (const { name, version, purl } of listed) expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    const foreign = bill.components.filter(({ 'bom-ref': at }) => at.includes('node_modules/'));
    expect(foreign.length).toBeGreaterThan(50);
    for (const { name, hashes, licenses } of foreign)
      expect([name, hashes?.[0]?.alg, hashes?.[0]?.content.length, licenses?.length]).toEqual([
        name,
        'SHA-512',
        128,
        UNLICENSED.includes(name) ? undefined : 1,
      ]);
  });

  it('are the same byte for byte when they are made again, elsewhere and as the Dockerfile makes them', () => {
    // Native libraries, packages within packages, four workspaces.
    const again = make('services/qr', join(folder, 'again'));
    expect(lineOf('services/qr')).toMatch(/, sha256:[0-9a-f]{64}$/);
    expect(lineOf('services/qr', again)).toBe(lineOf('services/qr'));
    rmSync(join(folder, 'again'), { recursive: true });
  }, 120_000);

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
