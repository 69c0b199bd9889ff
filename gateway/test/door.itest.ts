import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBus } from '@linqr/platform/bus';
import { newId } from '@linqr/platform/ids';
import { createLogger } from '@linqr/platform/logging';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import { eventually } from '@linqr/testing/eventually';
import { cookiesOf, type RunningGateway, startTestGateway } from './gateway.harness.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ SIGN_IN_CALLS_PER_MINUTE: '100000', REQUESTS_PER_MINUTE: '100000' });
}, 60_000);
afterAll(() => gateway.stop());

interface ErrorBody {
  success: boolean;
  message: string;
  code: string;
  details: { field: string; message: string }[];
  requestId: string;
}

const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(gateway.origin + path, init);
  return { response, body: (await response.json()) as ErrorBody & { data: Record<string, unknown> } };
};
const json = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

describe('the error envelope', () => {
  it('comes even where the request could not be read as HTTP: header fields beyond the limit', async () => {
    const { response, body } = await call(`/api/urls?search=${'x'.repeat(20_000)}`);
    expect(response.status).toBe(431);
    expect(body).toMatchObject({ success: false, code: 'HEADERS_TOO_LARGE', requestId: response.headers.get('x-request-id') });
  });

  it('names code, sentence, details and request id, and repeats the id in the header', async () => {
    const { response, body } = await call('/api/auth/login', json('POST', {}));
    expect(response.status).toBe(400);
    expect(body).toEqual({
      success: false,
      message: 'Email is required',
      code: 'VALIDATION_FAILED',
      details: [
        { field: 'email', message: 'Email is required' },
        { field: 'password', message: 'Password is required' },
      ],
      requestId: response.headers.get('x-request-id'),
    });
  });

  it.each([
    [
      'malformed JSON',
      '/api/auth/login',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"email":' },
      400,
      'BODY_MALFORMED',
    ],
    ['a body that is no object', '/api/auth/login', json('POST', [1, 2]), 400, 'VALIDATION_FAILED'],
    [
      'a body of another type',
      '/api/auth/login',
      { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' },
      400,
      'VALIDATION_FAILED',
    ],
    ['no body', '/api/auth/login', { method: 'POST' }, 400, 'VALIDATION_FAILED'],
    ['a field of another type', '/api/auth/login', json('POST', { email: { $gt: '' }, password: ['x'] }), 400, 'VALIDATION_FAILED'],
    ['a body over the limit', '/api/auth/login', json('POST', { email: 'x'.repeat(300_000) }), 413, 'PAYLOAD_TOO_LARGE'],
    [
      'a broken content encoding',
      '/api/auth/login',
      { method: 'POST', headers: { 'content-type': 'application/json', 'content-encoding': 'br' }, body: 'xx' },
      400,
      'BODY_MALFORMED',
    ],
    ['a broken escape in the path', '/api/urls/%E0%A4%A', {}, 400, 'BODY_MALFORMED'],
    ['an unknown route', '/api/nothing-here', {}, 404, 'NOT_FOUND'],
    ['an unknown API version', '/api/urls', { headers: { 'x-api-version': 'v9' } }, 400, 'API_VERSION_UNSUPPORTED'],
    ['no session', '/api/urls', {}, 401, 'NOT_SIGNED_IN'],
    ['nonsense as a token', '/api/urls', { headers: { authorization: 'Bearer a.b.c' } }, 401, 'NOT_SIGNED_IN'],
    ['a refresh without a token', '/api/auth/refresh', { method: 'POST' }, 401, 'REFRESH_TOKEN_INVALID'],
  ] as [string, string, RequestInit, number, string][])('answers %s with its own status and code', async (_, path, init, status, code) => {
    const { response, body } = await call(path, init);
    expect([response.status, body.code, body.success]).toEqual([status, code, false]);
  });

  it('answers nested and random bodies with a 4xx, never a 5xx', async () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 2_000; depth++) nested = [nested];
    const bodies = [
      JSON.stringify(nested),
      JSON.stringify({ email: nested }),
      '"text"',
      'null',
      '1e999',
      '{"__proto__":{"admin":true}}',
      randomBytes(500).toString('latin1'),
    ];
    for (const body of bodies) {
      const response = await fetch(`${gateway.origin}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(response.status).toBe(400);
    }
  });

  it('says 503 PART_UNAVAILABLE with Retry-After when a service is down', async () => {
    const { response, body } = await call('/api/subscription/plans');
    expect([response.status, body.code]).toEqual([503, 'PART_UNAVAILABLE']);
    expect(response.headers.get('retry-after')).toBe('1');
  });
});

describe('the base path', () => {
  it.each(['/api/auth/refresh', '/api/v1/auth/refresh', '/api/api/auth/refresh'])('%s reaches the same route', async (path) => {
    expect((await call(path, { method: 'POST' })).body.code).toBe('REFRESH_TOKEN_INVALID');
  });
});

describe('anti-forgery', () => {
  it('refuses an unsafe call that carries a session cookie without the token, and takes it with the token', async () => {
    const cookies = cookiesOf(await fetch(`${gateway.origin}/api/health`));
    const cookie = `${Object.entries(cookies)
      .map(([k, v]) => `${k}=${v}`)
      .join('; ')}; accessToken=${gateway.accessToken()}`;
    const without = await call('/api/auth/logout', json('POST', {}, { cookie }));
    expect([without.response.status, without.body.code]).toEqual([403, 'CSRF_TOKEN_INVALID']);
    const forged = await call('/api/auth/logout', json('POST', {}, { cookie, 'x-xsrf-token': 'a.b' }));
    expect(forged.body.code).toBe('CSRF_TOKEN_INVALID');
    const withToken = await call('/api/auth/logout', json('POST', {}, { cookie, 'x-xsrf-token': cookies['XSRF-TOKEN']! }));
    expect(withToken.response.status).toBe(200);
  });

  it('refuses a token made for another browser', async () => {
    const mine = cookiesOf(await fetch(`${gateway.origin}/api/health`));
    const theirs = cookiesOf(await fetch(`${gateway.origin}/api/health`));
    const cookie = `lq_seed=${mine['lq_seed']}; XSRF-TOKEN=${theirs['XSRF-TOKEN']}; accessToken=${gateway.accessToken()}`;
    const { body } = await call('/api/auth/logout', json('POST', {}, { cookie, 'x-xsrf-token': theirs['XSRF-TOKEN']! }));
    expect(body.code).toBe('CSRF_TOKEN_INVALID');
  });

  it('does not ask it of calls without a session cookie', async () => {
    const { body } = await call(
      '/api/urls/shorten',
      json('POST', { originalUrl: 'https://example.com' }, { authorization: `Bearer ${gateway.accessToken()}` }),
    );
    expect(body.code).toBe('PART_UNAVAILABLE');
  });
});

describe('sessions', () => {
  it('accepts a good access token from header or cookie and refuses an expired one by its own code', async () => {
    const header = await call('/api/urls', { headers: { authorization: `Bearer ${gateway.accessToken()}` } });
    const cookie = await call('/api/urls', { headers: { cookie: `accessToken=${gateway.accessToken()}` } });
    expect([header.body.code, cookie.body.code]).toEqual(['PART_UNAVAILABLE', 'PART_UNAVAILABLE']);
    const expired = await call('/api/urls', { headers: { authorization: `Bearer ${gateway.accessToken({ expiresInSeconds: -1 })}` } });
    expect([expired.response.status, expired.body.code]).toEqual([401, 'SESSION_EXPIRED']);
  });

  it('keeps admin routes from users', async () => {
    const { response, body } = await call('/api/admin/users', { headers: { authorization: `Bearer ${gateway.accessToken()}` } });
    expect([response.status, body.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('refuses a token whose session was ended elsewhere, within seconds', async () => {
    const bus = await openBus({ url: gateway.busUrl, clientId: 'test', logger: createLogger({ service: 'test', level: 'silent' }) });
    const sessionId = newId('ses');
    const token = gateway.accessToken({ sessionId });
    const event = {
      eventId: newId('evt'),
      occurredAtMs: Date.now(),
      change: AccountChange.ACCOUNT_CHANGE_SESSION_REVOKED,
      userId: 'usr_test',
      workspaceId: 'ws_test',
      sessionId,
      emailSha256: '',
    };
    await bus.publish('account.changed.v1', [{ key: 'usr_test', value: AccountChanged.encode(event).finish() }]);
    await eventually(async () => {
      expect((await call('/api/urls', { headers: { authorization: `Bearer ${token}` } })).body.code).toBe('SESSION_EXPIRED');
    });
    const other = await call('/api/urls', { headers: { authorization: `Bearer ${gateway.accessToken()}` } });
    expect(other.body.code).toBe('PART_UNAVAILABLE');
    await bus.close();
  });
});

describe('what everybody may see', () => {
  it('reports health with its parts and stays 200 while services are down', async () => {
    const { response, body } = await call('/api/health');
    expect(response.status).toBe(200);
    expect(body.data['status']).toBe('degraded');
    expect(Object.keys(body.data['parts'] as object).sort()).toEqual(['analytics', 'auth', 'billing', 'link', 'qr', 'webhook']);
  });

  it('documents every route it has, with the envelope of success and failure', async () => {
    const document = (await (await fetch(`${gateway.origin}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    };
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.length).toBeGreaterThan(40);
    for (const operation of operations) {
      // The way to a sign-in provider answers with redirects.
      expect(Object.keys(operation.responses).some((s) => /^[23]/.test(s))).toBe(true);
      expect(operation.responses['400']).toBeDefined();
    }
  });

  it('documents files and streams by their media types', async () => {
    const { paths } = (await (await fetch(`${gateway.origin}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>;
    };
    const typesOf = (path: string) => Object.keys(paths[path]!['get']!.responses['200']!.content ?? {});
    expect(typesOf('/api/qrcodes/{id}/export')).toEqual(['image/png', 'image/svg+xml', 'application/pdf', 'image/jpeg', 'image/webp']);
    expect(typesOf('/api/urls/{id}/analytics')).toEqual(['application/json', 'text/csv']);
    expect(typesOf('/api/urls/{id}/analytics/realtime')).toEqual(['application/json', 'text/event-stream']);
    expect(JSON.stringify(paths)).not.toContain('x-media');
  });

  it('sends the security headers', async () => {
    const { headers } = await fetch(`${gateway.origin}/api/health`);
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect([headers.get('x-content-type-options'), headers.get('x-frame-options'), headers.get('x-powered-by')]).toEqual([
      'nosniff',
      'DENY',
      null,
    ]);
  });

  it('shows liveness, readiness and metrics on the management port only', async () => {
    for (const path of ['/healthz/live', '/healthz/ready', '/metrics'])
      expect((await fetch(gateway.managementOrigin + path)).status).toBe(200);
    expect((await fetch(`${gateway.origin}/metrics`)).status).toBe(404);
  });
});

describe('flood limits', () => {
  it('answers 429 with Retry-After once an address used up its minute, and counts addresses apart behind a trusted proxy', async () => {
    const limited = await startTestGateway({ SIGN_IN_CALLS_PER_MINUTE: '3', TRUSTED_PROXIES: 'loopback' });
    try {
      const attempt = (address: string) => fetch(`${limited.origin}/api/auth/login`, json('POST', {}, { 'x-forwarded-for': address }));
      const statuses = [];
      for (let i = 0; i < 5; i++) statuses.push((await attempt('203.0.113.7')).status);
      expect(statuses).toEqual([400, 400, 400, 429, 429]);
      const last = await attempt('203.0.113.7');
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(((await last.json()) as ErrorBody).code).toBe('RATE_LIMITED');
      expect((await attempt('203.0.113.8')).status).toBe(400);
    } finally {
      await limited.stop();
    }
  });

  it('does not believe forwarded addresses from peers that are no trusted proxy', async () => {
    const limited = await startTestGateway({ SIGN_IN_CALLS_PER_MINUTE: '2', TRUSTED_PROXIES: '10.0.0.0/8' });
    try {
      const statuses = [];
      for (let i = 0; i < 4; i++)
        statuses.push((await fetch(`${limited.origin}/api/auth/login`, json('POST', {}, { 'x-forwarded-for': `203.0.113.${i}` }))).status);
      expect(statuses).toEqual([400, 400, 429, 429]);
    } finally {
      await limited.stop();
    }
  });
});
