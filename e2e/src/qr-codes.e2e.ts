import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { launchBrowser } from '@linqr/testing/browser';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { openWatched, PHONE, PUBLIC_ADDRESS, register, somebody } from './person.js';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  const wasm = readFileSync(createRequire(__filename).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

/** What an independent decoder reads in a downloaded picture. */
async function scan(file: string): Promise<string | undefined> {
  const { data, info } = await sharp(file).flatten({ background: '#ffffff' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const picture = { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' };
  const [found] = await readBarcodes(picture as unknown as ImageData, { formats: ['QRCode'] });
  return found?.text;
}

it('takes a QR code from creation over design and logo to a printed file that scans, redirects and is counted', async () => {
  const destination = 'https://example.com/menu?table=12';
  const { page, context, troubles } = await openWatched(browser, { acceptDownloads: true });
  await page.goto(`${product.appUrl}/register`);
  await register(page, somebody());
  await page.waitForURL('**/dashboard');

  // Create, from the list's own button.
  await page.goto(`${product.appUrl}/qr-codes`);
  await page.getByText('Create your first QR code to get started.').waitFor();
  await page.getByRole('link', { name: 'Create code' }).first().click();
  await page.getByRole('textbox', { name: 'Content' }).fill(destination);
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByText('QR Code generated successfully!').waitFor();
  await page.getByRole('link', { name: 'Customize design' }).click();
  await page.waitForURL('**/qr-customize/qr_*');
  const id = page.url().split('/').pop()!;

  // Design it: a look of our own, a logo by file, a frame; a plan without the right keeps the branding.
  await page.getByRole('group', { name: 'Pattern' }).getByRole('radio', { name: 'Classy', exact: true }).check();
  await page.getByRole('group', { name: 'Corners' }).getByRole('radio', { name: 'Extra-round', exact: true }).check();
  await page.getByLabel('Code', { exact: true }).selectOption('linear');
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('#be185d');
  await page.getByRole('group', { name: 'Frame' }).getByRole('radio', { name: 'Rounded', exact: true }).check();
  await page.getByLabel('Frame text').fill('TABLE 12');
  const logo = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#0b6b4f' } })
    .png()
    .toBuffer();
  await page.getByLabel('Choose a picture or drop it here').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await page.getByRole('img', { name: 'Your logo' }).waitFor();
  expect(await page.getByRole('switch', { name: 'Show the Linqr branding' }).isDisabled()).toBe(true);
  await page.getByText('This design scans well.').waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('QR code customization saved!').waitFor();
  await page.waitForURL('**/qr-codes');

  // The file that would be printed.
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^Download PNG: / }).click()]);
  await page.getByText('QR code downloaded').waitFor();
  const scanned = await scan(await download.path());
  expect(scanned).toBe(`${product.appUrl}/qr/${id}`);

  // The designer finds what it saved, logo included.
  await page.getByRole('button', { name: /^Customize design: / }).click();
  await page.getByRole('img', { name: 'Your logo' }).waitFor();
  expect(await page.getByLabel('Frame text').inputValue()).toBe('TABLE 12');

  // A phone opens what it scanned; the open screen counts it.
  await page.goto(`${product.appUrl}/qr-analytics/${id}`);
  const total = page.locator('dl').filter({ hasText: 'Total Scans' });
  await total.getByText('0', { exact: true }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  const answer = await fetch(scanned!, { redirect: 'manual', headers: { 'user-agent': PHONE, 'x-forwarded-for': PUBLIC_ADDRESS } });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, destination]);
  // By itself; how soon is measured by main-job.e2e.ts, on a machine that does nothing else.
  await total.getByText('1', { exact: true }).waitFor();
  await page
    .getByRole('table', { name: 'Recent Scans' })
    .getByText(/United States/)
    .waitFor();

  // An edited destination holds for the code already printed; a deleted code is gone.
  await page.goto(`${product.appUrl}/qr-codes`);
  await page.getByText('1 scan', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Edit: / }).click();
  await page.getByRole('dialog').getByLabel('Website').fill('https://example.com/new-menu');
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('QR Code updated successfully!').waitFor();
  const follow = () => fetch(scanned!, { redirect: 'manual' });
  await eventually(async () => (await follow()).headers.get('location') === 'https://example.com/new-menu', { timeoutMs: 1_000 });
  await page.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: 'Delete QR code' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete QR code' }).click();
  await page.getByText('QR code deleted successfully').waitFor();
  await eventually(async () => (await follow()).status >= 400, { timeoutMs: 1_000 });
  expect(troubles).toEqual([]);
  await context.close();
}, 120_000);
