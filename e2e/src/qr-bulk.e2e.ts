// Short links of codes and codes in bulk, through the public door: what is downloaded is read by an independent decoder.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { launchBrowser } from '@linqr/testing/browser';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { fromBuffer, type ZipFile } from 'yauzl';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type Account, openAccount } from './account.js';
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

async function scan(file: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(file).flatten({ background: '#ffffff' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const picture = { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' };
  const [found] = await readBarcodes(picture as unknown as ImageData, { formats: ['QRCode'] });
  return found?.text;
}

/** Name → content. */
function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip?: ZipFile) => {
      if (error || !zip) return reject(error);
      const files = new Map<string, Buffer>();
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure || !stream) return reject(failure);
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(chunks));
            zip.readEntry();
          });
        });
      });
      zip.on('end', () => resolve(files));
      zip.on('error', reject);
      zip.readEntry();
    });
  });
}

const file = async (account: Account, path: string): Promise<{ status: number; type: string | null; bytes: Buffer }> => {
  const response = await fetch(`${product.appUrl}/api${path}`, { headers: { authorization: `Bearer ${account.accessToken}` } });
  return { status: response.status, type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
};
const visit = (url: string) => fetch(url, { redirect: 'manual', headers: { 'user-agent': PHONE, 'x-forwarded-for': PUBLIC_ADDRESS } });

interface Code {
  id: string;
  shortUrl: string | null;
  shortId: string | null;
  shortLinkId: string | null;
  encodes: string;
  qrCode: string;
}
interface Job {
  id: string;
  state: string;
  total: number;
  processed: number;
  succeeded: number;
  failed: number;
}

it('a printed short link follows its code, and its visits count as scans of the code and clicks of the link', async () => {
  const account = await openAccount(product);
  const created = await account.call<Code>('POST', '/qrcodes/generate', { content: 'https://example.com/menu', type: 'url', name: 'Menu' });
  const { id } = created.body.data;
  const added = await account.call<Code>('POST', `/qrcodes/${id}/short-link`, {});
  expect(added.status).toBe(200);
  const { shortUrl, shortId, shortLinkId } = added.body.data;
  expect(shortUrl).toBe(`${product.shortUrl}/${shortId}`);
  expect((await account.call<Code>('POST', `/qrcodes/${id}/short-link`)).body.data.shortUrl).toBe(shortUrl);
  const usage = await account.call<{ usage: object }>('GET', '/subscription/usage');
  expect(usage.body.data.usage).toMatchObject({ linksCreated: 1, qrCodesGenerated: 1 });

  const encoded = await account.call<Code>('PUT', `/qrcodes/${id}`, { encodes: 'shortUrl' });
  expect(encoded.body.data.encodes).toBe('shortUrl');
  const printed = await scan((await file(account, `/qrcodes/${id}/export?format=png&millimetres=40`)).bytes);
  expect(printed).toBe(shortUrl);
  expect((await visit(printed ?? '')).headers.get('location')).toBe('https://example.com/menu');

  await account.call('PUT', `/qrcodes/${id}`, { content: 'https://example.com/new-menu' });
  await eventually(async () => (await visit(printed ?? '')).headers.get('location') === 'https://example.com/new-menu', {
    timeoutMs: 5_000,
  });
  await eventually(
    async () => {
      const scans = await account.call<{ totalScans: number; scans: number }>('GET', `/qrcodes/${id}/analytics`);
      const clicks = await account.call<{ totalClicks: number; scans: number }>('GET', `/urls/${shortLinkId}/analytics`);
      const { totalScans } = scans.body.data;
      return totalScans >= 2 && scans.body.data.scans === totalScans && clicks.body.data.totalClicks === totalScans;
    },
    { timeoutMs: 15_000 },
  );

  await account.call('DELETE', `/qrcodes/${id}`);
  await eventually(async () => (await visit(printed ?? '')).status === 410, { timeoutMs: 5_000 });
}, 60_000);

it('a CSV file becomes codes, and their ZIP holds images that scan as what they should', async () => {
  const account = await openAccount(product, { trial: true });
  const csv = [
    'name,content,type,color,pattern',
    ...Array.from({ length: 12 }, (_, at) => `Table ${at + 1},https://example.com/table/${at + 1},url,#1d4ed8,dot`),
    '"=HYPERLINK(""x"")",+1 555 010 9999,phone,,',
    'Broken,nowhere,url,,',
  ].join('\r\n');
  const response = await fetch(`${product.appUrl}/api/qrcodes/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': 'text/csv' },
    body: csv,
  });
  expect(response.status).toBe(202);
  const { id } = ((await response.json()) as { data: { import: Job } }).data.import;
  const job = await eventually(
    async () => {
      const { import: now } = (await account.call<{ import: Job }>('GET', `/qrcodes/imports/${id}`)).body.data;
      return now.state === 'done' && now;
    },
    { timeoutMs: 30_000 },
  );
  expect(job).toMatchObject({ kind: 'qrcodes', total: 14, processed: 14, succeeded: 13, failed: 1 });
  const results = (await file(account, `/qrcodes/imports/${id}/results?format=csv`)).bytes.toString();
  expect(results).toContain('Broken');
  expect(results).toContain(`"'=HYPERLINK(""x"")"`);

  const zip = await file(account, `/qrcodes/imports/${id}/download?format=png&size=400`);
  expect([zip.status, zip.type]).toEqual([200, 'application/zip']);
  const files = await unzip(zip.bytes);
  expect(files.size).toBe(14);
  const scanned = await Promise.all([...files].filter(([name]) => name.endsWith('.png')).map(([, bytes]) => scan(bytes)));
  expect(scanned.filter((text) => text?.startsWith(`${product.appUrl}/qr/qr_`))).toHaveLength(12);
  expect(scanned).toContain('tel:+15550109999');
  expect((await visit(scanned[0] ?? '')).headers.get('location')).toMatch(/^https:\/\/example\.com\/table\/\d+$/);

  // The list's own export: its filters, and only what was chosen.
  const svgs = await unzip((await file(account, '/qrcodes/export?format=zip&image=svg&search=table%201')).bytes);
  expect([...svgs.keys()].filter((name) => name.endsWith('.svg'))).toHaveLength(4);
  const listed = await account.call<{ qrCodes: Code[] }>('GET', '/qrcodes?limit=2');
  const ids = listed.body.data.qrCodes.map((code) => code.id);
  const chosen = await unzip((await file(account, `/qrcodes/export?format=zip&ids=${ids.join(',')}`)).bytes);
  expect(chosen.size).toBe(3);
  const table = (await file(account, '/qrcodes/export?format=csv&type=phone')).bytes.toString('utf8');
  expect(table.trim().split('\r\n')).toHaveLength(2);
  expect(table).toContain(`"'=HYPERLINK(""x"")",phone,'+1 555 010 9999`);

  const archived = await account.call<{ succeeded: number; failed: number }>('POST', '/qrcodes/bulk', {
    action: 'archive',
    ids: [...ids, 'qr_x'],
  });
  expect(archived.body.data).toMatchObject({ succeeded: 2, failed: 1 });
  expect((await account.call<{ pagination: { total: number } }>('GET', '/qrcodes')).body.data.pagination.total).toBe(11);
}, 90_000);

it('on the screens: a short link that is copied and encoded, an import that is watched, its ZIP, and a bulk deletion', async () => {
  const { page, context, troubles } = await openWatched(browser, {
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.goto(`${product.appUrl}/register`);
  await register(page, somebody());
  await page.waitForURL('**/dashboard');
  const token = (await context.cookies()).find(({ name }) => name === 'accessToken')?.value ?? '';
  const authorization = `Bearer ${token}`;
  await fetch(`${product.appUrl}/api/subscription/trial`, { method: 'POST', headers: { authorization } });
  await fetch(`${product.appUrl}/api/qrcodes/generate`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'https://example.com/badge', type: 'url', name: 'Badge' }),
  });

  await page.goto(`${product.appUrl}/qr-codes`);
  await page.getByRole('button', { name: 'Edit: Badge' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit QR code' });
  await edit.getByRole('button', { name: 'Create short link' }).click();
  await page.getByText('Short link created successfully!').waitFor();
  await edit.getByRole('button', { name: 'Copy short link' }).click();
  await page.getByText('Copied to clipboard!').waitFor();
  const shortUrl = await page.evaluate(() => navigator.clipboard.readText());
  expect(shortUrl.startsWith(`${product.shortUrl}/`)).toBe(true);
  await edit.getByRole('radio', { name: 'The short link' }).check();
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('QR Code updated successfully!').waitFor();
  const [printed] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download PNG: Badge' }).click()]);
  expect(await scan(readFileSync(await printed.path()))).toBe(shortUrl);

  await page.getByRole('button', { name: 'Import CSV' }).click();
  const rows = Array.from({ length: 8 }, (_, at) => `Seat ${at + 1},https://example.com/seat/${at + 1}`).join('\n');
  await page
    .getByLabel('Choose a CSV file or drop it here')
    .setInputFiles({ name: 'seats.csv', mimeType: 'text/csv', buffer: Buffer.from(`name,content\n${rows}\nBroken,nowhere\n`) });
  const dialog = page.getByRole('dialog', { name: 'Import QR codes' });
  await dialog.getByText('Done', { exact: true }).waitFor();
  await dialog.getByText('8 codes created · 1 row failed').waitFor();
  await dialog.getByText('Please enter a valid URL').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download images (ZIP)' }).click(),
  ]);
  const files = await unzip(readFileSync(await download.path()));
  const images = [...files].filter(([name]) => name.endsWith('.png'));
  expect(images).toHaveLength(8);
  for (const [, bytes] of images) expect(await scan(bytes)).toMatch(/\/qr\/qr_/);
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await page.getByRole('checkbox', { name: 'Select Badge' }).uncheck();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('8 codes deleted').waitFor();
  await page.getByRole('heading', { name: 'Seat 1', exact: true }).waitFor({ state: 'detached' });
  expect(await page.getByRole('heading', { name: 'Badge' }).count()).toBe(1);
  expect(troubles).toEqual([]);
  await context.close();
}, 120_000);

it('imports are refused where they should be: no plan, no file, too large, of another workspace', async () => {
  const free = await openAccount(product);
  const send = async (account: Account, body: string, type = 'text/csv') => {
    const response = await fetch(`${product.appUrl}/api/qrcodes/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': type },
      body,
    });
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  expect(await send(free, 'content\nhttps://example.com/\n')).toEqual([403, 'PLAN_FEATURE_REQUIRED']);
  const account = await openAccount(product, { trial: true });
  expect(await send(account, '{"content":"x"}', 'application/json')).toEqual([400, 'VALIDATION_FAILED']);
  expect(await send(account, '')).toEqual([400, 'VALIDATION_FAILED']);
  expect(await send(account, `content\n${'x'.repeat(5 * 1024 * 1024)}`)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  for (const path of ['imp_none', 'imp_none/results', 'imp_none/download'])
    expect((await file(account, `/qrcodes/imports/${path}`)).status).toBe(404);
  expect((await file(account, '/qrcodes/export?format=exe')).status).toBe(400);
}, 60_000);

it('an import survives the death of its service: each row is one code, and the allowance is exact', async () => {
  const account = await openAccount(product, { trial: true });
  const rows = Array.from({ length: 150 }, (_, at) => `https://example.com/row/${at}`);
  const response = await fetch(`${product.appUrl}/api/qrcodes/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': 'text/csv' },
    body: `content\n${rows.join('\n')}\n`,
  });
  const { id } = ((await response.json()) as { data: { import: Job } }).data.import;
  const job = async () => (await account.call<{ import?: Job }>('GET', `/qrcodes/imports/${id}`)).body.data?.import;
  await eventually(async () => ((await job())?.processed ?? 0) > 20, { timeoutMs: 30_000 });
  await product.killPart('qr');
  await eventually(async () => (await job())?.state === 'done', { timeoutMs: 120_000 });
  expect(await job()).toMatchObject({ total: 150, processed: 150, succeeded: 150, failed: 0 });
  const listed = await account.call<{ pagination: { total: number } }>('GET', '/qrcodes?limit=1');
  expect(listed.body.data.pagination.total).toBe(150);
  // A reservation that the death left behind is given back by billing's sweeper.
  const used = async () =>
    (await account.call<{ usage: { qrCodesGenerated: number } }>('GET', '/subscription/usage')).body.data.usage.qrCodesGenerated;
  expect(await used()).toBeGreaterThanOrEqual(150);
  expect(await used()).toBeLessThanOrEqual(151);
}, 180_000);
