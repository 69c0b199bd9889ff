// `npm run walk -- FOLDER`: every route photographed at 390, 768 and 1440 px in both themes, one sheet a route, for eyes to go
// over: as a visitor, as somebody new with nothing yet, with the demo data, and as an admin.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launchBrowser } from '@linqr/testing/browser';
import { type Product, startProduct } from '@linqr/testing/product';
import { sourcePath } from '@linqr/testing/typescript';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { logIn, register, somebody } from '../person.js';
import { ADMIN_ROUTES, PUBLIC_ROUTES, SIGNED_IN_ROUTES } from '../routes.js';
import { fillWithDemo } from './demo.js';

const WIDTHS = [390, 768, 1440];
const THEMES = ['light', 'dark'] as const;
/** CSS pixels of a page that are shown; what is below is cut. */
const MOST_HEIGHT = 2_000;
const GAP = 24;

/** What else a screen shows. */
const TABS = ['/dashboard?create=qr', '/settings?tab=notifications', '/settings?tab=billing', '/settings?tab=danger'];

const folder = process.argv[2];
if (!folder) throw new Error('npm run walk -- FOLDER');

/** Layout shifts of one load, as Chromium scores them: above 0.1 people notice, above 0.02 it is printed. */
const NOTABLE_SHIFT = 0.02;
function watchShifts(): void {
  const seen = { score: 0, what: [] as string[] };
  (globalThis as unknown as { shifts: typeof seen }).shifts = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      seen.score += entry.value;
      for (const { node, previousRect, currentRect } of entry.sources)
        seen.what.push(
          `${entry.value.toFixed(3)} ${node?.nodeName} ${node?.textContent?.slice(0, 30)} ${Math.round(previousRect.y)}→${Math.round(currentRect.y)}`,
        );
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function noteShifts(page: Page, name: string, width: number): Promise<void> {
  const { score, what } = await page.evaluate(() => (globalThis as unknown as { shifts: { score: number; what: string[] } }).shifts);
  if (score > NOTABLE_SHIFT) process.stdout.write(`${name} at ${width}: layout shift ${score.toFixed(3)}\n  ${what.join('\n  ')}\n`);
}

/** Every width side by side, one file a theme. */
async function photograph(page: Page, address: string, name: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const shots: Buffer[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address, { waitUntil: 'networkidle' });
      // Nothing tells when a chart has drawn its last frame.
      await page.waitForTimeout(600);
      if (colorScheme === 'light') await noteShifts(page, name, width);
      const tall = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height: Math.min(MOST_HEIGHT, Math.max(900, tall)) });
      await page.waitForTimeout(200);
      shots.push(await page.screenshot());
    }
    const sizes = await Promise.all(shots.map(async (shot) => sharp(shot).metadata()));
    const height = Math.max(...sizes.map((size) => size.height ?? 0));
    let left = 0;
    const parts = shots.map((input, at) => {
      const part = { input, left, top: 0 };
      left += WIDTHS[at]! + GAP;
      return part;
    });
    const sheet = await sharp({ create: { width: left - GAP, height, channels: 3, background: '#c026d3' } })
      .composite(parts)
      .png()
      .toBuffer();
    await sharp(sheet)
      .resize({ width: 1_800 })
      .png({ palette: true })
      .toFile(join(folder!, `${name}-${colorScheme}.png`));
  }
}

const nameOf = (route: string) => route.slice(1).replaceAll(/[^a-z0-9]+/gi, '_') || 'landing';

async function walk(context: BrowserContext, product: Product, who: string, routes: string[]): Promise<void> {
  const page = await context.newPage();
  for (const route of routes) await photograph(page, product.appUrl + route, `${who}-${nameOf(route)}`);
  await page.close();
}

async function hrefs(page: Page, appUrl: string): Promise<string[]> {
  await page.goto(`${appUrl}/dashboard`, { waitUntil: 'networkidle' });
  const analytics = await page
    .getByRole('link', { name: /^Analytics: / })
    .first()
    .getAttribute('href');
  await page.goto(`${appUrl}/qr-codes`, { waitUntil: 'networkidle' });
  const designer = await page.locator('a[href^="/qr-customize/"]').first().getAttribute('href');
  return [analytics!, designer!, designer!.replace('qr-customize', 'qr-analytics')];
}

/** Pages that the edge draws itself, and those of the app that a short link leads to. */
async function visitorPages(product: Product, page: Page): Promise<string[]> {
  const made = await page.evaluate(async () => {
    const cookie = (name: string) => decodeURIComponent(new RegExp(`${name}=([^;]+)`).exec(document.cookie)?.[1] ?? '');
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${cookie('accessToken')}`,
      'x-xsrf-token': cookie('XSRF-TOKEN'),
    };
    const make = (fields: object) =>
      fetch('/api/urls/shorten', {
        method: 'POST',
        headers,
        body: JSON.stringify({ originalUrl: 'https://example.com/page', ...fields }),
      }).then(async (answer) => ((await answer.json()) as { data: { shortUrl: string; id: string } }).data);
    const [locked, plain, old] = await Promise.all([
      make({ password: 'open sesame' }),
      make({}),
      make({ expiresAt: new Date(Date.now() + 2_000).toISOString() }),
    ]);
    return { locked: locked.shortUrl, plain: plain.shortUrl, old: old.shortUrl };
  });
  await page.waitForTimeout(3_000);
  return [made.locked, `${made.plain}+`, made.old, `${product.shortUrl}/does-not-exist`];
}

async function main(product: Product, browser: Browser): Promise<void> {
  await mkdir(folder!, { recursive: true });
  await walk(await contextOf(browser), product, 'visitor', PUBLIC_ROUTES);

  const fresh = await contextOf(browser);
  const freshPage = await fresh.newPage();
  const person = somebody();
  await freshPage.goto(`${product.appUrl}/register`);
  await register(freshPage, person);
  await freshPage.waitForURL('**/dashboard');
  await walk(fresh, product, 'new', ['/dashboard', '/qr-codes', '/analytics', '/webhooks', '/domains', '/api-keys', '/billing']);

  const account = await fillWithDemo(product);
  const filled = await contextOf(browser);
  const page = await filled.newPage();
  await logIn(page, product.appUrl, account);
  await walk(filled, product, 'demo', [...SIGNED_IN_ROUTES, ...TABS, ...(await hrefs(page, product.appUrl))]);
  for (const address of await visitorPages(product, page)) {
    const one = await filled.newPage();
    await photograph(one, address, `edge-${nameOf(new URL(address).pathname)}`);
    await one.close();
  }

  await promisify(execFile)(process.execPath, [sourcePath('deploy/local/bin/admin.mjs'), 'grant', person.email], {
    env: { ...process.env, LINQR_DATA_DIR: product.dataDir },
    timeout: 60_000,
  });
  const admin = await contextOf(browser);
  const adminPage = await admin.newPage();
  await logIn(adminPage, product.appUrl, person);
  await walk(admin, product, 'admin', ADMIN_ROUTES);
}

async function contextOf(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  await context.addInitScript(watchShifts);
  return context;
}

const [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
try {
  await main(product, browser);
} finally {
  await browser.close();
  await product.stop();
}
