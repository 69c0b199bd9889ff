import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBus } from '@linqr/platform/bus';
import { newId, uuidv7 } from '@linqr/platform/ids';
import { createLogger } from '@linqr/platform/logging';
import { ClickBatch, ClickSource, RecordedClick } from '@linqr/proto/events/v1/click';
import { launchBrowser } from '@linqr/testing/browser';
import { clickhouseTracesOf, postgresTracesOf } from '@linqr/testing/erasure';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { callApi } from './account.js';
import { openWatched, PHONE, PUBLIC_ADDRESS, register, somebody } from './person.js';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([
    startProduct({ environment: { ERASURE_SETTLE_SECONDS: '3', OUTBOUND_ALLOW_PRIVATE: 'true', THROTTLE_FACTOR: '100' } }),
    launchBrowser(),
  ]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

const DATABASES = ['auth', 'link', 'qr', 'webhook', 'billing'];
const secret = (name: string) => readFileSync(join(product.dataDir, 'secrets', name), 'utf8').trim();

const postgres = (database: string) => ({
  host: '127.0.0.1',
  port: product.ports['postgres']!,
  user: 'linqr',
  password: secret('database-password'),
  database,
});

/** Where any of the texts still stands, in every table of every service, in the warehouse and in the mailbox. */
async function traces(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const database of DATABASES) {
    const client = new pg.Client(postgres(database));
    await client.connect();
    try {
      const places = await postgresTracesOf(async (text, values) => (await client.query(text, values)).rows, texts);
      found.push(...places.map((place) => `${database}: ${place}`));
    } finally {
      await client.end();
    }
  }
  const url = `http://linqr:${secret('clickhouse-password')}@127.0.0.1:${product.ports['clickhouse']}`;
  found.push(...(await clickhouseTracesOf(url, texts)).map((place) => `warehouse: ${place}`));
  const mail = JSON.stringify(await product.mailbox());
  found.push(...texts.filter((text) => mail.includes(text)).map((text) => `mailbox: ${text}`));
  return found;
}

const visit = (url: string) =>
  fetch(url, { redirect: 'manual', headers: { 'user-agent': PHONE, 'x-forwarded-for': PUBLIC_ADDRESS } }).then(({ status }) => status);

describe('an account', () => {
  it('takes all its data along as a file, deletes itself, and leaves nothing but the bare addresses of its links', async () => {
    const mark = `m${Date.now().toString(36)}x`;
    const person = { ...somebody(), name: `Zora ${mark}` };
    const { page, context, troubles } = await openWatched(browser, { acceptDownloads: true });
    await page.goto(`${product.appUrl}/register`);
    await register(page, person);
    await page.waitForURL('**/dashboard');

    // Something of everything.
    const login = await callApi<{ accessToken: string; user: { id: string; workspaceId: string } }>(product, 'POST', '/auth/login', person);
    const { accessToken, user } = login.body.data;
    const call = async <T = { id: string; shortUrl: string }>(method: string, path: string, body?: unknown) => {
      const answer = await callApi<T>(product, method, path, body, { authorization: `Bearer ${accessToken}` });
      expect([path, answer.status < 300, answer.body.message]).toEqual([path, true, answer.body.message]);
      return answer.body.data;
    };
    await call('POST', '/subscription/trial');
    await call('PUT', '/auth/profile', { company: `Company ${mark}` });
    await call('PUT', '/auth/notifications', {
      emailNotifications: true,
      weeklyReports: true,
      securityAlerts: true,
      marketingEmails: false,
    });
    await call('GET', '/users/me');
    const link = await call('POST', '/urls/shorten', {
      originalUrl: `https://example.com/${mark}/one`,
      customAlias: `alias-${mark}`,
      title: `Title ${mark}`,
      tags: [`tag-${mark}`],
      password: 'a password of the link',
    });
    await call('PUT', `/urls/${link.id}`, { originalUrl: `https://example.com/${mark}/two`, password: '' });
    const gone = await call('POST', '/urls/shorten', { originalUrl: `https://example.com/${mark}/three` });
    await call('DELETE', `/urls/${gone.id}`);
    const code = await call('POST', '/qrcodes/generate', { content: `https://example.com/${mark}/qr`, type: 'url', name: `Code ${mark}` });
    const hook = await call('POST', '/webhooks', { url: `http://127.0.0.1:9/${mark}`, events: ['link_clicked', 'link_created'] });
    await call('POST', '/urls/shorten', { originalUrl: `https://example.com/${mark}/four` });
    await callApi(product, 'POST', '/contact', {
      name: person.name,
      email: person.email,
      type: 'general',
      subject: `About ${mark}`,
      message: 'Hello there, this is a message.',
    });
    for (let i = 0; i < 3; i++) expect(await visit(link.shortUrl)).toBe(302);
    const overview = () => call<{ totalClicks: number }>('GET', '/urls/analytics/overview');
    await eventually(async () => (await overview()).totalClicks === 3);

    const own = [person.email, user.id, user.workspaceId, link.id, gone.id, code.id, hook.id, mark.toUpperCase()];
    const before = await traces(own);
    for (const part of [...DATABASES, 'warehouse', 'mailbox'])
      expect([part, before.some((place) => place.startsWith(part))]).toEqual([part, true]);

    // Everything as a file.
    await page.goto(`${product.appUrl}/settings?tab=danger`);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const text = readFileSync(await (await downloading).path(), 'utf8');
    const data = JSON.parse(text) as Record<string, Record<string, unknown>[]> & { user: Record<string, unknown> };
    expect(data.user).toMatchObject({ id: user.id, email: person.email, company: `Company ${mark}`, hasPassword: true });
    expect(data['links']!.map(({ id }) => id)).toEqual(expect.arrayContaining([link.id, gone.id]));
    const exported = data['links']!.find(({ id }) => id === link.id)!;
    expect(exported).toMatchObject({ originalUrl: `https://example.com/${mark}/two`, tags: [`tag-${mark}`], hasPassword: false });
    expect((exported['versions'] as unknown[]).length).toBe(2);
    expect(data['qrCodes']).toMatchObject([{ id: code.id, title: `Code ${mark}` }]);
    expect(data['webhooks']).toMatchObject([{ id: hook.id }]);
    expect(data['clicks']).toHaveLength(3);
    expect(data['clicksPerDay']!.length).toBeGreaterThan(0);
    expect(data['usage']!.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/argon2|whsec_|lq_live_|"[a-z]*(hash|sealed)[a-z]*":/i);

    // Gone.
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Type DELETE to confirm').fill('DELETE');
    await page.getByLabel('Your password').fill(person.password);
    const deletedAt = Date.now();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.waitForURL(`${product.appUrl}/`);
    await page.getByText('Your account was deleted').waitFor();
    expect((await context.cookies()).filter(({ name }) => name === 'accessToken' || name === 'refreshToken')).toEqual([]);
    await eventually(async () => (await visit(link.shortUrl)) !== 302, { timeoutMs: 10_000 });
    expect(Date.now() - deletedAt).toBeLessThan(10_000);
    expect((await callApi(product, 'POST', '/auth/login', person)).body.code).toBe('INVALID_CREDENTIALS');

    const bare = [`alias-${mark}`, new URL(gone.shortUrl).pathname.slice(1)];
    let left: string[] = [];
    await eventually(
      async () => {
        left = (await traces(own)).filter((place) => place !== `link: public.addresses: ${mark.toUpperCase()}`);
        return left.length === 0;
      },
      { timeoutMs: 60_000, intervalMs: 1_000 },
    ).catch(() => expect(left).toEqual([]));

    // Its addresses are nobody's, for good.
    const other = await callApi<{ accessToken: string }>(product, 'POST', '/auth/register', somebody());
    const bearer = { authorization: `Bearer ${other.body.data.accessToken}` };
    for (const customAlias of bare) {
      const taken = await callApi(product, 'POST', '/urls/shorten', { originalUrl: 'https://example.com/', customAlias }, bearer);
      expect(taken.body.code).toBe('LINK_ALIAS_TAKEN');
      expect(await visit(`${product.shortUrl}/${customAlias}`)).toBe(404);
    }
    expect(troubles.filter((trouble) => !/40[14]/.test(trouble))).toEqual([]);
    await context.close();
  }, 180_000);
});

describe('the weekly report', () => {
  it('arrives with the real figures of the week and of the week before, and can be left with one click', async () => {
    const person = somebody();
    const { body } = await callApi<{ accessToken: string; user: { id: string; workspaceId: string } }>(
      product,
      'POST',
      '/auth/register',
      person,
    );
    const { accessToken, user } = body.data;
    const bearer = { authorization: `Bearer ${accessToken}` };
    const mail = (subject: RegExp) =>
      eventually(async () => (await product.mailbox()).find((m) => m.to === person.email && subject.test(m.subject)) ?? false);
    const token = /token=([\w-]+)/.exec((await mail(/verify/i)).text)![1]!;
    await callApi(product, 'POST', '/auth/verify-email', { token });
    const made = { originalUrl: 'https://example.com/report', title: 'Spring catalogue' };
    const link = (await callApi<{ id: string; domain: string; slug: string }>(product, 'POST', '/urls/shorten', made, bearer)).body.data;

    // Twelve clicks of three people last week, eight of two the week before, as an edge would have sent them.
    const to = new Date(new Date().setUTCHours(0, 0, 0, 0) - ((new Date().getUTCDay() + 6) % 7) * 86_400_000);
    const from = new Date(to.getTime() - 7 * 86_400_000);
    const click = (at: number, visitor: number): RecordedClick => ({
      ...RecordedClick.decode(new Uint8Array()),
      id: uuidv7(at),
      clickedAtMs: at,
      workspaceId: user.workspaceId,
      ownerId: user.id,
      linkId: link.id,
      linkVersion: 1,
      source: ClickSource.CLICK_SOURCE_LINK,
      address: `8.8.8.${visitor}`,
      userAgent: PHONE,
      domain: link.domain,
      slug: link.slug,
    });
    const clicks = [
      ...Array.from({ length: 12 }, (_, i) => click(from.getTime() + i * 3_600_000, i % 3)),
      ...Array.from({ length: 8 }, (_, i) => click(from.getTime() - 86_400_000 + i * 3_600_000, i % 2)),
    ];
    const { user: name, password, port, database } = { ...postgres('bus') };
    const bus = await openBus({
      url: `postgres://${name}:${password}@127.0.0.1:${port}/${database}`,
      clientId: 'e2e',
      logger: createLogger({ service: 'e2e', level: 'silent' }),
    });
    await bus.publish('click.recorded.v1', [
      { key: 'e2e', value: ClickBatch.encode({ batchId: newId('bat'), edgeId: 'e2e', clicks }).finish() },
    ]);
    await bus.close();
    await eventually(async () => {
      const overview = await callApi<{ totalClicks: number }>(product, 'GET', '/urls/analytics/overview?timeRange=30d', undefined, bearer);
      return overview.body.data.totalClicks === 20;
    });

    // What the scheduler queues on a Monday (services/auth/test/lifecycle-mail.itest.ts tells when and for whom).
    const auth = new pg.Client(postgres('auth'));
    await auth.connect();
    const facts = { from: from.toISOString(), to: to.toISOString(), timeZone: 'UTC' };
    await auth.query(`insert into mail_outbox (id, kind, user_id, facts) values ($1, 'weekly_report', $2, $3)`, [
      newId('msg'),
      user.id,
      facts,
    ]);
    await auth.end();
    const report = await mail(/Your week on Linqr: 12 clicks/);
    expect(report.text).toContain('Clicks: 12 (+50 % on the week before)');
    expect(report.text).toContain('Unique visitors: 3 (+50 % on the week before)');
    expect(report.text).toContain('Spring catalogue: 12');
    expect(report.text).toContain('United States: 12');

    const page = /https?:\/\/\S+\/unsubscribe\?token=(\S+)/.exec(report.text)!;
    const oneClick = await fetch(`${product.appUrl}/api/auth/unsubscribe?token=${page[1]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(oneClick.status).toBe(200);
    const kept = await callApi<{ weeklyReports: boolean; emailNotifications: boolean }>(
      product,
      'GET',
      '/auth/notifications',
      undefined,
      bearer,
    );
    expect(kept.body.data).toMatchObject({ weeklyReports: false, emailNotifications: true });
    // A mail program that knows no one-click opens the same address in a browser.
    const opened = await fetch(`${product.appUrl}/api/auth/unsubscribe?token=${page[1]}`, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, page[0]]);
    const screen = await openWatched(browser);
    await screen.page.goto(page[0]);
    await screen.page.getByText('You are unsubscribed').waitFor();
    await screen.page.getByRole('button', { name: 'Subscribe again' }).click();
    await screen.page.getByText('You get these emails again.').waitFor();
    expect(screen.troubles).toEqual([]);
    await screen.context.close();
  }, 120_000);
});
