import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@linqr/testing/browser';
import { DnsServer } from '@linqr/testing/dns';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import type { Browser } from 'playwright-core';
import { type Account, openAccount } from './account.js';
import { logIn, openWatched, PHONE } from './person.js';

const TARGET = 'edge.linqr.test';

let product: Product;
let browser: Browser;
const dns = new DnsServer();
beforeAll(async () => {
  dns.zone.set(TARGET, { a: ['192.0.2.10'] });
  const servers = await dns.listen();
  [product, browser] = await Promise.all([
    startProduct({
      environment: {
        THROTTLE_FACTOR: '100',
        SIGN_IN_CALLS_PER_MINUTE: '10000',
        REQUESTS_PER_MINUTE: '100000',
        OUTBOUND_DNS_SERVERS: servers,
        DOMAIN_TARGET: TARGET,
      },
    }),
    launchBrowser(),
  ]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await dns.close();
}, 60_000);

/** A visit with a Host header of its own, which `fetch` does not let through. */
function visit(host: string, path: string): Promise<{ status: number; location: string | undefined }> {
  const { hostname, port } = new URL(product.shortUrl);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers: { host, 'user-agent': PHONE } }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location });
    }).once('error', reject);
  });
}

async function signedIn(account: Account) {
  const watched = await openWatched(browser);
  await logIn(watched.page, product.appUrl, account);
  return watched;
}

interface Domain {
  id: string;
  host: string;
  state: string;
  txtName: string;
  txtValue: string;
  problem: string | null;
  [field: string]: unknown;
}
interface Import {
  import: { id: string; state: string; succeeded: number; failed: number };
  [field: string]: unknown;
}

async function post<T>(account: Account, path: string, csv: string | Buffer, type = 'text/csv') {
  const response = await fetch(`${product.appUrl}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': type },
    body: typeof csv === 'string' ? csv : new Uint8Array(csv),
  });
  return { status: response.status, body: (await response.json()) as { data: T; code?: string } };
}

describe('links in bulk', () => {
  it('come from a file in the browser, with what could not be imported and why, and change together', async () => {
    const account = await openAccount(product, { trial: true });
    const { page, context, troubles } = await signedIn(account);
    await page.getByText('No links yet').waitFor();
    await page.getByRole('button', { name: 'Import' }).click();
    const rows = Array.from({ length: 30 }, (_, i) => `https://example.com/${i},"Article ${i}, new","one, two"`);
    rows[11] = 'nonsense,Broken,';
    await page.locator('input[type=file]').setInputFiles({
      name: 'articles.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['long_url,title,tags', ...rows].join('\n')),
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page.getByText('29 links were made').waitFor({ timeout: 60_000 });
    await page.getByText('Please enter a valid URL, beginning with http:// or https://').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download failed rows' }).click();
    expect((await download).suggestedFilename()).toBe('linqr-import-failed.csv');
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();

    const list = page.getByRole('region', { name: 'Your links' });
    await list.getByRole('listitem').nth(28).waitFor();
    const box = (i: number) => list.getByRole('listitem').nth(i).getByRole('checkbox');
    await box(0).click();
    await box(4).click({ modifiers: ['Shift'] });
    await page.getByText('5 links selected').waitFor();
    await page.getByRole('button', { name: 'Add tags' }).click();
    await page.getByRole('textbox', { name: /Tags/ }).last().fill('campaign');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Tags added to 5 links').waitFor();
    await page.getByRole('checkbox', { name: 'Select all links on this page' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('29 links deleted').waitFor();
    await page.getByText('No links yet').waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  }, 180_000);

  it('are exported as they can be imported again, harmless in a spreadsheet', async () => {
    const account = await openAccount(product, { trial: true });
    const title = '=HYPERLINK("https://evil.example","Win")';
    await account.call('POST', '/urls/shorten', {
      originalUrl: 'https://example.com/a',
      title,
      tags: ['x', 'y'],
      customAlias: 'bulk-export-1',
    });
    await account.call('POST', '/urls/shorten', { originalUrl: 'https://example.com/b', title: 'Other' });
    const csv = async (query = '') => {
      const response = await fetch(`${product.appUrl}/api/urls/export${query}`, {
        headers: { authorization: `Bearer ${account.accessToken}` },
      });
      expect(response.headers.get('content-type')).toContain('text/csv');
      return response.text();
    };
    const all = await csv('?format=csv');
    expect(all.split('\r\n').filter(Boolean)).toHaveLength(3);
    expect(all).toContain(`"'=HYPERLINK(""https://evil.example"",""Win"")"`);
    expect((await csv('?filter=custom')).split('\r\n').filter(Boolean)).toHaveLength(2);

    const heir = await openAccount(product, { trial: true });
    const started = await post<Import>(heir, '/urls/import?fileName=all.csv', all.replace('bulk-export-1', 'bulk-export-2'));
    expect(started.status).toBe(202);
    const { id } = started.body.data.import;
    await eventually(async () => (await heir.call<Import>('GET', `/urls/imports/${id}`)).body.data.import.state === 'done', {
      timeoutMs: 30_000,
    });
    const { urls } = (await heir.call<{ urls: { title: string; tags: string[] }[] }>('GET', '/urls?sort=title')).body.data;
    expect(urls.map((link) => link.title).sort()).toEqual([title, 'Other'].sort());
  }, 60_000);

  it('are refused in every wrong form with a typed error', async () => {
    const account = await openAccount(product, { trial: true });
    const free = await openAccount(product);
    const codes = async (calls: Promise<{ status: number; body: { code?: string } }>[]) =>
      (await Promise.all(calls)).map(({ status, body }) => [status, body.code]);
    expect(
      await codes([
        post(account, '/urls/import', '{"a":1}', 'application/json'),
        post(account, '/urls/import', Buffer.from([0x50, 0x4b, 3, 4, 0])),
        post(account, '/urls/import', ''),
        post(account, '/urls/import?columns=nonsense', 'a\n1'),
        post(account, '/urls/import', Buffer.alloc(5 * 1024 * 1024 + 1, 'x')),
        post(free, '/urls/import', 'originalUrl\nhttps://example.com/'),
        account.call('POST', '/urls/bulk', { action: 'nonsense', ids: ['x'] }),
        account.call('POST', '/urls/bulk', { action: 'archive', ids: Array.from({ length: 501 }, String) }),
        account.call('POST', '/urls/bulk', { action: 'setExpiry', ids: ['x'], expiresAt: 'soon' }),
        free.call('POST', '/urls/bulk', { action: 'archive', ids: ['x'] }),
        account.call('GET', '/urls/imports/imp_none'),
        account.call('GET', '/urls/imports/imp_none/results?format=csv'),
        account.call('GET', '/urls/imports/imp_none/results?cursor=x'),
        account.call('GET', '/urls/export?format=xlsx'),
        account.call('GET', '/urls/export?filter=nonsense'),
      ]),
    ).toEqual([
      [400, 'VALIDATION_FAILED'],
      [400, 'VALIDATION_FAILED'],
      [400, 'VALIDATION_FAILED'],
      [400, 'VALIDATION_FAILED'],
      [413, 'PAYLOAD_TOO_LARGE'],
      [403, 'PLAN_FEATURE_REQUIRED'],
      [400, 'VALIDATION_FAILED'],
      [400, 'VALIDATION_FAILED'],
      [400, 'VALIDATION_FAILED'],
      [403, 'PLAN_FEATURE_REQUIRED'],
      [404, 'IMPORT_NOT_FOUND'],
      [404, 'IMPORT_NOT_FOUND'],
      [400, 'VALIDATION_FAILED'],
      [400, 'VALIDATION_FAILED'],
      [400, 'VALIDATION_FAILED'],
    ]);
    const mixed = await account.call<{ results: object[]; succeeded: number; failed: number }>('POST', '/urls/bulk', {
      action: 'archive',
      ids: ['nonsense'],
    });
    expect(mixed.body.data).toEqual({
      results: [{ id: 'nonsense', ok: false, code: 'LINK_NOT_FOUND', message: 'Link not found' }],
      succeeded: 0,
      failed: 1,
    });
  }, 60_000);
});

describe("a workspace's own domain", () => {
  it('is added, proved and used in the browser, and redirects by its Host', async () => {
    const host = 'go.brand.example';
    const account = await openAccount(product, { trial: true });
    const { page, context, troubles } = await signedIn(account);
    await page.goto(`${product.appUrl}/domains`);
    await page.getByRole('textbox', { name: /Domain/ }).fill(host);
    await page.getByRole('button', { name: 'Add domain' }).click();
    const proof = page.getByText('linqr-verification=');
    await proof.waitFor();
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('Not there yet. We keep looking by ourselves, too.').waitFor();
    expect((await account.call('GET', `/domains/allowed?domain=${host}`)).status).toBe(404);
    dns.zone.set(`_linqr.${host}`, { txt: [await proof.innerText()] });
    dns.zone.set(host, { cname: TARGET });
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText(`${host} is verified. You can make links on it.`).waitFor();

    await page.goto(`${product.appUrl}/dashboard`);
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('combobox', { name: 'Domain' }).first().selectOption(host);
    await page.getByRole('textbox', { name: 'Custom alias' }).fill('hello');
    await page.getByRole('textbox', { name: 'Destination URL' }).fill('https://example.com/on-my-domain');
    await page.getByRole('button', { name: 'Shorten' }).click();
    await page.getByText(`${host}/hello`).first().waitFor();
    expect(troubles).toEqual([]);
    await context.close();

    expect(await visit(host, '/hello')).toEqual({ status: 302, location: 'https://example.com/on-my-domain' });
    expect(await visit(`${host}.`, '/hello')).toMatchObject({ status: 302 });
    expect((await visit(host, '/nothing-here')).status).toBe(404);
    expect((await fetch(`${product.shortUrl}/hello`, { redirect: 'manual' })).status).toBe(404);
    expect((await fetch(`${product.appUrl}/api/domains/allowed?domain=${host}`)).status).toBe(200);

    // Clicks on it count like any other's.
    const { urls } = (await account.call<{ urls: { id: string }[] }>('GET', `/urls?domain=${host}`)).body.data;
    expect(urls).toHaveLength(1);
    await eventually(async () => {
      const { clicks } = (await account.call<{ clicks: number }>('GET', `/urls/${urls[0]!.id}`)).body.data;
      return clicks === 2;
    });
  }, 180_000);

  it('leads from its root where its workspace says; a link deleted on it stops within a second', async () => {
    const host = 'root.brand.example';
    const account = await openAccount(product, { trial: true });
    const domain = (await account.call<Domain>('POST', '/domains', { host })).body.data;
    dns.zone.set(domain.txtName, { txt: [domain.txtValue] });
    dns.zone.set(host, { a: ['192.0.2.10'] });
    expect((await account.call<Domain>('POST', `/domains/${domain.id}/verify`)).body.data).toMatchObject({
      state: 'verified',
      problem: null,
    });
    await account.call('PUT', `/domains/${domain.id}`, { rootRedirect: 'https://www.brand.example' });
    expect(await visit(host, '/')).toEqual({ status: 302, location: 'https://www.brand.example/' });
    expect((await visit('nobody.example', '/')).location).toBe(`${product.appUrl}/`);
    const link = (
      await account.call<{ id: string }>('POST', '/urls/shorten', {
        originalUrl: 'https://example.com/',
        domain: host,
        customAlias: 'leaving',
      })
    ).body.data;
    expect((await visit(host, '/leaving')).status).toBe(302);
    expect(await account.call('DELETE', `/domains/${domain.id}`)).toMatchObject({ status: 409, body: { code: 'DOMAIN_IN_USE' } });
    await account.call('POST', '/urls/bulk', { action: 'delete', ids: [link.id] });
    await eventually(async () => (await visit(host, '/leaving')).status === 410, { timeoutMs: 3_000 });
    expect((await account.call('DELETE', `/domains/${domain.id}`)).status).toBe(200);
    expect((await account.call('GET', '/domains')).body.data).toMatchObject({ domains: [] });
  }, 60_000);
});
