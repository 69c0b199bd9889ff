// Backup and restore of a whole product, with clicks in every place where a click can be when it ends.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitForEnd } from '@linqr/embedded/process';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import { sourcePath } from '@linqr/testing/typescript';
import sharp from 'sharp';
import { Webhook } from 'standardwebhooks';
import { type Account, callApi, openAccount } from './account.js';
import { authenticatorApp } from './authenticator-app.js';
import { freeze, postmasterOf } from './faults/process-tree.js';
import { PASSWORD, PHONE, PUBLIC_ADDRESS } from './person.js';
import { dropFormerKeys, rotateKeys } from './rotate-keys.js';
import { everyRow } from './stored-rows.js';

const folder = mkdtempSync(join(tmpdir(), 'linqr-backed-up-'));
// The database's account passes through.
chmodSync(folder, 0o755);
const original = join(folder, 'original');
const restored = join(folder, 'restored');
const archive = join(folder, 'backup.tar.gz');
const environment = {
  THROTTLE_FACTOR: '100',
  SIGN_IN_CALLS_PER_MINUTE: '10000',
  REQUESTS_PER_MINUTE: '100000',
  OUTBOUND_ALLOW_PRIVATE: 'true',
};

let product: Product | undefined;
let receiver: Server;
const delivered: { headers: Record<string, string>; body: string }[] = [];
beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      delivered.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() });
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await product?.stop();
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const tool = (command: 'backup' | 'restore', dataDir: string): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], LINQR_DATA_DIR: dataDir };
    const args = [sourcePath('deploy/local/dist/backup/main.js'), command, archive];
    execFile(process.execPath, args, { env, timeout: 100_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });

const visit = (running: Product, slug: string) =>
  fetch(`${running.shortUrl}/${slug}`, { redirect: 'manual', headers: { 'user-agent': PHONE, 'x-forwarded-for': PUBLIC_ADDRESS } });
async function visits(running: Product, slug: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) expect((await visit(running, slug)).status).toBe(302);
}
const unlock = (running: Product, slug: string) =>
  fetch(`${running.shortUrl}/${slug}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': PHONE },
    body: 'password=sesame-street',
  });
/** A link of now, whose delivery is signed with the webhook's secret. */
async function deliveryIsSigned(account: Account, secret: string): Promise<void> {
  delivered.length = 0;
  expect((await account.call('POST', '/urls/shorten', { originalUrl: 'https://example.com/after' })).status).toBe(201);
  const sent = await eventually(() => delivered.find(({ body }) => body.includes('link_created')) ?? false, { timeoutMs: 60_000 });
  expect(new Webhook(secret).verify(sent.body, sent.headers)).toMatchObject({ type: 'link_created' });
}
const signIn = async (running: Product, { email }: Account) => {
  const answer = await callApi<{ accessToken: string; refreshToken: string }>(running, 'POST', '/auth/login', {
    email,
    password: PASSWORD,
  });
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const clicksOf = async (account: Account): Promise<number> =>
  (await account.call<{ totalClicks: number }>('GET', '/urls/analytics/overview?timeRange=7d')).body.data.totalClicks;
/** Sum of a metric of one part over its series. */
async function metric(running: Product, part: string, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${running.ports[`${part}:management`]}/metrics`)).text();
  const values = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return values.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

interface Made {
  account: Account;
  apiKey: string;
  plain: string;
  plainId: string;
  locked: string;
  code: { id: string; picture: Buffer };
  templates: unknown;
  webhook: { id: string; secret: string };
  /** Of another account, whose sign-in has a second step. */
  secondStep: { account: Account; secret: string; enabledAtMs: number };
}
async function pictureOf(running: Product, account: Pick<Account, 'accessToken'>, id: string): Promise<Buffer> {
  const response = await fetch(`${running.appUrl}/api/qrcodes/${id}/export?format=png&size=400`, {
    headers: { authorization: `Bearer ${account.accessToken}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function withSecondStep(running: Product): Promise<Made['secondStep']> {
  const account = await openAccount(running);
  const mail = await eventually(async () => (await running.mailbox()).find(({ to }) => to === account.email) ?? false, {
    timeoutMs: 60_000,
  });
  const token = /token=([\w-]+)/.exec(mail.text)![1]!;
  expect((await callApi(running, 'POST', '/auth/verify-email', { token })).status).toBe(200);
  const { secret } = (await account.call<{ secret: string }>('POST', '/auth/two-factor/setup', { password: PASSWORD })).body.data;
  const enabledAtMs = Date.now();
  const enabled = await account.call('POST', '/auth/two-factor/enable', { code: authenticatorApp(secret, enabledAtMs) });
  expect([enabled.status, enabled.body.code]).toEqual([200, undefined]);
  return { account, secret, enabledAtMs };
}

/** One of everything that is kept. */
async function makeThings(running: Product): Promise<Made> {
  const account = await openAccount(running, { trial: true });
  const create = async <T>(path: string, body: unknown) => {
    const answer = await account.call<T>('POST', path, body);
    expect([answer.status, answer.body.code]).toEqual([201, undefined]);
    return answer.body.data;
  };
  const plain = await create<{ id: string; slug: string }>('/urls/shorten', { originalUrl: 'https://example.com/plain', tags: ['kept'] });
  const locked = await create<{ slug: string }>('/urls/shorten', { originalUrl: 'https://example.com/locked', password: 'sesame-street' });
  const logo = `data:image/png;base64,${(
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#0b6b4f' } })
      .png()
      .toBuffer()
  ).toString('base64')}`;
  const customization = { color: '#0b3b8f', frontendCustomization: { style: 'dot', foregroundColor: '#0b3b8f', logo, logoSize: 18 } };
  const code = await create<{ id: string }>('/qrcodes/generate', { content: 'https://example.com/menu', type: 'url', customization });
  await create('/qrcodes/templates', { name: 'House style', customization });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`;
  const webhook = await create<{ id: string; secret: string }>('/webhooks', { url, events: ['link_created', 'link_clicked'] });
  const { apiKey } = (await account.call<{ apiKey: string }>('GET', '/users/me')).body.data;
  return {
    account,
    apiKey,
    plain: plain.slug,
    plainId: plain.id,
    locked: locked.slug,
    code: { id: code.id, picture: await pictureOf(running, account, code.id) },
    templates: (await account.call('GET', '/qrcodes/templates')).body.data,
    webhook,
    secondStep: await withSecondStep(running),
  };
}

describe('a whole product', () => {
  const SEEN = 3;
  const IN_BUS = 4;
  const IN_SPOOL = 5;
  let made: Made;

  it('is not backed up while it runs', async () => {
    product = await startProduct({ dataDir: original, environment });
    made = await makeThings(product);
    await visits(product, made.plain, SEEN);
    await eventually(async () => expect(await clicksOf(made.account)).toBe(SEEN), { timeoutMs: 60_000 });
    expect(await tool('backup', original)).toEqual({ code: 1, said: expect.stringContaining('already runs') });
  }, 300_000);

  it('ends with clicks in the bus that nobody consumed and clicks in the spool that never reached the bus', async () => {
    const running = product!;
    const analytics = running.processes()['analytics']!;
    freeze(analytics);
    await visits(running, made.plain, IN_BUS);
    await eventually(async () => expect(await metric(running, 'redirect', 'linqr_edge_clicks_shipped_total')).toBe(SEEN + IN_BUS), {
      timeoutMs: 30_000,
    });
    // The database hangs, so nothing leaves the edge any more; its visitors do not notice.
    const postmaster = postmasterOf(running);
    const thaw = freeze(postmaster);
    await visits(running, made.plain, IN_SPOOL);
    expect(await metric(running, 'redirect', 'linqr_edge_clicks_appended_total')).toBe(SEEN + IN_BUS + IN_SPOOL);
    expect(await metric(running, 'redirect', 'linqr_edge_clicks_shipped_total')).toBe(SEEN + IN_BUS);
    const parts = Object.entries(running.processes());
    await running.kill();
    process.kill(analytics, 'SIGKILL');
    for (const [name, pid] of parts) expect([name, await waitForEnd(pid, 60_000)]).toEqual([name, true]);
    expect(await tool('backup', original)).toEqual({ code: 1, said: expect.stringContaining('still ending: postgres') });
    thaw();
    expect(await waitForEnd(postmaster, 30_000)).toBe(true);
    product = undefined;
  }, 180_000);

  it('comes back row by row from its archive, in an empty folder', async () => {
    const before = await everyRow(original);
    // Nothing is compared with nothing.
    for (const table of [
      'auth.public.users',
      'link.public.links',
      'qr.public.qr_codes',
      'qr.public.qr_templates',
      'webhook.public.endpoints',
    ])
      expect([table, before[table]?.rows]).toEqual([table, ['auth.public.users', 'link.public.links'].includes(table) ? 2 : 1]);
    expect(before['clickhouse.clicks_raw_v1']).toMatchObject({ rows: SEEN });
    expect(before['clickhouse.clicks_per_day_v1']!.rows).toBeGreaterThan(0);
    expect((await tool('backup', original)).code).toBe(0);
    expect(await tool('restore', restored)).toEqual({ code: 0, said: expect.stringContaining('Restored') });
    expect(await everyRow(restored)).toEqual(before);
  }, 120_000);

  it('goes on from there: sign-in, links, codes, sealed keys, deliveries; and no click is lost or counted twice', async () => {
    // The original is gone, as it would be.
    rmSync(original, { recursive: true });
    product = await startProduct({ dataDir: restored, environment });
    const running = product;
    const { accessToken } = await signIn(running, made.account);
    const account: Account = {
      ...made.account,
      accessToken,
      call: (method, path, body) => callApi(running, method, path, body, { authorization: `Bearer ${accessToken}` }),
    };
    await eventually(async () => expect(await clicksOf(account)).toBe(SEEN + IN_BUS + IN_SPOOL), { timeoutMs: 60_000 });

    // Sessions and keys go on as well: the token that was given before, the refresh token, the sealed API key.
    const earlier = await callApi(running, 'GET', '/users/me', undefined, { authorization: `Bearer ${made.account.accessToken}` });
    expect(earlier.status).toBe(200);
    expect((await callApi(running, 'POST', '/auth/refresh', { refreshToken: made.account.refreshToken })).status).toBe(200);
    expect((await account.call<{ apiKey: string }>('GET', '/users/me')).body.data.apiKey).toBe(made.apiKey);
    expect((await callApi(running, 'GET', '/urls', undefined, { authorization: `Bearer ${made.apiKey}` })).status).toBe(200);

    // A click of now comes after all that were under way: had one of those been counted twice, this sum would be passed.
    expect((await visit(running, made.plain)).headers.get('location')).toBe('https://example.com/plain');
    await eventually(async () => expect(await clicksOf(account)).toBe(SEEN + IN_BUS + IN_SPOOL + 1), { timeoutMs: 60_000 });
    expect([302, 303]).toContain((await unlock(running, made.locked)).status);
    expect((await pictureOf(running, account, made.code.id)).equals(made.code.picture)).toBe(true);
    expect((await account.call('GET', '/qrcodes/templates')).body.data).toEqual(made.templates);

    await deliveryIsSigned(account, made.webhook.secret);
  }, 180_000);

  it('goes on when every one of its keys is replaced and the former ones are gone: what they sealed opens, what they signed is asked for again', async () => {
    const before = product!;
    const session = await signIn(before, made.account);
    const cookie = (await unlock(before, made.locked)).headers.get('set-cookie')!.split(';')[0]!;
    const opens = (running: Product) =>
      fetch(`${running.shortUrl}/${made.locked}`, { redirect: 'manual', headers: { 'user-agent': PHONE, cookie } });
    expect((await opens(before)).status).toBe(302);
    await before.stop();
    const rotated = await rotateKeys(restored);
    expect(rotated).toEqual(expect.arrayContaining(['api-key-encryption-key', 'csrf-secret', 'database-password', 'visitor-hash-key']));
    product = await startProduct({ dataDir: restored, environment });
    const running = product;

    // The access token is refused; the refresh token, which is stored and not signed, brings the next.
    const by = (token: string) => ({ authorization: `Bearer ${token}` });
    expect((await callApi(running, 'GET', '/users/me', undefined, by(session.accessToken))).status).toBe(401);
    const refreshed = await callApi<{ accessToken: string }>(running, 'POST', '/auth/refresh', { refreshToken: session.refreshToken });
    expect(refreshed.status).toBe(200);
    const { accessToken } = refreshed.body.data;
    const account: Account = {
      ...made.account,
      accessToken,
      call: (method, path, body) => callApi(running, method, path, body, by(accessToken)),
    };
    // Everything is sealed again by itself; then nobody needs the former keys.
    for (const [part, tables] of Object.entries({ auth: ['api_keys', 'two_factor'], webhook: ['endpoint_secrets'] })) {
      await eventually(
        async () => {
          const text = await (await fetch(`http://127.0.0.1:${running.ports[`${part}:management`]}/metrics`)).text();
          for (const table of tables) expect(text).toMatch(new RegExp(`^secrets_under_old_keys\\{[^}]*table="${table}"[^}]*\\} 0$`, 'm'));
        },
        { timeoutMs: 60_000, intervalMs: 100 },
      );
    }
    dropFormerKeys(restored);
    await running.killPart('auth');
    await running.killPart('webhook');
    await eventually(async () => expect((await account.call('GET', '/users/me')).status).toBe(200), { timeoutMs: 60_000, intervalMs: 100 });
    expect((await account.call<{ apiKey: string }>('GET', '/users/me')).body.data.apiKey).toBe(made.apiKey);
    expect((await callApi(running, 'GET', '/urls', undefined, by(made.apiKey))).status).toBe(200);
    await eventually(async () => expect((await account.call('GET', '/webhooks')).status).toBe(200), { timeoutMs: 60_000, intervalMs: 100 });
    await deliveryIsSigned(account, made.webhook.secret);
    // The secret of the authenticator app opens: its next code finishes the sign-in.
    const { account: guarded, secret, enabledAtMs } = made.secondStep;
    const first = await callApi<{ challenge: string }>(running, 'POST', '/auth/login', { email: guarded.email, password: PASSWORD });
    const code = authenticatorApp(secret, Math.max(Date.now(), enabledAtMs + 30_000));
    const second = await callApi(running, 'POST', '/auth/login/two-factor', { challenge: first.body.data.challenge, code });
    expect([second.status, second.body.code]).toEqual([200, undefined]);
    // The form again, and its password opens the link as before.
    expect((await opens(running)).status).toBe(200);
    expect([302, 303]).toContain((await unlock(running, made.locked)).status);
    // The same visitor counts as a new one, once; no click is missing.
    for (let i = 0; i < 2; i++) expect((await visit(running, made.plain)).status).toBe(302);
    const figures = async () => (await account.call('GET', `/urls/${made.plainId}/analytics?timeRange=7d`)).body.data;
    const wanted = { totalClicks: SEEN + IN_BUS + IN_SPOOL + 3, uniqueClicks: 2 };
    await eventually(async () => expect(await figures()).toMatchObject(wanted), { timeoutMs: 60_000 });
  }, 180_000);
});
