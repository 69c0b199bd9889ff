// The frontend's container without a container engine: nginx itself with the image's configuration, moved to a folder of the
// test, in front of the built site.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { requireOrSkip } from '@linqr/testing/requirements';
import { ROOT } from './build.js';

const DOCKER = join(ROOT, 'deploy/docker');
const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync);
const ENVIRONMENT: Record<string, string> = { APP_ORIGIN: 'https://app.example.com', SHORT_ORIGIN: 'https://go.example.com:8443' };
/** The image's user, when the tests may become another. */
const USER = process.getuid?.() === 0 ? { uid: 65_532, gid: 65_532 } : {};
/** Of Debian and of the image. */
const MIME_TYPES = '/etc/nginx/mime.types';

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

requireOrSkip('the frontend behind nginx', NGINX !== undefined, 'nginx is not installed', () => {
  let folder: string;
  let nginx: ChildProcess;
  let origin: string;
  let said = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linqr-nginx-'));
    const at = (name: string) => join(folder, name);
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    // What an image has at /etc/nginx, /tmp and /usr/share/nginx/html.
    const places: Record<string, string> = {
      '/etc/nginx/': `${at('etc')}/`,
      '/tmp/': `${at('tmp')}/`,
      '/usr/share/nginx/html': at('html'),
    };
    const moved = (text: string) =>
      text
        .replaceAll(/\/etc\/nginx\/|\/tmp\/|\/usr\/share\/nginx\/html/g, (place) => places[place]!)
        // Standard output is a socket here, which cannot be opened.
        .replace('/dev/stdout', at('tmp/access.log'))
        .replace('listen 8080', `listen 127.0.0.1:${port}`);
    chmodSync(folder, 0o755);
    for (const name of ['etc/site', 'tmp']) mkdirSync(at(name), { recursive: true });
    chmodSync(at('tmp'), 0o777);
    cpSync(join(ROOT, 'frontend/dist'), at('html'), { recursive: true });
    copyFileSync(MIME_TYPES, at('etc/mime.types'));
    copyFileSync(join(DOCKER, 'nginx/site/headers.conf'), at('etc/site/headers.conf'));
    for (const name of ['nginx.conf', 'site/page.conf'])
      writeFileSync(at(`etc/${name}`), moved(readFileSync(join(DOCKER, 'nginx', name), 'utf8')));
    execFileSync('node', [join(DOCKER, 'screens.mjs'), at('html'), at('etc/site/screens.conf')]);
    // As the image's entry does it: envsubst, for the variables of NGINX_ENVSUBST_FILTER.
    const template = readFileSync(join(DOCKER, 'nginx/templates/origins.conf.template'), 'utf8');
    writeFileSync(
      at('tmp/origins.conf'),
      template.replaceAll(/\$\{(\w+)\}/g, (asIs, name: string) => ENVIRONMENT[name] ?? asIs),
    );
    nginx = spawn(NGINX!, ['-c', at('etc/nginx.conf'), '-g', 'daemon off;', '-e', 'stderr'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...USER,
    });
    for (const stream of [nginx.stdout, nginx.stderr]) stream?.on('data', (chunk) => (said += chunk));
    await eventually(async () => {
      const answer = await fetch(`${origin}/healthz`).catch(() => undefined);
      if (answer?.status !== 200) throw new Error(`nginx does not answer: ${said}`);
    });
  }, 30_000);
  afterAll(async () => {
    if (nginx?.exitCode === null) {
      const ended = new Promise((resolve) => nginx.once('exit', resolve));
      nginx.kill('SIGQUIT');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  }, 30_000);

  const built = (file: string) =>
    readFileSync(join(folder, 'html', file), 'utf8')
      .replaceAll('__APP_ORIGIN__', 'https://app.example.com')
      .replaceAll('__SHORT_ORIGIN__', 'https://go.example.com:8443')
      .replaceAll('__SHORT_HOST__', 'go.example.com:8443');
  const site = () => JSON.parse(readFileSync(join(folder, 'html/site.json'), 'utf8')) as { pages: string[]; screens: string[] };
  const get = async (path: string, init?: RequestInit) => {
    const answer = await fetch(origin + path, { redirect: 'manual', ...init });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  it('every drawn page has its own address, with the installation in it', async () => {
    const { pages } = site();
    expect(pages.length).toBeGreaterThan(80);
    const different: string[] = [];
    for (const path of pages) {
      const { status, text } = await get(path);
      if (status !== 200 || text !== built(path === '/' ? 'index.html' : `${path.slice(1)}.html`)) different.push(`${path}: ${status}`);
      if (/__[A-Z_]+__/.test(text)) different.push(`${path}: an origin is missing`);
    }
    expect(different).toEqual([]);
  });

  it('every other screen gets the app', async () => {
    const { pages, screens } = site();
    const app = built('app.html');
    const others = screens.map((screen) => screen.replaceAll(/:\w+/g, 'one')).filter((path) => !pages.includes(path));
    expect(others.length).toBeGreaterThan(20);
    for (const path of [...others, '/dashboard/'])
      expect([path, (await get(path)).status, (await get(path)).text === app]).toEqual([path, 200, true]);
  });

  it.each(['/nothing', '/docs.html', '/app.html', '/analytics/a/b', '/dashboardx', '/.vite/nothing', '/docs/nothing/here/either'])(
    '%s is none: 404 with the app, which says so',
    async (path) => {
      const { status, text } = await get(path);
      expect(status).toBe(404);
      expect(text).toBe(built('app.html'));
    },
  );

  it('sends the security headers of the gateway with pages, with what is none and with assets', async () => {
    const headers = [...readFileSync(join(DOCKER, 'nginx/site/headers.conf'), 'utf8').matchAll(/^add_header (\S+) "(.*)" always;$/gm)];
    expect(headers.length).toBeGreaterThan(8);
    const asset = /\/assets\/start-[\w.-]+\.js/.exec(built('index.html'))![0];
    for (const path of ['/', '/dashboard', '/nothing', asset, '/assets/nothing.js']) {
      const answer = await get(path);
      for (const [, name = '', value] of headers) expect([path, name, answer.headers.get(name)]).toEqual([path, name, value]);
      expect(answer.headers.get('server')).toBe('nginx');
    }
  });

  it('assets are packed and stay for a year; pages are asked for again', async () => {
    const asset = /\/assets\/start-[\w.-]+\.js/.exec(built('index.html'))![0];
    const packed = await get(asset, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(packed.text).toBe(readFileSync(join(folder, 'html', asset), 'utf8'));
    const plain = await get(asset, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect((await get('/')).headers.get('cache-control')).toBe('no-cache');
    expect((await get('/assets/nothing.js')).status).toBe(404);
  });

  it('robots.txt and the site map name the installation, whatever host they are asked at', async () => {
    expect((await get('/robots.txt')).text).toContain('Sitemap: https://app.example.com/sitemap.xml');
    const addresses = [...(await get('/sitemap.xml')).text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
    expect(addresses).toEqual(site().pages.map((path) => `https://app.example.com${path}`));
  });

  it('only reads, and takes no body', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await get('/dashboard', { method })).status).toBe(405);
    expect((await get('/dashboard', { method: 'POST', body: 'x'.repeat(2_000) })).status).toBe(413);
    expect((await get('/dashboard', { method: 'HEAD' })).status).toBe(200);
  });

  it('writes no address of a visitor and no secret of a link into its log', async () => {
    await get('/reset-password?token=secret-of-a-mail');
    const log = readFileSync(join(folder, 'tmp/access.log'), 'utf8');
    expect(log).toContain(' GET /dashboard 200 ');
    expect(log).toContain(' GET /reset-password 200 ');
    expect(log + said).not.toMatch(/127\.0\.0\.1|secret-of-a-mail/);
  });
});

describe('the frontend image', () => {
  it('takes exactly the variables that its template names', () => {
    const template = readFileSync(join(DOCKER, 'nginx/templates/origins.conf.template'), 'utf8');
    const filter = /NGINX_ENVSUBST_FILTER=(\S+)/.exec(readFileSync(join(DOCKER, 'frontend.Dockerfile'), 'utf8'))?.[1] ?? '';
    const names = [...template.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
    expect(names.sort()).toEqual(Object.keys(ENVIRONMENT).sort());
    for (const name of names) expect(name).toMatch(new RegExp(filter));
  });
});
