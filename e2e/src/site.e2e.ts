// The public pages: every link leads somewhere, every page can be found and read without scripts, the documentation is true.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@linqr/testing/browser';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import { sourcePath, typescriptArguments } from '@linqr/testing/typescript';
import type { Browser } from 'playwright-core';
import { type Account, openAccount } from './account.js';
import { curlCallsIn, parseCurl } from './curl.js';
import type { Audit } from './lighthouse/audit.js';
import { openWatched, register, somebody } from './person.js';

let product: Product;
let browser: Browser;
let pages: Map<string, string>;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  const siteMap = await (await fetch(`${product.appUrl}/sitemap.xml`)).text();
  const paths = [...siteMap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => {
    expect(address.startsWith(product.appUrl)).toBe(true);
    return address.slice(product.appUrl.length);
  });
  pages = new Map();
  for (const path of paths) pages.set(path, await (await fetch(product.appUrl + path)).text());
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

const first = (html: string, pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';

describe('public pages, before any script runs', () => {
  it('are many, and each has a title, a description and a heading of its own', () => {
    expect(pages.size).toBeGreaterThan(80);
    const titles = new Map<string, string>();
    const problems: string[] = [];
    for (const [path, html] of pages) {
      const title = first(html, /<title>([^<]+)<\/title>/);
      if (!title || titles.has(title)) problems.push(`${path}: title “${title}” ${titles.get(title) ?? ''}`);
      titles.set(title, path);
      if (first(html, /<meta name="description" content="([^"]+)"/).length < 20) problems.push(`${path}: no description`);
      if ([...html.matchAll(/<h1[ >]/g)].length !== 1) problems.push(`${path}: not one h1`);
      if (first(html, /<link rel="canonical" href="([^"]+)"/) !== product.appUrl + path) problems.push(`${path}: canonical`);
      if (!html.includes(`<meta property="og:image" content="${product.appUrl}/og.png"`)) problems.push(`${path}: og:image`);
      if (/__[A-Z_]+__/.test(html)) problems.push(`${path}: an origin is missing`);
      if (/ style="/.test(html) || /<script>/.test(html)) problems.push(`${path}: something inline that the policy forbids`);
    }
    expect(problems).toEqual([]);
  });

  it('have only links that lead to a page, a screen or a file, and to headings that exist', async () => {
    const answers = new Map<string, Promise<{ status: number; html: string }>>();
    const answerOf = (path: string) => {
      const known = answers.get(path);
      if (known) return known;
      const asked = fetch(product.appUrl + path, { redirect: 'manual' }).then(async (answer) => ({
        status: answer.status,
        html: await answer.text(),
      }));
      answers.set(path, asked);
      return asked;
    };
    const dead: string[] = [];
    for (const [path, html] of pages) {
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        if (/^(https?:|mailto:)/.test(href)) continue;
        const target = new URL(href.replaceAll('&amp;', '&'), product.appUrl + path);
        const { status, html: there } = await answerOf(target.pathname + target.search);
        if (status !== 200) dead.push(`${path} → ${href}: ${status}`);
        // The reference is drawn from the server's own document, in the browser: its headings come later.
        else if (target.hash && target.pathname !== '/api' && !there.includes(`id="${target.hash.slice(1)}"`))
          dead.push(`${path} → ${href}: no such heading`);
      }
    }
    expect([...new Set(dead)]).toEqual([]);
  }, 120_000);

  it('are compressed, and an address that is none answers 404', async () => {
    const page = await fetch(product.appUrl, { headers: { 'accept-encoding': 'br' } });
    expect(page.headers.get('content-encoding')).toBe('br');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const script = first(await page.text(), /data-scripts="[^"]*(\/assets\/start-[^" ]+\.js)/);
    const asset = await fetch(product.appUrl + script, { headers: { 'accept-encoding': 'br' } });
    expect(asset.headers.get('content-encoding')).toBe('br');
    expect(asset.headers.get('cache-control')).toContain('immutable');
    for (const path of ['/nothing-here', '/docs/nothing/here/either', '/assets/nothing.js'])
      expect((await fetch(product.appUrl + path)).status).toBe(404);
    expect((await fetch(`${product.appUrl}/robots.txt`).then((answer) => answer.text())).trim()).toMatch(
      new RegExp(`Sitemap: ${product.appUrl}/sitemap.xml$`),
    );
  });
});

describe('public pages in a browser', () => {
  it('what is typed and sent before the scripts arrive is kept, and goes on to registration', async () => {
    const { context, page, troubles } = await openWatched(browser);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/start-.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(product.appUrl, { waitUntil: 'commit' });
    const box = page.getByRole('textbox', { name: 'Long URL' });
    await box.fill('https://example.com/typed-early');
    // The file that holds a form back is small and not waited for: it is there when somebody could have typed.
    await page.waitForLoadState('domcontentloaded');
    await page.getByRole('button', { name: 'Shorten' }).click();
    expect(await box.inputValue()).toBe('https://example.com/typed-early');
    expect(page.url()).toBe(`${product.appUrl}/`);
    release();
    await page.waitForURL('**/register');
    await register(page, somebody());
    await page.waitForURL('**/dashboard');
    await page.getByText('https://example.com/typed-early').first().waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  }, 60_000);

  it.each([
    ['/features', /features-page-.*\.js$/],
    ['/docs/links/create', /docs-pages-.*\.js$/],
  ])(
    '%s stays as it was drawn until its scripts are there, whatever comes before them',
    async (path, script) => {
      const { context, page, troubles } = await openWatched(browser);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(script, async (route) => {
        await held;
        await route.continue();
      });
      // The session begins, and with that the header may change, while the page's own script is on its way.
      const begun = page.waitForResponse('**/api/health');
      await page.goto(product.appUrl + path, { waitUntil: 'commit' });
      await (await begun).finished();
      await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 300)));
      const heading = page.getByRole('heading', { level: 1 });
      const drawn = await heading.elementHandle({ timeout: 1_000 });
      release();
      await page.waitForFunction(() => Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactFiber$')));
      expect(await drawn!.evaluate((element) => element.isConnected)).toBe(true);
      expect(troubles).toEqual([]);
      await context.close();
    },
    60_000,
  );

  it('every page is taken over by its scripts without an error', async () => {
    const { context, page, troubles } = await openWatched(browser);
    for (const path of pages.keys()) {
      await page.goto(product.appUrl + path, { waitUntil: 'networkidle' });
      // React marks what it has taken over. Left earlier, a page would never be compared with what was drawn.
      await page.waitForFunction(() => Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactFiber$')));
    }
    expect(troubles).toEqual([]);
    await context.close();
  }, 240_000);

  it('the documentation is searched by keyboard', async () => {
    const { context, page, troubles } = await openWatched(browser);
    await page.goto(`${product.appUrl}/docs`, { waitUntil: 'networkidle' });
    // The key works once the page has been taken over, which takes as long as this machine is busy.
    const isFocused = () => page.getByRole('combobox').evaluate((box) => box === document.activeElement);
    const pressed = async () => {
      if (await isFocused()) return true;
      await page.keyboard.press('/');
      return false;
    };
    expect(await eventually(pressed, { timeoutMs: 30_000 })).toBe(true);
    await page.keyboard.type('webhook signature');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/webhooks\/verify/);
    await page.getByRole('heading', { level: 1, name: 'Verify signatures' }).waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  }, 60_000);
});

describe('Lighthouse on the landing page', () => {
  it('is content with access, practices and search; what is fetched stays within its budget', async () => {
    const report = join(await mkdtemp(join(tmpdir(), 'linqr-report-')), 'audit.json');
    await promisify(execFile)(
      process.execPath,
      [...typescriptArguments(), sourcePath('e2e/src/lighthouse/main.ts'), '--url', product.appUrl, '--runs', '1', '--report', report],
      { timeout: 150_000, env: { ...process.env, NODE_OPTIONS: '' } },
    );
    const { scores, figures, weight, failed } = JSON.parse(readFileSync(report, 'utf8')) as Audit;
    await rm(dirname(report), { recursive: true, force: true });
    expect(failed).toEqual([]);
    expect(scores).toMatchObject({ accessibility: 100, 'best-practices': 100, seo: 100 });
    // The performance score goes with the machine's load: `npm run lighthouse` judges it. These do not.
    expect(figures.cls).toBeLessThan(0.05);
    expect(weight.scriptBytes).toBeLessThan(200_000);
    expect(weight.styleBytes).toBeLessThan(20_000);
    expect(weight.bytes).toBeLessThan(400_000);
    expect(weight.requests).toBeLessThan(30);
    expect(weight.renderBlocking.filter((path) => !/^\/(theme\.js|assets\/start-[^/]+\.css)$/.test(path))).toEqual([]);
  }, 180_000);
});

describe('the documentation', () => {
  let account: Account;
  let apiKey: string;
  const ids: Record<string, string> = {};
  const FILES: Record<string, string> = {
    'links.csv': 'originalUrl,title\nhttps://example.com/one,One\n',
    'codes.csv': 'content,type,name\nhttps://example.com/table/1,url,Table 1\n',
  };

  beforeAll(async () => {
    account = await openAccount(product, { trial: true });
    apiKey = (await account.call<{ apiKey: string }>('GET', '/users/me')).body.data.apiKey;
    const link = async () =>
      (await account.call<{ id: string }>('POST', '/urls/shorten', { originalUrl: 'https://example.com' })).body.data.id;
    ids['LINK_ID_1'] = await link();
    ids['LINK_ID_2'] = await link();
    ids['LINK_ID'] = await link();
    ids['QR_ID'] = (
      await account.call<{ id: string }>('POST', '/qrcodes/generate', { content: 'https://example.com', type: 'url' })
    ).body.data.id;
    const hook = { url: 'https://example.com/hooks', events: ['link_updated'] };
    ids['WEBHOOK_ID'] = (await account.call<{ id: string }>('POST', '/webhooks', hook)).body.data.id;
  }, 60_000);

  const folder = sourcePath('frontend/src/content/en/docs');
  const articles = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file, curlCallsIn(readFileSync(join(folder, file), 'utf8'))] as const)
    .filter(([, calls]) => calls.length > 0);

  it.each(articles)('every call of %s works as it stands there', async (_file, calls) => {
    const failed: string[] = [];
    for (const [index, written] of calls.entries()) {
      const command = written
        .replaceAll('{app}', product.appUrl)
        .replaceAll('{short}', product.shortUrl)
        .replaceAll('$LINQR_API_KEY', apiKey)
        .replaceAll(/(LINK_ID_1|LINK_ID_2|LINK_ID|QR_ID|WEBHOOK_ID)/g, (name) => ids[name] ?? name)
        // An ending can be taken once; the articles like the same ones.
        .replaceAll(/"customAlias": "(\w+)"/g, (_whole, alias: string) => `"customAlias": "${alias}-${Date.now()}-${index}"`);
      const call = parseCurl(command);
      const body = call.bodyFile ? FILES[call.bodyFile] : call.body;
      const stop = new AbortController();
      const answer = await fetch(call.url, {
        method: call.method,
        headers: call.headers,
        ...(body === undefined ? {} : { body }),
        signal: stop.signal,
      });
      if (!answer.ok) failed.push(`${call.method} ${call.url}: ${answer.status} ${await answer.text()}`);
      stop.abort();
    }
    expect(failed).toEqual([]);
  });
});
