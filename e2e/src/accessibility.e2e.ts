import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@linqr/testing/browser';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import { sourcePath } from '@linqr/testing/typescript';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { callApi } from './account.js';
import { openWatched, register, somebody } from './person.js';
import { ADMIN_ROUTES, PUBLIC_ROUTES, SIGNED_IN_ROUTES } from './routes.js';

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
const WIDTHS = [360, 768, 1440];

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

interface AxeWindow {
  axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> };
}

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(
    async () => (await (globalThis as unknown as AxeWindow).axe.run({ resultTypes: ['violations'] })).violations,
  );
  return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`);
}

/** One route at every width: axe at the first and last, no sideways scroll at any. */
async function inspect(page: Page, route: string): Promise<string[]> {
  const problems: string[] = [];
  await page.goto(product.appUrl + route, { waitUntil: 'networkidle' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (overflow > 0) problems.push(`${route} at ${width} px scrolls sideways by ${overflow} px`);
    if (width !== 768) problems.push(...(await findings(page)).map((f) => `${route} at ${width} px: ${f}`));
  }
  return problems;
}

/** That route has to answer 404. */
const isTrouble = (trouble: string) => !trouble.includes('/nothing-here');

describe.each(['light', 'dark'] as const)('every finished route in %s', (colorScheme) => {
  let context: BrowserContext;
  let page: Page;
  let troubles: string[];

  beforeAll(async () => {
    // Animations are off: a fading element has no final contrast yet.
    ({ context, page, troubles } = await openWatched(browser, { colorScheme, reducedMotion: 'reduce' }));
  });
  afterAll(() => context?.close());

  it('signed out: axe finds nothing, nothing scrolls sideways, nothing fails', async () => {
    const problems: string[] = [];
    for (const route of PUBLIC_ROUTES) problems.push(...(await inspect(page, route)));
    expect(problems).toEqual([]);
    expect(troubles.filter(isTrouble)).toEqual([]);
  }, 300_000);

  it('signed in: axe finds nothing, nothing scrolls sideways, nothing fails', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${product.appUrl}/register`);
    const person = somebody();
    await register(page, person);
    await page.waitForURL('**/dashboard');
    await page
      .getByRole('textbox', { name: 'Destination URL' })
      .fill('https://example.com/a/rather/long/destination/that/has/to/be/shortened/in/the/middle/to/fit');
    await page.getByRole('button', { name: 'Shorten' }).click();
    await page.getByText('URL shortened successfully!').waitFor();
    const analytics = await page
      .getByRole('link', { name: /^Analytics: / })
      .first()
      .getAttribute('href');
    await page.goto(`${product.appUrl}/dashboard?create=qr`);
    await page.getByRole('textbox', { name: 'Content' }).fill('https://example.com/menu');
    await page.getByRole('button', { name: 'Generate' }).click();
    const designer = await page.getByRole('link', { name: 'Customize design' }).getAttribute('href');
    const withIds = [analytics!, designer!, designer!.replace('qr-customize', 'qr-analytics')];
    await promisify(execFile)(process.execPath, [sourcePath('deploy/local/bin/admin.mjs'), 'grant', person.email], {
      env: { ...process.env, LINQR_DATA_DIR: product.dataDir },
      timeout: 60_000,
    });
    // The role is felt within seconds by the session that is open.
    const token = (await context.cookies()).find(({ name }) => name === 'accessToken')!.value;
    await eventually(
      async () => (await callApi(product, 'GET', '/admin/users', undefined, { authorization: `Bearer ${token}` })).status === 200,
      { timeoutMs: 30_000 },
    );
    const problems: string[] = [];
    for (const route of [...SIGNED_IN_ROUTES, ...withIds, ...ADMIN_ROUTES]) problems.push(...(await inspect(page, route)));
    expect(problems).toEqual([]);
    expect(troubles.filter(isTrouble)).toEqual([]);
  }, 300_000);
});
