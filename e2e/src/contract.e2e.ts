// Every route of the OpenAPI document, as it is served: who may call it, strangers' ids and hostile bodies. Generated, so that a
// new route is covered the day it is written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Product, startProduct } from '@linqr/testing/product';
import fc from 'fast-check';
import { type Account, openAccount } from './account.js';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
}
interface Operation {
  method: string;
  path: string;
  access: 'public' | 'optional' | 'signed-in' | 'admin' | undefined;
  parameters: { name: string; in: string; required?: boolean }[];
  body?: Schema;
  bodyType: string | undefined;
  statuses: string[];
}

/** Ends the session of the caller; tried elsewhere. */
const ENDS_SESSION = /\/auth\/(logout|account$)/;
/** Statuses of the transport that any route can answer with before it is a route. */
const TRANSPORT = ['413', '415', '431'];
const UNKNOWN: Record<string, string> = { default: 'lnk_00000000000000000000000000' };

let product: Product;
/** `POST /api/urls/shorten` → a body that would do, as the Postman collection offers it. */
const examples = new Map<string, Record<string, unknown>>();
let operations: Operation[];
let owner: Account;
let stranger: Account;
/** Path prefix → an id that is the owner's. */
const owned: Record<string, string> = {};

beforeAll(async () => {
  product = await startProduct({
    environment: { THROTTLE_FACTOR: '1000', SIGN_IN_CALLS_PER_MINUTE: '100000', REQUESTS_PER_MINUTE: '1000000' },
  });
  const served = async (path: string) => (await fetch(`${product.appUrl}${path}`)).json();
  const document = (await served('/api/openapi.json')) as { paths: object; components?: { schemas?: object } };
  const collection = (await served('/api/postman.json')) as {
    item: { item: { request: { method: string; url: { raw: string }; body?: { raw: string } } }[] }[];
  };
  for (const { request } of collection.item.flatMap(({ item }) => item))
    if (request.body)
      examples.set(
        `${request.method} ${request.url.raw.replace('{{baseUrl}}', '').replace(/:(\w+)/g, '{$1}')}`,
        JSON.parse(request.body.raw),
      );
  const schemas = document.components?.schemas as Record<string, Schema>;
  // biome-ignore lint/suspicious/noExplicitAny: operations of the document
  operations = Object.entries(document.paths as Record<string, Record<string, any>>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, raw]) => {
        const [bodyType] = Object.keys(raw.requestBody?.content ?? {});
        const schema: Schema | undefined = raw.requestBody?.content?.['application/json']?.schema;
        const body = schema?.$ref ? schemas[schema.$ref.split('/').at(-1)!] : schema;
        return {
          method: method.toUpperCase(),
          path,
          access: raw['x-access'],
          parameters: raw.parameters ?? [],
          bodyType,
          statuses: Object.keys(raw.responses),
          ...(body ? { body } : {}),
        };
      }),
  );
  [owner, stranger] = [await openAccount(product, { trial: true }), await openAccount(product, { trial: true })];
  const made = async (path: string, body: object) =>
    (await owner.call<{ id: string; webhook?: { id: string } }>('POST', path, body)).body.data;
  owned['/api/urls'] = (await made('/urls/shorten', { originalUrl: 'https://example.com/mine' })).id;
  owned['/api/analytics'] = owned['/api/urls'];
  owned['/api/qrcodes'] = (await made('/qrcodes/generate', { content: 'https://example.com/mine', type: 'url' })).id;
  const webhook = await made('/webhooks', { url: 'https://hooks.example.com/mine', events: ['link_created'] });
  owned['/api/webhooks'] = webhook.webhook?.id ?? webhook.id;
  const domain = (await owner.call<{ domain?: { id: string }; id?: string }>('POST', '/domains', { host: 'go.mine-of-a-test.com' })).body
    .data;
  owned['/api/domains'] = domain?.domain?.id ?? domain?.id ?? UNKNOWN['default']!;
  const sessions = (await owner.call<{ sessions: { id: string }[] }>('GET', '/auth/sessions')).body.data.sessions;
  owned['/api/auth/sessions'] = sessions[0]!.id;
}, 300_000);
afterAll(() => product?.stop(), 60_000);

const pathWith = (path: string, id: (name: string) => string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(id(name)));

async function send(account: Account | undefined, method: string, path: string, body?: unknown, type = 'application/json') {
  const response = await fetch(`${product.appUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(account ? { authorization: `Bearer ${account.accessToken}` } : {}),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined || method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  return { status: response.status, text };
}

describe('the document', () => {
  it('names the same calls as docs/calls.md, and who may make each', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/calls.md'), 'utf8');
    const written = [...page.matchAll(/^\| `([A-Z]+ \S+)` \| ([\w-]+) \|/gm)].map(([, call, access]) => `${call} ${access}`);
    const served = operations.map(({ method, path, access }) => `${method} ${path.replace(/^\/api/, '')} ${access}`);
    // The reference itself: files without an envelope, beside the controllers.
    expect(written.sort()).toEqual(served.filter((each) => !each.endsWith(' undefined')).sort());
    expect(served.length - written.length).toBeLessThan(5);
  });
});

describe('who may call', () => {
  it('every route that needs a session answers 401 to nobody, every route of admins 403 to everybody else', async () => {
    const told: string[] = [];
    let [closed, admins] = [0, 0];
    for (const { method, path, access, body } of operations) {
      if (access !== 'signed-in' && access !== 'admin') continue;
      const address = pathWith(path, () => 'x_1');
      const sent = method === 'GET' ? undefined : (examples.get(`${method} ${path}`) ?? (body ? {} : undefined));
      closed++;
      const nobody = await send(undefined, method, address, sent);
      if (nobody.status !== 401 || !nobody.text.includes('"code":"NOT_SIGNED_IN"'))
        told.push(`${method} ${path}: ${nobody.status} to nobody`);
      if (access !== 'admin') continue;
      admins++;
      const other = await send(stranger, method, address, sent);
      if (other.status !== 403 || !other.text.includes('"code":"FORBIDDEN"')) told.push(`${method} ${path}: ${other.status} to a user`);
    }
    expect(told).toEqual([]);
    expect(closed).toBeGreaterThan(80);
    expect(admins).toBeGreaterThan(14);
  }, 120_000);
});

describe('another tenant', () => {
  it('gets the same answer for ids of others as for ids of nobody, on every route with an id', async () => {
    const tried: string[] = [];
    const told: string[] = [];
    const plain = (text: string) => text.replace(/"requestId":"[^"]*"/, '').replace(/"retryAfterSeconds":\d+/, '');
    for (const { method, path, body } of operations.filter(
      (operation) => operation.path.includes('{') && !operation.path.startsWith('/api/admin'),
    )) {
      const prefix = Object.keys(owned)
        .filter((each) => path.startsWith(each))
        .sort((a, b) => b.length - a.length)[0];
      if (!prefix) continue;
      const theirs = owned[prefix]!;
      // The same shape, nobody's.
      const nobodys = theirs.replace(/[0-9a-z]{6}$/i, (end) =>
        [...end]
          .reverse()
          .map((c) => (c === 'a' ? 'b' : 'a'))
          .join(''),
      );
      const sent = method === 'GET' || method === 'DELETE' ? undefined : body ? {} : undefined;
      const one = await send(
        stranger,
        method,
        pathWith(path, () => theirs),
        sent,
      );
      const other = await send(
        stranger,
        method,
        pathWith(path, () => nobodys),
        sent,
      );
      tried.push(`${method} ${path}`);
      if (
        one.status !== other.status ||
        plain(one.text).replaceAll(theirs, '') !== plain(other.text).replaceAll(nobodys, '') ||
        one.status < 400
      )
        told.push(`${method} ${path}: ${one.status} ${one.text.slice(0, 200)} / ${other.status} ${other.text.slice(0, 200)}`);
    }
    expect(told).toEqual([]);
    expect(tried.length).toBeGreaterThan(20);
    // Nothing of the owner's was touched by it.
    expect((await owner.call('GET', `/urls/${owned['/api/urls']}`)).status).toBe(200);
    expect((await owner.call('GET', `/qrcodes/${owned['/api/qrcodes']}`)).status).toBe(200);
  }, 180_000);
});

/** Values that fit nothing: every JSON type, depths and sizes nobody asks for. */
const hostile = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double({ noNaN: true }),
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
  fc.constantFrom<unknown>(
    '\u0000',
    '__proto__',
    { $ne: 1 },
    [[[[[[[[1]]]]]]]],
    'a'.repeat(5_000),
    -1,
    1e308,
    '2026-99-99',
    'javascript:alert(1)',
  ),
  fc.object({ maxDepth: 3, maxKeys: 4 }),
);

describe('hostile bodies and parameters', () => {
  it('are answered with a documented status and the error body, never with a 5xx, on every route', async () => {
    const wrong: string[] = [];
    let calls = 0;
    for (const operation of operations.filter(({ path }) => !ENDS_SESSION.test(path))) {
      const fields = Object.keys(operation.body?.properties ?? {});
      const example = examples.get(`${operation.method} ${operation.path}`) ?? {};
      const anything =
        fields.length > 0 ? fc.record(Object.fromEntries(fields.map((field) => [field, hostile])), { requiredKeys: [] }) : hostile;
      // A call that would do, but for one field: what gets furthest into the product.
      const almost =
        fields.length > 0
          ? fc.tuple(fc.constantFrom(...fields), hostile).map(([field, value]) => ({ ...example, [field]: value }))
          : hostile;
      const bodies = fc.sample(
        fc.oneof({ arbitrary: hostile, weight: 1 }, { arbitrary: anything, weight: 2 }, { arbitrary: almost, weight: 4 }),
        {
          numRuns: operation.method === 'GET' ? 2 : 6,
          seed: 1843,
        },
      );
      const queries = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      for (const [index, body] of bodies.entries()) {
        const id = fc.sample(fc.constantFrom('x', '%00', 'lnk_1', '..', 'a'.repeat(300), '\u{1f600}'), { numRuns: 1, seed: index })[0]!;
        const query =
          index % 2 === 0 || queries.length === 0
            ? ''
            : `?${queries.map((name) => `${name}=${encodeURIComponent(String(body).slice(0, 30))}`).join('&')}`;
        const { status, text } = await send(
          stranger,
          operation.method,
          `${pathWith(operation.path, () => id)}${query}`,
          operation.method === 'GET' ? undefined : body,
          'application/json',
        );
        calls++;
        const where = `${operation.method} ${operation.path}${query} ${JSON.stringify(body)?.slice(0, 120)}: ${status} ${text.slice(0, 160)}`;
        if (status >= 500 && !/BILLING_NOT_CONFIGURED|NOT_AVAILABLE_YET/.test(text)) wrong.push(where);
        else if (![...operation.statuses, ...TRANSPORT].includes(String(status))) wrong.push(`undocumented: ${where}`);
        else if (status >= 400 && !/"success":false.*"code":"[A-Z_]+"/s.test(text)) wrong.push(`no error body: ${where}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(operations.length).toBeGreaterThan(80);
    expect(examples.size).toBeGreaterThan(30);
    expect(calls).toBeGreaterThan(300);
    // Still there, and still the same account.
    expect((await stranger.call('GET', '/auth/profile')).status).toBe(200);
  }, 300_000);
});
