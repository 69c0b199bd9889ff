import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@linqr/testing/browser';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import type { Browser, Page } from 'playwright-core';
import { type Account, callApi, grantAdmin, openAccount } from './account.js';
import { logIn, openWatched, PASSWORD, PHONE, PUBLIC_ADDRESS } from './person.js';

/** From the answer that a link was taken down to the edge obeying: a second, and patience for a machine that runs all tests. */
const OBEYED_WITHIN_MS = 5_000;

let product: Product;
let browser: Browser;
let owner: Account;
let admin: Account;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  [owner, admin] = await Promise.all([openAccount(product), openAccount(product)]);
  await grantAdmin(product, admin.email);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

const visit = async (url: string) =>
  (await fetch(url, { redirect: 'manual', headers: { 'user-agent': PHONE, 'x-forwarded-for': PUBLIC_ADDRESS } })).status;

async function signIn(account: Account): Promise<{ page: Page; troubles: string[]; close: () => Promise<void> }> {
  const { page, context, troubles } = await openWatched(browser);
  await logIn(page, product.appUrl, account);
  return { page, troubles, close: () => context.close() };
}

async function adminToken(): Promise<string> {
  const { body } = await callApi<{ accessToken: string }>(product, 'POST', '/auth/login', { email: admin.email, password: PASSWORD });
  return body.data.accessToken;
}

describe('a harmful link', () => {
  it('is reported by a visitor, taken down by an admin, obeyed by the edge, seen by its owner, and on record', async () => {
    const { body } = await owner.call<{ id: string; shortUrl: string; slug: string }>('POST', '/urls/shorten', {
      originalUrl: 'https://example.com/harmful',
      title: 'Harmless',
    });
    const { shortUrl, slug } = body.data;
    expect(await visit(shortUrl)).toBe(302);

    const visitor = await openWatched(browser);
    await visitor.page.goto(`${product.appUrl}/report?shortId=${slug}`);
    await visitor.page.getByLabel('Details').fill('It asks for my bank card.');
    await visitor.page.getByLabel('Your email').fill('visitor@example.com');
    await visitor.page.getByRole('button', { name: 'Send report' }).click();
    await visitor.page.getByRole('heading', { name: 'Thank you for your report' }).waitFor();
    expect(visitor.troubles).toEqual([]);
    await visitor.context.close();

    const desk = await signIn(admin);
    await desk.page.goto(`${product.appUrl}/admin`, { waitUntil: 'networkidle' });
    await desk.page.getByRole('button', { name: `Review the report of ${slug}` }).click();
    await desk.page.getByRole('dialog').getByText('It asks for my bank card.').waitFor();
    await desk.page.getByLabel(/^Note/).fill('Imitates a bank');
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Disable link' }).click();
    await desk.page.getByText('Report closed.').waitFor();
    const obeyed = performance.now();
    await eventually(async () => expect(await visit(shortUrl)).toBe(451), { timeoutMs: OBEYED_WITHIN_MS, intervalMs: 20 });
    expect(performance.now() - obeyed).toBeLessThan(OBEYED_WITHIN_MS);
    const record = desk.page.getByRole('table', { name: 'Admin actions, newest first' });
    await record.getByText('Disabled a link').first().waitFor();
    await record.getByText('Imitates a bank').first().waitFor();
    expect(desk.troubles).toEqual([]);
    await desk.close();

    const seen = await signIn(owner);
    await seen.page.getByText('Harmless').waitFor();
    await seen.page.getByText('Disabled', { exact: true }).waitFor();
    await seen.close();

    await eventually(async () => {
      const { messages } = (await (await fetch(`${product.appUrl}/mailbox.json`)).json()) as {
        messages: { to: string; subject: string }[];
      };
      expect(messages.some(({ to, subject }) => to.includes(owner.email) && subject === 'One of your links was switched off')).toBe(true);
      expect(messages.some(({ to, subject }) => to.includes('visitor@example.com') && subject === 'We received your report')).toBe(true);
    });
  }, 120_000);
});

describe('a harmful QR code', () => {
  it('is reported by its address, taken down alone with its short link, obeyed by the edge, seen by its owner, and let go', async () => {
    const made = async () =>
      (await owner.call<{ id: string; qrUrl: string }>('POST', '/qrcodes/generate', { type: 'url', content: 'https://example.com/scan' }))
        .body.data;
    const [code, other] = [await made(), await made()];
    const { shortUrl } = (await owner.call<{ shortUrl: string }>('POST', `/qrcodes/${code.id}/short-link`, {})).body.data;
    const statuses = async () => [await visit(code.qrUrl), await visit(shortUrl), await visit(other.qrUrl)];
    expect(await statuses()).toEqual([302, 302, 302]);
    const authorization = `Bearer ${await adminToken()}`;
    const asAdmin = <T>(method: string, path: string, body?: unknown) => callApi<T>(product, method, path, body, { authorization });

    expect((await callApi(product, 'POST', '/report', { shortId: code.qrUrl, reason: 'Phishing' })).status).toBe(202);
    interface Reported {
      id: string;
      shortId: string;
      qrCode: { id: string; ownerEmail: string; state: string } | null;
    }
    const { reports } = (await asAdmin<{ reports: Reported[] }>('GET', '/report?limit=100')).body.data;
    const report = reports.find(({ shortId }) => shortId === code.id)!;
    expect(report.qrCode).toMatchObject({ id: code.id, ownerEmail: owner.email, state: 'active' });
    expect((await asAdmin('POST', `/admin/reports/${report.id}`, { action: 'disable_link' })).body.code).toBe('CONFLICT');
    const resolved = await asAdmin<{ report: Reported }>('POST', `/admin/reports/${report.id}`, { action: 'disable_code' });
    expect(resolved.body.data.report).toMatchObject({ state: 'resolved', action: 'disable_code', qrCode: { state: 'disabled' } });
    await eventually(async () => expect(await statuses()).toEqual([451, 451, 302]), { timeoutMs: 15_000, intervalMs: 50 });
    expect((await owner.call('GET', `/qrcodes/${code.id}`)).body.data).toMatchObject({ disabled: true, disabledReason: 'Phishing' });
    const { entries } = (await asAdmin<{ entries: { action: string; targetId: string }[] }>('GET', '/admin/audit')).body.data;
    expect(entries.filter(({ targetId }) => [code.id, report.id].includes(targetId)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['report.code_disabled']),
    );

    const found = await asAdmin<{ qrCodes: { id: string }[] }>('GET', `/admin/qrcodes?state=disabled&search=${code.id}`);
    expect(found.body.data.qrCodes.map(({ id }) => id)).toEqual([code.id]);
    expect((await asAdmin('POST', `/admin/qrcodes/${code.id}/state`, { state: 'active', reason: 'Looked at' })).status).toBe(200);
    await eventually(async () => expect(await statuses()).toEqual([302, 302, 302]), { timeoutMs: 15_000, intervalMs: 50 });
    await eventually(async () => {
      const audit = (await asAdmin<{ entries: { action: string; targetId: string }[] }>('GET', '/admin/audit')).body.data.entries;
      const done = audit.filter(({ targetId }) => targetId === code.id).map(({ action }) => action);
      expect(done).toEqual(['qr_code.restored', 'qr_code.disabled']);
    });
  }, 60_000);
});

describe('an account that is closed', () => {
  it('loses its session, and its links and codes are blocked within seconds, until it is opened again', async () => {
    const closed = await openAccount(product);
    const link = await closed.call<{ shortUrl: string }>('POST', '/urls/shorten', { originalUrl: 'https://example.com/' });
    const code = await closed.call<{ qrUrl: string }>('POST', '/qrcodes/generate', { type: 'url', content: 'https://example.com/' });
    const { shortUrl } = link.body.data;
    const { qrUrl } = code.body.data;
    expect([await visit(shortUrl), await visit(qrUrl)]).toEqual([302, 302]);
    const authorization = `Bearer ${await adminToken()}`;
    const set = (verb: string, body: object) => callApi(product, 'POST', `/admin/users/${closed.userId}/${verb}`, body, { authorization });
    expect((await set('disable', {})).body.details?.[0]?.field).toBe('reason');
    expect((await set('disable', { reason: 'Spam' })).status).toBe(200);
    await eventually(async () => expect([await visit(shortUrl), await visit(qrUrl)]).toEqual([451, 451]), { timeoutMs: 5_000 });
    await eventually(async () => expect((await closed.call('GET', '/urls')).status).toBe(401), { timeoutMs: 5_000 });
    expect((await set('enable', {})).status).toBe(200);
    await eventually(async () => expect([await visit(shortUrl), await visit(qrUrl)]).toEqual([302, 302]), { timeoutMs: 5_000 });
    const { body } = await callApi<{ entries: { action: string; reason: string }[] }>(product, 'GET', '/admin/audit', undefined, {
      authorization,
    });
    const actions = body.data.entries.filter(({ action }) => action.startsWith('user.')).map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['user.enabled', 'user.disabled']);
  }, 60_000);
});

describe('the contact form', () => {
  it('reaches the operator’s desk', async () => {
    const { page, troubles, context } = await openWatched(browser);
    await page.goto(`${product.appUrl}/`, { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: 'Get a Quote' }).first().click();
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill('ada@example.com');
    // Drawn ahead, the page does not know what its address asks for before its scripts are there.
    await eventually(async () => expect(await page.getByLabel('What is it about?').inputValue()).toBe('sales'));
    await page.getByLabel('Message').fill('For five hundred people, please.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText("Message sent successfully! We'll get back to you soon.").waitFor();
    expect(troubles).toEqual([]);
    await context.close();
    const authorization = `Bearer ${await adminToken()}`;
    const { body } = await callApi<{ messages: { message: string; type: string }[] }>(product, 'GET', '/admin/messages', undefined, {
      authorization,
    });
    expect(body.data.messages[0]).toMatchObject({ message: 'For five hundred people, please.', type: 'sales' });
  }, 60_000);
});

describe('every call of the admin screens', () => {
  const calls: [string, string, unknown?][] = [
    ['GET', '/report'],
    ['GET', '/admin/users'],
    ['DELETE', '/admin/user/somebody@example.com'],
    ['POST', '/admin/users/usr_1/disable', { reason: 'x' }],
    ['POST', '/admin/users/usr_1/enable', {}],
    ['GET', '/admin/reports/rep_1'],
    ['POST', '/admin/reports/rep_1', { action: 'dismiss' }],
    ['GET', '/admin/links'],
    ['POST', '/admin/links/lnk_1/state', { state: 'disabled', reason: 'x' }],
    ['GET', '/admin/qrcodes'],
    ['POST', '/admin/qrcodes/qr_1/state', { state: 'disabled', reason: 'x' }],
    ['GET', '/admin/analytics'],
    ['GET', '/admin/packages'],
    ['GET', '/admin/audit'],
    ['GET', '/admin/messages'],
    ['POST', '/admin/messages/msg_1', { state: 'done' }],
  ];

  // As objects: with rows of two, jest would take the third parameter for a callback.
  const rows = calls.map(([method, path, body]) => ({ method, path, body }));
  it.each(rows)('$method $path is for admins: 401 for nobody, 403 for others', async ({ method, path, body }) => {
    const anonymous = await callApi(product, method, path, body);
    expect([anonymous.status, anonymous.body.code]).toEqual([401, 'NOT_SIGNED_IN']);
    const other = await owner.call(method, path, body);
    expect([other.status, other.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('answers what was not meant with a clear error', async () => {
    const authorization = `Bearer ${await adminToken()}`;
    const code = async (method: string, path: string, body?: unknown) => {
      const answer = await callApi(product, method, path, body, { authorization });
      return [answer.status, answer.body.code];
    };
    expect(await code('GET', '/admin/reports/rep_1')).toEqual([404, 'REPORT_NOT_FOUND']);
    expect(await code('POST', '/admin/reports/rep_1', { action: 'dismiss' })).toEqual([404, 'REPORT_NOT_FOUND']);
    expect(await code('POST', '/admin/reports/rep_1', { action: 'explode' })).toEqual([400, 'VALIDATION_FAILED']);
    expect(await code('POST', '/admin/links/lnk_1/state', { state: 'disabled', reason: 'x' })).toEqual([404, 'LINK_NOT_FOUND']);
    expect(await code('POST', '/admin/links/lnk_1/state', { state: 'deleted' })).toEqual([400, 'VALIDATION_FAILED']);
    expect(await code('POST', '/admin/qrcodes/qr_1/state', { state: 'disabled', reason: 'x' })).toEqual([404, 'QR_CODE_NOT_FOUND']);
    expect(await code('POST', '/admin/qrcodes/qr_1/state', { state: 'quarantined' })).toEqual([400, 'VALIDATION_FAILED']);
    expect(await code('POST', '/admin/users/usr_1/disable', { reason: 'x' })).toEqual([404, 'USER_NOT_FOUND']);
    expect(await code('POST', `/admin/users/${admin.userId}/disable`, { reason: 'x' })).toEqual([403, 'FORBIDDEN']);
    expect(await code('DELETE', '/admin/user/nobody@example.com')).toEqual([404, 'USER_NOT_FOUND']);
    expect(await code('POST', '/admin/messages/msg_1', { state: 'done' })).toEqual([404, 'MESSAGE_NOT_FOUND']);
    expect(await code('GET', '/admin/analytics?timeRange=ever')).toEqual([400, 'VALIDATION_FAILED']);
    expect(await code('GET', '/report?state=lost')).toEqual([400, 'VALIDATION_FAILED']);
    expect(await code('GET', '/admin/links?search=%00&page=0')).toEqual([400, 'VALIDATION_FAILED']);
    expect(await code('GET', `/admin/links?userId=usr_1`)).toEqual([404, 'USER_NOT_FOUND']);
    for (const body of [{ shortId: { a: 1 } }, { shortId: 'abc', reason: ['x'] }, { shortId: 'a\u0000b', reason: 'x' }, []])
      expect(await code('POST', '/report', body)).toEqual([400, 'VALIDATION_FAILED']);
    // A program that fills in everything is thanked, and nothing is kept.
    const trapped = await callApi(product, 'POST', '/contact', { name: 'x', email: 'x', subject: 'x', message: 'x', website: 'https://x' });
    expect(trapped.status).toBe(202);
  });
});
