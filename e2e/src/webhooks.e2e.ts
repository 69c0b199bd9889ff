import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@linqr/testing/browser';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import type { Browser } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { openAccount, openAdmin } from './account.js';
import { logIn, openWatched, PHONE, PUBLIC_ADDRESS } from './person.js';

let product: Product;
let browser: Browser;
let server: Server;
const received: { path: string; headers: Record<string, string>; body: string }[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      });
      response.end('thanks');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await launchBrowser();
  product = await startProduct({
    environment: {
      THROTTLE_FACTOR: '100',
      SIGN_IN_CALLS_PER_MINUTE: '10000',
      REQUESTS_PER_MINUTE: '100000',
      // The receiver is on this machine.
      OUTBOUND_ALLOW_PRIVATE: 'true',
    },
  });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await new Promise((resolve) => server.close(resolve));
}, 60_000);

interface Hook {
  id: string;
  _id: string;
  secret: string;
  [field: string]: unknown;
}
interface Delivery {
  id: string;
  event: string;
  status: string;
  [field: string]: unknown;
}

interface Made {
  id: string;
  shortUrl: string;
}

const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const at = (path: string) => received.filter((r) => r.path === path);

describe('the webhook screen', () => {
  it('makes a webhook, whose deliveries verify, moves it to another address and replays what was sent', async () => {
    const account = await openAccount(product, { trial: true });
    const { page, troubles, context } = await openWatched(browser);
    page.setDefaultTimeout(90_000);
    await logIn(page, product.appUrl, account);
    await page.goto(`${product.appUrl}/webhooks`);
    const form = page.getByRole('form', { name: 'Create a webhook' });
    await form.getByLabel('URL').fill(url('/screen'));
    for (const name of ['link_created', 'link_updated', 'link_clicked']) await form.getByRole('checkbox', { name }).check();
    await form.getByRole('button', { name: 'Create webhook' }).click();
    const panel = page.getByRole('region', { name: 'Signing secret' });
    const secret = (await panel.locator('code').textContent()) ?? '';
    await panel.getByRole('button', { name: 'I have saved it' }).click();

    const made = (
      await account.call<{ id: string; slug: string; shortUrl: string }>('POST', '/urls/shorten', { originalUrl: 'https://example.com/s' })
    ).body.data;
    const headers = { 'user-agent': PHONE, 'x-forwarded-for': PUBLIC_ADDRESS };
    expect((await fetch(made.shortUrl, { redirect: 'manual', headers })).status).toBe(302);
    // Archived in bulk: a change like any other.
    await account.call('POST', '/urls/bulk', { action: 'archive', ids: [made.id] });
    await eventually(() => at('/screen').length === 3, { timeoutMs: 60_000 });
    const receiver = new Webhook(secret);
    const sent = at('/screen').map((r) => receiver.verify(r.body, r.headers) as { type: string; data: Record<string, unknown> });
    expect(sent.map(({ type }) => type).sort()).toEqual(['link_clicked', 'link_created', 'link_updated']);
    expect(sent.find(({ type }) => type === 'link_clicked')?.data).toMatchObject({
      linkId: made.id,
      shortUrl: made.shortUrl,
      slug: made.slug,
      domain: new URL(made.shortUrl).host,
      source: 'link',
      device: 'mobile',
      country: 'US',
      isBot: false,
    });

    const item = page.getByRole('article', { name: url('/screen') });
    await item.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit webhook' });
    await dialog.getByLabel('URL').fill(url('/moved'));
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    const moved = page.getByRole('article', { name: url('/moved') });
    await moved.getByRole('button', { name: 'Replay' }).click();
    const replay = page.getByRole('dialog', { name: 'Replay deliveries' });
    await replay.getByRole('checkbox', { name: 'Also what was delivered' }).check();
    await replay.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('3 deliveries queued again').waitFor();
    await eventually(() => at('/moved').length === 3, { timeoutMs: 60_000 });
    const again = at('/moved').map((r) => {
      receiver.verify(r.body, r.headers);
      return r.headers['webhook-id'];
    });
    expect(again.map(String).sort((a, b) => a.localeCompare(b))).toEqual(
      at('/screen')
        .map((r) => String(r.headers['webhook-id']))
        .sort((a, b) => a.localeCompare(b)),
    );
    await page.getByLabel('Status').selectOption('succeeded');
    await page.getByRole('table').getByText('link_updated').waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });
});

describe('webhooks', () => {
  it('tell of links and clicks within seconds, signed, with a log that shows the answer', async () => {
    const account = await openAccount(product, { trial: true });
    const created = await account.call<Hook>('POST', '/webhooks', {
      url: url('/all'),
      events: ['link_created', 'link_clicked', 'link_deleted'],
    });
    expect(created.status).toBe(201);
    const hook = created.body.data;
    expect(hook).toMatchObject({ _id: hook.id, enabled: true, disabledReason: null, secret: expect.stringMatching(/^whsec_/) });
    const link = (await account.call<{ id: string; shortUrl: string }>('POST', '/urls/shorten', { originalUrl: 'https://example.com/a' }))
      .body.data;
    expect((await fetch(link.shortUrl, { redirect: 'manual', headers: { 'user-agent': PHONE } })).status).toBe(302);
    const clickedAt = Date.now();
    await eventually(() => at('/all').length === 2);
    expect(Date.now() - clickedAt).toBeLessThan(5_000);
    await account.call('DELETE', `/urls/${link.id}`);
    await eventually(() => at('/all').length === 3);
    const receiver = new Webhook(hook.secret);
    const payloads = at('/all').map(
      ({ body, headers }) => receiver.verify(body, headers) as { type: string; data: Record<string, unknown> },
    );
    // Links and clicks come over different topics: which of the first two arrives first is not promised.
    expect(payloads.map(({ type, data }) => `${type} ${String(data['linkId'] ?? data['id'])}`).sort()).toEqual(
      ['link_clicked', 'link_created', 'link_deleted'].map((type) => `${type} ${link.id}`),
    );
    const log = await eventually(async () => {
      const { body } = await account.call<{ deliveries: Delivery[]; pagination: object }>('GET', `/webhooks/${hook.id}/deliveries?limit=2`);
      return body.data.deliveries.every(({ status }) => status === 'succeeded') && body.data;
    });
    expect(log.deliveries).toMatchObject([
      { event: 'link_deleted', responseStatus: 200, responseBody: 'thanks', error: null, attempts: 1 },
      { responseStatus: 200, status: 'succeeded' },
    ]);
    expect(log.pagination).toEqual({ limit: 2, nextCursor: expect.any(String) });
    const resent = await account.call<Delivery>('POST', `/webhooks/${hook.id}/deliveries/${log.deliveries[0]!.id}/resend`);
    expect(resent.status).toBe(202);
    await eventually(() => at('/all').length === 4);
    expect(at('/all')[3]!.headers['webhook-id']).toBe(at('/all')[2]!.headers['webhook-id']);
  });

  it('are listed at both depths, tested, rotated, changed and deleted', async () => {
    const account = await openAccount(product, { trial: true });
    const hook = (await account.call<Hook>('POST', '/webhooks', { url: url('/one'), events: ['qr_code_scanned'] })).body.data;
    const listed = await account.call<{ webhooks: Hook[] }>('GET', '/webhooks');
    expect(listed.body['webhooks']).toEqual(listed.body.data.webhooks);
    expect(listed.body.data.webhooks).toMatchObject([{ id: hook.id, events: ['qr_code_scanned'] }]);
    expect(JSON.stringify(listed.body)).not.toContain('whsec_');
    expect((await account.call('POST', `/webhooks/${hook.id}/test`)).status).toBe(202);
    await eventually(() => at('/one').length === 1);
    expect(JSON.parse(at('/one')[0]!.body)).toMatchObject({ type: 'qr_code_scanned', data: { test: true } });
    const rotated = (await account.call<Hook>('POST', `/webhooks/${hook.id}/rotate-secret`)).body.data;
    expect(rotated.secret).not.toBe(hook.secret);
    await account.call('POST', `/webhooks/${hook.id}/test`, { event: 'link_created' });
    await eventually(() => at('/one').length === 2);
    for (const secret of [hook.secret, rotated.secret]) new Webhook(secret).verify(at('/one')[1]!.body, at('/one')[1]!.headers);
    const off = await account.call<Hook>('PUT', `/webhooks/${hook.id}`, { enabled: false });
    expect(off.body.data).toMatchObject({ enabled: false, disabledReason: 'Disabled by you.' });
    expect((await account.call('POST', `/webhooks/${hook.id}/test`)).body.code).toBe('CONFLICT');
    const range = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date().toISOString() };
    await account.call('PUT', `/webhooks/${hook.id}`, { enabled: true });
    expect((await account.call('POST', `/webhooks/${hook.id}/replay`, { ...range, includeDelivered: true })).body.data).toEqual({
      queued: 2,
    });
    await eventually(() => at('/one').length === 4);
    expect((await account.call('DELETE', `/webhooks/${hook.id}`)).body.data).toEqual({ id: hook.id });
    expect((await account.call('GET', `/webhooks/${hook.id}`)).body.code).toBe('WEBHOOK_NOT_FOUND');
  });

  it('need a URL, an event and Professional, and say so', async () => {
    const free = await openAccount(product);
    const refused = await free.call('POST', '/webhooks', { url: url('/free'), events: ['link_created'] });
    expect([refused.status, refused.body.code]).toEqual([403, 'PLAN_FEATURE_REQUIRED']);
    for (const body of [{}, { url: '', events: ['link_created'] }, { url: url('/x'), events: [] }]) {
      const answer = await free.call('POST', '/webhooks', body);
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([400, 'VALIDATION_FAILED', 'Please fill all required fields']);
    }
    expect((await free.call('POST', '/webhooks', { url: url('/x'), events: ['nonsense'] })).body.code).toBe('VALIDATION_FAILED');
    expect((await free.call('GET', '/webhooks/whk_none')).status).toBe(404);
  });
});

describe('every way in which links and codes come, change and go', () => {
  it('is told once for each of them: one by one, in bulk, by import, by a code, by a visit and by an admin', async () => {
    const [account, admin] = [await openAccount(product, { trial: true }), await openAdmin(product)];
    const { secret } = (
      await account.call<Hook>('POST', '/webhooks', {
        url: url('/paths'),
        events: ['link_created', 'link_updated', 'link_deleted', 'link_clicked', 'qr_code_created', 'qr_code_scanned'],
      })
    ).body.data;
    const receiver = new Webhook(secret);
    /** Delivered at least once: whoever receives knows a second attempt by its id. */
    const told = () => {
      const messages = new Map(at('/paths').map((each) => [each.headers['webhook-id'], each]));
      return [...messages.values()].map(
        ({ body, headers }) => receiver.verify(body, headers) as { type: string; data: Record<string, unknown> },
      );
    };
    const call = async <T = Made>(method: string, path: string, body?: unknown) => {
      const answer = await account.call<T>(method, path, body);
      expect([path, answer.status < 300, answer.body.message]).toEqual([path, true, answer.body.message]);
      return answer.body.data;
    };
    const importCsv = async (path: string, csv: string) => {
      const response = await fetch(`${product.appUrl}/api${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': 'text/csv' },
        body: csv,
      });
      expect(response.status).toBe(202);
    };
    const expected: Record<string, number> = {};
    const expectMore = (events: Record<string, number>) => {
      for (const [event, count] of Object.entries(events)) expected[event] = (expected[event] ?? 0) + count;
    };
    const counted = () => {
      const counts: Record<string, number> = {};
      for (const { type } of told()) counts[type] = (counts[type] ?? 0) + 1;
      return counts;
    };
    const allTold = () => eventually(() => expect(counted()).toEqual(expected), { timeoutMs: 60_000 });
    const headers = { 'user-agent': PHONE, 'x-forwarded-for': PUBLIC_ADDRESS };

    // One by one.
    const [one, two] = [
      await call('POST', '/urls/shorten', { originalUrl: 'https://example.com/1' }),
      await call('POST', '/urls/shorten', { originalUrl: 'https://example.com/2' }),
    ];
    await call('PUT', `/urls/${one.id}`, { title: 'One' });
    expectMore({ link_created: 2, link_updated: 1 });
    // In bulk, every action.
    const ids = [one.id, two.id];
    for (const change of [
      { action: 'archive' },
      { action: 'restore' },
      { action: 'addTags', tags: ['a'] },
      { action: 'removeTags', tags: ['a'] },
      { action: 'setExpiry', expiresAt: '2031-01-01T00:00:00.000Z' },
    ]) {
      await call('POST', '/urls/bulk', { ids, ...change });
      expectMore({ link_updated: 2 });
    }
    // Imports, of which one row each is none.
    await importCsv('/urls/import', `originalUrl\n${[1, 2, 3].map((i) => `https://example.com/import/${i}`).join('\n')}\nnonsense`);
    await importCsv('/qrcodes/import', `content\nhttps://example.com/code/1\nhttps://example.com/code/2\n`);
    expectMore({ link_created: 3, qr_code_created: 2 });
    // A code, its short link, and what the code does to that.
    const code = await call('POST', '/qrcodes/generate', { content: 'https://example.com/menu', type: 'url' });
    const { shortUrl } = await call('POST', `/qrcodes/${code.id}/short-link`, {});
    expectMore({ qr_code_created: 1, link_created: 1 });
    await allTold();
    await call('PUT', `/qrcodes/${code.id}`, { content: 'https://example.com/new-menu' });
    expectMore({ link_updated: 1 });
    await allTold();
    await call('POST', '/qrcodes/bulk', { action: 'archive', ids: [code.id] });
    expectMore({ link_updated: 1 });
    await allTold();
    await call('POST', '/qrcodes/bulk', { action: 'restore', ids: [code.id] });
    expectMore({ link_updated: 1 });
    await allTold();
    // Visits.
    expect((await fetch(one.shortUrl, { redirect: 'manual', headers })).status).toBe(302);
    // The edge follows the restored code within a second or so; until then nobody gets through, and nothing is counted.
    await eventually(async () => (await fetch(shortUrl, { redirect: 'manual', headers })).status === 302, { timeoutMs: 30_000 });
    expectMore({ link_clicked: 1, qr_code_scanned: 1 });
    await allTold();
    // An admin, and back.
    for (const state of ['disabled', 'active']) {
      const { status } = await admin.call('POST', `/admin/links/${two.id}/state`, { state, reason: 'Looked at' });
      expect(status).toBe(200);
      expectMore({ link_updated: 1 });
    }
    // And gone, one by one, in bulk and with a code.
    await call('DELETE', `/urls/${one.id}`);
    await call('POST', '/urls/bulk', { action: 'delete', ids: [two.id] });
    await call('POST', '/qrcodes/bulk', { action: 'delete', ids: [code.id] });
    expectMore({ link_deleted: 3 });
    await allTold();
    const states = told().flatMap(({ type, data }) =>
      type === 'link_updated' && data['id'] === two.id ? [[data['version'], data['state'], data['changed']]] : [],
    );
    expect(states.sort(([a], [b]) => Number(a) - Number(b))).toEqual([
      [2, 'archived', ['state']],
      [3, 'active', ['state']],
      [4, 'active', ['tags']],
      [5, 'active', ['tags']],
      [6, 'active', ['expiresAt']],
      [7, 'disabled', ['state']],
      [8, 'active', ['state']],
    ]);
  }, 180_000);
});
