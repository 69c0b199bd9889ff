import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@linqr/platform/logging';
import express from 'express';
import { expressErrors } from '../src/http/error.filter.js';
import { serveSite } from '../src/site/static-site.js';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5_000))});`;
const origins = { app: 'https://app.example.com', short: 'https://go.example.com' };
let folder: string;
let origin: string;
let stop: () => Promise<unknown>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linqr-site-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'docs'));
  const page = (name: string) =>
    `<!doctype html><title>${name}</title><link rel="canonical" href="__APP_ORIGIN__/"><meta content="__SHORT_ORIGIN__"><code>__SHORT_HOST__</code>`;
  const files: [string, string | Buffer][] = [
    ['index.html', page('home')],
    ['docs.html', page('docs')],
    ['docs/links.html', page('links')],
    ['app.html', page('app')],
    [
      'site.json',
      JSON.stringify({ pages: ['/', '/docs', '/docs/links', '/lost'], screens: ['/', '/dashboard', '/analytics/:id', '/docs/:topic'] }),
    ],
    ['robots.txt', 'Sitemap: __APP_ORIGIN__/sitemap.xml'],
    ['favicon.svg', '<svg/>'],
    ['assets/a-1.js', SCRIPT],
    ['assets/a-1.js.br', brotliCompressSync(SCRIPT)],
    ['assets/a-1.js.gz', gzipSync(SCRIPT)],
    ['assets/b-1.js', 'plain'],
  ];
  await Promise.all(files.map(([name, content]) => writeFile(join(folder, name), content)));
  const server = express();
  serveSite(server, folder, origins);
  server.use(expressErrors(createLogger({ service: 'test', level: 'silent' })));
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  stop = () => new Promise((resolve) => listening.close(resolve));
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(origin + path, { method, headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' });

describe('pages', () => {
  it.each([
    ['/', 'home'],
    ['/docs', 'docs'],
    ['/docs/links', 'links'],
  ])('%s is the page that was drawn for it, with the origins of this installation', async (path, name) => {
    const answer = await get(path);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain(`<title>${name}</title>`);
    expect(html).toContain('href="https://app.example.com/"');
    expect(html).toContain('content="https://go.example.com"');
    expect(html).toContain('<code>go.example.com</code>');
    expect(html).not.toMatch(/__[A-Z_]+__/);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['/dashboard', '/analytics/lnk_1', '/docs/anything', '/dashboard/'])('%s is a screen of the app', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<title>app</title>');
  });

  it.each(['/nothing', '/docs.html', '/app.html', '/analytics', '/analytics/a/b', '/dashboardx', '/..%2f..%2fetc/passwd', '/%c0%ae'])(
    '%s is none: 404 with the app, which says so',
    async (path) => {
      const answer = await get(path);
      expect([400, 404]).toContain(answer.status);
      expect(await answer.text()).not.toContain('root:');
    },
  );

  it('are sent again only when they changed', async () => {
    const etag = (await get('/docs')).headers.get('etag') ?? '';
    // fetch would add “no-cache”, which asks for the whole.
    const known = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    const again = await get('/docs', known);
    expect(again.status).toBe(304);
    await writeFile(join(folder, 'docs.html'), '<!doctype html><title>newer docs</title>');
    const changed = await get('/docs', known);
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain('newer docs');
  });

  it('answer HEAD without a body, and Brotli to whoever takes it', async () => {
    const head = await get('/docs/links', {}, 'HEAD');
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await head.text()).toBe('');
    const packed = await get('/docs/links', { 'accept-encoding': 'br' });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.headers.get('vary')).toContain('Accept-Encoding');
    expect(await packed.text()).toContain('<title>links</title>');
  });

  it('a page that the build lost is one sentence and 503, not a broken server', async () => {
    const answer = await get('/lost');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ success: false, code: 'PART_UNAVAILABLE' });
  });

  it('robots.txt names the site map of this installation', async () => {
    const answer = await get('/robots.txt');
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(await answer.text()).toBe('Sitemap: https://app.example.com/sitemap.xml');
  });
});

describe('assets', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('for “%s” come as %s, for a year, and say the same', async (accepted, encoding) => {
    const answer = await get('/assets/a-1.js', { 'accept-encoding': accepted });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('content-type')).toContain('text/javascript');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(await answer.text()).toBe(SCRIPT);
  });

  it('without a packed twin come plain; a range is one of the plain file', async () => {
    expect(await (await get('/assets/b-1.js', { 'accept-encoding': 'br' })).text()).toBe('plain');
    const part = await get('/assets/a-1.js', { 'accept-encoding': 'br', range: 'bytes=0-10' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-encoding')).toBeNull();
    expect(await part.text()).toBe(SCRIPT.slice(0, 11));
  });

  it('that do not exist are 404, never the app', async () => {
    const answer = await get('/assets/gone-1.js', { 'accept-encoding': 'br' });
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('<title>app</title>');
  });
});
