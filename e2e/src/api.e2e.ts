import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { type Product, startProduct } from '@linqr/testing/product';
import { type Account, callApi, openAccount } from './account.js';
import { PASSWORD, PHONE } from './person.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({
    environment: { THROTTLE_FACTOR: '100', SIGN_IN_CALLS_PER_MINUTE: '10000', REQUESTS_PER_MINUTE: '100000' },
  });
}, 300_000);
afterAll(() => product?.stop(), 60_000);

interface Link {
  id: string;
  _id: string;
  shortUrl: string;
  slug: string;
  clicks: number;
  hasPassword: boolean;
  [field: string]: unknown;
}
const shorten = (account: Account, fields: object = {}, headers = {}) =>
  account.call<Link>('POST', '/urls/shorten', { originalUrl: 'https://example.com/page', ...fields }, headers);
const visit = (url: string, headers: Record<string, string> = {}) => fetch(url, { redirect: 'manual', headers });

describe('the success envelope', () => {
  it('carries fields that clients read at two depths at both', async () => {
    const account = await openAccount(product);
    await shorten(account);
    const depths: [string, string, string[]][] = [
      ['GET', '/auth/profile', ['user']],
      ['GET', '/subscription/usage', ['usage', 'plan', 'currentPlan']],
      ['GET', '/users/me', ['apiKey']],
      ['GET', '/urls', ['urls']],
      ['POST', '/users/regenerate-api-key', ['apiKey']],
    ];
    for (const [method, path, fields] of depths) {
      const { body } = await account.call(method, path);
      for (const field of fields) {
        expect(body[field]).toBeDefined();
        expect(body[field]).toEqual(body.data[field]);
      }
    }
    const refreshed = await callApi<{ accessToken: string }>(product, 'POST', '/api/auth/refresh', { refreshToken: account.refreshToken });
    expect(refreshed.body['accessToken']).toEqual(refreshed.body.data.accessToken);
  });

  it('gives every entity both ids, ISO dates and no secret', async () => {
    const account = await openAccount(product, { trial: true });
    const { status, body } = await shorten(account, {
      password: 'open sesame',
      expiresAt: '2030-01-02T03:04:05Z',
      title: 'A',
      tags: ['x', 'y'],
      redirectType: 307,
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      _id: body.data.id,
      hasPassword: true,
      expiresAt: '2030-01-02T03:04:05.000Z',
      tags: ['x', 'y'],
      redirectType: 307,
      clicks: 0,
    });
    expect(JSON.stringify(body)).not.toContain('open sesame');
  });
});

describe('links', () => {
  it('creates, reads, lists, changes and deletes, with exact usage', async () => {
    const account = await openAccount(product);
    const { body } = await shorten(account, { customAlias: `spring-${Date.now()}`, title: 'Spring' });
    const id = body.data.id;
    expect((await account.call<Link>('GET', `/urls/${id}`)).body.data['customAlias']).toBe(body.data.slug);
    const listed = await account.call<{ urls: Link[]; pagination: object }>('GET', '/urls?search=spring&filter=custom');
    expect(listed.body.data).toMatchObject({ urls: [{ id }], pagination: { page: 1, limit: 50, total: 1, totalPages: 1 } });
    expect((await account.call<{ urls: Link[] }>('GET', '/urls?filter=expired')).body.data.urls).toEqual([]);
    const changed = await account.call<Link>('PUT', `/urls/${id}`, { title: 'Summer', tags: [], redirectType: 301 });
    expect(changed.body.data).toMatchObject({ title: 'Summer', redirectType: 301, originalUrl: 'https://example.com/page' });
    expect((await account.call('DELETE', `/urls/${id}`)).status).toBe(200);
    expect((await account.call('GET', `/urls/${id}`)).body.code).toBe('LINK_NOT_FOUND');
    // Deleting does not give its use of the month back; a refused creation costs nothing.
    expect((await shorten(account, { originalUrl: 'javascript:alert(1)' })).body.code).toBe('DESTINATION_NOT_ALLOWED');
    expect((await account.call<{ usage: object }>('GET', '/subscription/usage')).body.data.usage).toEqual({
      linksCreated: 1,
      qrCodesGenerated: 0,
    });
  });

  it('answers a repeated Idempotency-Key with the first link', async () => {
    const account = await openAccount(product);
    const headers = { 'idempotency-key': `once-${Date.now()}` };
    const answers = await Promise.all(Array.from({ length: 5 }, () => shorten(account, {}, headers)));
    expect(new Set(answers.map((a) => a.body.data.id)).size).toBe(1);
    expect((await account.call<{ usage: { linksCreated: number } }>('GET', '/subscription/usage')).body.data.usage.linksCreated).toBe(1);
  });

  it('lets exactly the limit through when more come at once, and exactly one owner have an alias', async () => {
    const account = await openAccount(product);
    const answers = await Promise.all(Array.from({ length: 70 }, () => shorten(account)));
    expect(answers.filter((a) => a.status === 201)).toHaveLength(50);
    for (const refused of answers.filter((a) => a.status !== 201)) {
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        403,
        'PLAN_LIMIT_REACHED',
        'You have reached your plan limit. Please upgrade to continue.',
      ]);
    }
    const rivals = await Promise.all(Array.from({ length: 4 }, () => openAccount(product)));
    const alias = `race-${Date.now()}`;
    const race = await Promise.all(
      rivals.flatMap((rival) => [shorten(rival, { customAlias: alias }), shorten(rival, { customAlias: alias })]),
    );
    expect(race.filter((a) => a.status === 201)).toHaveLength(1);
    expect(new Set(race.filter((a) => a.status !== 201).map((a) => a.body.code))).toEqual(new Set(['LINK_ALIAS_TAKEN']));
  }, 60_000);

  it('answers another tenant exactly as if the link did not exist', async () => {
    const [owner, stranger] = await Promise.all([openAccount(product), openAccount(product)]);
    const { body } = await shorten(owner);
    const id = body.data.id;
    const nobody = 'lnk_00000000000000000000000000';
    for (const [method, suffix, sent] of [
      ['GET', ''],
      ['PUT', '', { title: 'mine' }],
      ['DELETE', ''],
      ['GET', '/analytics'],
      ['GET', '/analytics/realtime'],
    ] as [string, string, object?][]) {
      const theirs = await stranger.call(method, `/urls/${id}${suffix}`, sent);
      const none = await stranger.call(method, `/urls/${nobody}${suffix}`, sent);
      expect([theirs.status, { ...theirs.body, requestId: '' }]).toEqual([none.status, { ...none.body, requestId: '' }]);
      expect(theirs.status).toBe(404);
    }
    expect((await owner.call<Link>('GET', `/urls/${id}`)).body.data['title']).toBe('');
  });
});

describe('the rules of section 5 of the specification', () => {
  it('hold at the server for whoever brings no screen: each names its field, and says what the screen would', async () => {
    const account = await openAccount(product, { trial: true });
    const link = (await shorten(account)).body.data;
    const code = (await account.call<{ id: string }>('POST', '/qrcodes/generate', { type: 'url', content: 'https://example.com' })).body
      .data;
    const person = { name: 'Ada', email: 'rules@example.com', password: PASSWORD };
    const contact = { name: 'Ada', email: 'ada@example.com', type: 'general', subject: 'Hi', message: 'Hello' };
    const weak = 'Please ensure your password meets all requirements';
    const rules: [method: string, path: string, body: object, field: string, message?: string][] = [
      ['POST', '/urls/shorten', {}, 'originalUrl', 'Please enter a URL to shorten'],
      ['POST', '/urls/shorten', { originalUrl: '' }, 'originalUrl', 'Please enter a URL to shorten'],
      ['POST', '/urls/shorten', { originalUrl: 'not a url' }, 'originalUrl', 'Please enter a valid URL'],
      ['PUT', `/urls/${link.id}`, { originalUrl: ' ' }, 'originalUrl', 'Destination URL is required'],
      ['PUT', `/urls/${link.id}`, { originalUrl: 'not a url' }, 'originalUrl', 'Please enter a valid URL'],
      ['POST', '/qrcodes/generate', { type: 'url' }, 'content', 'Please enter content for the QR code'],
      ['POST', '/qrcodes/generate', { type: 'text', content: '' }, 'content', 'Please enter content for the QR code'],
      ['PUT', `/qrcodes/${code.id}`, { content: '' }, 'content', 'Content is required'],
      ['PUT', `/qrcodes/${code.id}`, { content: 'not a url' }, 'content', 'Please enter a valid URL'],
      ['PUT', `/qrcodes/${code.id}`, { customization: { color: '#12345g' } }, 'customization.color'],
      ['PUT', `/qrcodes/${code.id}`, { customization: { frontendCustomization: { foregroundColor: '#1234567' } } }, 'customization'],
      ['POST', '/auth/register', { ...person, name: '' }, 'name', 'Name is required'],
      ['POST', '/auth/register', { ...person, email: '' }, 'email', 'Email is required'],
      ['POST', '/auth/register', { ...person, password: '' }, 'password'],
      ...['Sh0rt!x', 'no-upper-1', 'NO-LOWER-1', 'No-digits!', 'NoSpecial1'].map((password): [string, string, object, string, string] => [
        'POST',
        '/auth/register',
        { ...person, password },
        'password',
        weak,
      ]),
      ['POST', '/auth/login', { email: '', password: '' }, 'email', 'Email is required'],
      ['POST', '/auth/login', { email: person.email, password: '' }, 'password', 'Password is required'],
      ['POST', '/auth/change-password', { newPassword: 'N3w-enough!' }, 'currentPassword'],
      ['POST', '/auth/change-password', { currentPassword: PASSWORD }, 'newPassword'],
      [
        'POST',
        '/auth/change-password',
        { currentPassword: PASSWORD, newPassword: 'short' },
        'newPassword',
        'Password must be at least 8 characters long',
      ],
      ['DELETE', '/auth/account', { password: PASSWORD }, 'confirm'],
      ['DELETE', '/auth/account', { confirm: 'delete', password: PASSWORD }, 'confirm'],
      ['POST', '/webhooks', { events: ['link_created'] }, 'url', 'Please fill all required fields'],
      ['POST', '/webhooks', { url: 'https://hooks.example.com', events: [] }, 'events', 'Please fill all required fields'],
      ...(['name', 'email', 'subject', 'message'] as const).map((field): [string, string, object, string] => [
        'POST',
        '/contact',
        { ...contact, [field]: '' },
        field,
      ]),
    ];
    const broken: unknown[] = [];
    for (const [method, path, body, field, message] of rules) {
      const answer = await account.call(method, path, body);
      const detail = answer.body.details?.find((each) => each.field.startsWith(field));
      if (answer.status !== 400 || !detail || (message && !`${detail.message} ${answer.body.message}`.includes(message)))
        broken.push([method, path, body, answer.status, answer.body]);
    }
    expect(broken).toEqual([]);
    // Tags are trimmed, and empty ones dropped.
    const tagged = await account.call<{ tags: string[] }>('PUT', `/urls/${link.id}`, { tags: [' a ', '', '  ', 'b'] });
    expect(tagged.body.data.tags).toEqual(['a', 'b']);
  }, 60_000);
});

describe('redirects', () => {
  it('count each visit once, show it within 2 s everywhere, and never take their destination from the visitor', async () => {
    const account = await openAccount(product);
    const { body } = await shorten(account);
    const { id, shortUrl } = body.data;
    for (let i = 0; i < 20; i++) {
      const answer = await visit(`${shortUrl}?url=https://evil.example&redir_url=//evil.example`, {
        'user-agent': PHONE,
        'x-forwarded-for': `8.8.4.${i % 4}`,
        referer: 'https://social.example/post',
      });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://example.com/page']);
    }
    const answeredAt = Date.now();
    await eventually(async () => (await account.call<{ urls: Link[] }>('GET', '/urls')).body.data.urls[0]?.clicks === 20);
    expect(Date.now() - answeredAt).toBeLessThan(2_000);
    const { body: analytics } = await account.call('GET', `/urls/${id}/analytics?timeRange=24h`);
    expect(analytics.data).toMatchObject({
      totalClicks: 20,
      uniqueClicks: 4,
      mobileClicks: 20,
      todayClicks: 20,
      devices: [{ type: expect.stringMatching(/mobile/i), clicks: 20 }],
      countries: [{ name: 'US', clicks: 20 }],
      referrers: [{ name: 'social.example', clicks: 20 }],
    });
    // The public API's name of the same.
    expect((await account.call('GET', `/analytics/${id}?timeRange=24h`)).body.data).toMatchObject({ totalClicks: 20, uniqueClicks: 4 });
    const whole = await fetch(`${product.appUrl}/api/auth/export`, { headers: { authorization: `Bearer ${account.accessToken}` } });
    expect(whole.headers.get('content-disposition')).toContain('attachment');
    expect(await whole.json()).toMatchObject({ user: { id: account.userId }, links: [{ id }] });
    expect((await account.call('GET', '/urls/analytics/overview')).body.data).toMatchObject({
      totalClicks: 20,
      totalLinks: 1,
      activeLinks: 1,
      topLinks: [{ id, clicks: 20 }],
    });
    const csv = await fetch(`${product.appUrl}/api/urls/${id}/analytics?format=csv`, {
      headers: { authorization: `Bearer ${account.accessToken}` },
    });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(await csv.text()).toContain('country,US,20,4');
  });

  it('stream clicks as they happen', async () => {
    const account = await openAccount(product);
    const { body } = await shorten(account);
    const gone = new AbortController();
    const stream = await fetch(`${product.appUrl}/api/urls/${body.data.id}/analytics/realtime`, {
      headers: { authorization: `Bearer ${account.accessToken}`, accept: 'text/event-stream' },
      signal: gone.signal,
    });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const reading = (async () => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        text += value;
      }
    })().catch(() => {});
    await eventually(() => text.includes('retry:'));
    await visit(body.data.shortUrl, { 'user-agent': PHONE });
    const clickedAt = Date.now();
    await eventually(() => text.includes('event: click'));
    expect(Date.now() - clickedAt).toBeLessThan(2_000);
    gone.abort();
    await reading;
  });

  it('show a friendly page for an expired, an unknown and a protected link, and open the protected one with its password', async () => {
    const account = await openAccount(product, { trial: true });
    const secret = (await shorten(account, { password: 'open sesame' })).body.data;
    const locked = await visit(secret.shortUrl);
    expect([locked.status, locked.headers.get('location')]).toEqual([200, null]);
    expect(await locked.text()).toContain('type="password"');
    expect((await callApi(product, 'POST', `/urls/${secret.id}/unlock`, { password: 'wrong' })).body.code).toBe('LINK_PASSWORD_WRONG');
    expect((await callApi(product, 'POST', `/urls/${secret.id}/unlock`, { password: 'open sesame' })).body.data).toEqual({
      originalUrl: 'https://example.com/page',
    });
    expect((await visit(`${product.shortUrl}/nobodyX`)).status).toBe(404);
    const soon = (await shorten(account, { expiresAt: new Date(Date.now() + 1_500).toISOString() })).body.data;
    expect((await visit(soon.shortUrl)).status).toBe(302);
    await eventually(async () => (await visit(soon.shortUrl)).status === 410);
  });
});

describe('API keys', () => {
  it('open the same API without CSRF, tell their hourly limit, and stop at once when regenerated', async () => {
    const account = await openAccount(product);
    const { body } = await account.call<{ apiKey: string }>('GET', '/users/me');
    const withKey = (key: string) =>
      callApi(product, 'POST', '/v1/urls/shorten', { originalUrl: 'https://example.com' }, { authorization: `Bearer ${key}` });
    const first = await withKey(body.data.apiKey);
    expect(first.status).toBe(201);
    expect([first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')]).toEqual(['100', '99']);
    const fresh = await account.call<{ apiKey: string }>('POST', '/users/regenerate-api-key');
    expect((await withKey(body.data.apiKey)).body.code).toBe('API_KEY_INVALID');
    expect((await withKey(fresh.body.data.apiKey)).status).toBe(201);
  });

  it("allow exactly the hour's calls, whoever counts them", async () => {
    const account = await openAccount(product);
    const { body } = await account.call<{ apiKey: string }>('GET', '/users/me');
    const answers = await Promise.all(
      Array.from({ length: 130 }, () => callApi(product, 'GET', '/v1/urls', undefined, { authorization: `Bearer ${body.data.apiKey}` })),
    );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(100);
    const limited = answers.filter((a) => a.status === 429);
    expect(limited).toHaveLength(30);
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('parts that are not built or not configured', () => {
  it('say so plainly', async () => {
    const account = await openAccount(product);
    expect((await account.call('GET', '/webhooks')).body.data).toEqual({ webhooks: [] });
    const hook = await account.call('POST', '/webhooks', { url: 'https://example.com/in', events: ['link_created'] });
    expect(hook.body).toMatchObject({ code: 'PLAN_FEATURE_REQUIRED', message: expect.stringContaining('Professional') });
    const checkout = await account.call('POST', '/subscription/checkout', { plan: 'starter' });
    expect([checkout.status, checkout.body.code]).toEqual([503, 'BILLING_NOT_CONFIGURED']);
    expect((await shorten(account, { password: 'x' })).body).toMatchObject({
      code: 'PLAN_FEATURE_REQUIRED',
      message: expect.stringContaining('Starter'),
    });
  });
});

describe('admins', () => {
  it('are made on the command line, and delete an account whose links and sessions then stop', async () => {
    const [admin, leaving] = await Promise.all([openAccount(product), openAccount(product)]);
    const { body } = await shorten(leaving);
    expect((await visit(body.data.shortUrl)).status).toBe(302);
    const granted = spawnSync(process.execPath, [join(import.meta.dirname, '../../deploy/local/bin/admin.mjs'), 'grant', admin.email], {
      env: { ...process.env, LINQR_DATA_DIR: product.dataDir },
      encoding: 'utf8',
    });
    expect([granted.status, granted.stderr]).toEqual([0, '']);
    const signedIn = await callApi<{ accessToken: string }>(product, 'POST', '/auth/login', { email: admin.email, password: PASSWORD });
    const asAdmin = { authorization: `Bearer ${signedIn.body.data.accessToken}` };
    expect((await leaving.call('DELETE', `/admin/user/${encodeURIComponent(admin.email)}`)).body.code).toBe('FORBIDDEN');
    const path = `/admin/user/${encodeURIComponent(leaving.email)}`;
    expect((await callApi(product, 'DELETE', path, undefined, asAdmin)).status).toBe(200);
    // Erased, not only ended: nothing says any more that there was a link (ADR 17). Few looks: unknown addresses are counted.
    await eventually(async () => (await visit(body.data.shortUrl)).status === 404, { timeoutMs: 10_000, intervalMs: 500 });
    await eventually(async () => (await leaving.call('GET', '/auth/profile')).status === 401, { timeoutMs: 5_000 });
    expect((await callApi(product, 'DELETE', path, undefined, asAdmin)).body.code).toBe('USER_NOT_FOUND');
  }, 60_000);
});

describe('a part that crashes', () => {
  it('leaves redirects of known links working, answers 503 meanwhile, and comes back by itself', async () => {
    const account = await openAccount(product);
    const { body } = await shorten(account);
    expect((await visit(body.data.shortUrl, { 'user-agent': PHONE })).status).toBe(302);
    await product.killPart('link');
    expect((await visit(body.data.shortUrl, { 'user-agent': PHONE })).status).toBe(302);
    await eventually(async () => (await account.call('GET', '/urls')).status === 200, { timeoutMs: 30_000 });
    await eventually(async () => (await account.call<{ urls: Link[] }>('GET', '/urls')).body.data.urls[0]?.clicks === 2);
  }, 60_000);
});
