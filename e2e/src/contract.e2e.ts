// Every route of the OpenAPI document, as it is served: who may call it, strangers' ids, bodies made from its schemas and hostile
// ones, and whether answers are what the document says. Generated, so that a new route is covered the day it is written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Product, startProduct } from '@linqr/testing/product';
import { type FakeStripe, startFakeStripe } from '@linqr/testing/stripe';
import fc from 'fast-check';
import { type Account, openAccount, openAdmin } from './account.js';
import { type ContractDocument, readContract } from './contract-document.js';
import { arbitraryOf } from './schema.arbitrary.js';

/** Ends the session of the caller; tried elsewhere. */
const ENDS_SESSION = /\/auth\/(logout|account$)/;
/** One seed, so that a failure comes again. */
const SEED = 1843;

let stripe: FakeStripe;
let product: Product;
let contract: ContractDocument;
let owner: Account;
let stranger: Account;
let admin: Account;
/** Path prefix → an id that is the owner's. */
const owned: Record<string, string> = {};
/** The same of the stranger's. */
const own: Record<string, string> = {};

beforeAll(async () => {
  stripe = await startFakeStripe({ webhookUrl: () => `${product.appUrl}/api/subscription/stripe-webhook` });
  product = await startProduct({
    environment: {
      THROTTLE_FACTOR: '1000',
      SIGN_IN_CALLS_PER_MINUTE: '100000',
      REQUESTS_PER_MINUTE: '1000000',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.url,
    },
  });
  contract = await readContract(product);
  [owner, stranger] = [await openAccount(product, { trial: true }), await openAccount(product, { trial: true })];
  admin = await openAdmin(product);
  await furnish(owner, owned, 'one');
  await furnish(stranger, own, 'two');
}, 300_000);

/** One of everything that routes have ids of. */
async function furnish(account: Account, ids: Record<string, string>, name: string): Promise<void> {
  const made = async (path: string, body: object) =>
    (await account.call<{ id: string; webhook?: { id: string }; domain?: { id: string }; template?: { id: string } }>('POST', path, body))
      .body.data;
  ids['/api/urls'] = (await made('/urls/shorten', { originalUrl: 'https://example.com/mine' })).id;
  ids['/api/analytics'] = ids['/api/urls'];
  ids['/api/qrcodes'] = (await made('/qrcodes/generate', { content: 'https://example.com/mine', type: 'url' })).id;
  const template = await made('/qrcodes/templates', { name: 'Mine', customization: {} });
  ids['/api/qrcodes/templates'] = template.template?.id ?? template.id;
  const webhook = await made('/webhooks', { url: 'https://hooks.example.com/mine', events: ['link_created'] });
  ids['/api/webhooks'] = webhook.webhook?.id ?? webhook.id;
  const domain = await made('/domains', { host: `go.mine-of-test-${name}.com` });
  ids['/api/domains'] = domain.domain?.id ?? domain.id;
  const { sessions } = (await account.call<{ sessions: { id: string }[] }>('GET', '/auth/sessions')).body.data;
  ids['/api/auth/sessions'] = sessions[0]!.id;
  for (const [prefix, id] of Object.entries(ids)) if (!id) throw new Error(`nothing was made for ${prefix}`);
}
afterAll(async () => {
  await product?.stop();
  await stripe?.stop();
}, 60_000);

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
  return { status: response.status, text, type: response.headers.get('content-type')?.split(';')[0] ?? '' };
}

/** The longest prefix that ids are known of. */
const prefixOf = (path: string, ids: Record<string, string>) =>
  Object.keys(ids)
    .filter((each) => path.startsWith(`${each}/`))
    .sort((a, b) => b.length - a.length)[0];

describe('the document', () => {
  it('names the same calls as docs/calls.md, and who may make each', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/calls.md'), 'utf8');
    const written = [...page.matchAll(/^\| `([A-Z]+ \S+)` \| ([\w-]+) \|/gm)].map(([, call, access]) => `${call} ${access}`);
    const served = contract.operations.map(({ method, path, access }) => `${method} ${path.replace(/^\/api/, '')} ${access}`);
    // The reference itself: files without an envelope, beside the controllers.
    expect(written.sort()).toEqual(served.filter((each) => !each.endsWith(' undefined')).sort());
    expect(served.length - written.length).toBeLessThan(5);
  });

  it('has a schema for every answer in JSON, which not everything fits', () => {
    const loose: string[] = [];
    let answers = 0;
    for (const operation of contract.operations)
      for (const [status, media] of Object.entries(operation.responses)) {
        if (!media.includes('application/json')) continue;
        answers++;
        const problem = contract.wrongWith(operation, { status: Number(status), text: 'null', type: 'application/json' });
        if (!/^(not its schema|a fault)/.test(problem ?? '')) loose.push(`${operation.method} ${operation.path} ${status}: ${problem}`);
      }
    expect(loose).toEqual([]);
    expect(answers).toBeGreaterThan(1_000);
  });
});

describe('who may call', () => {
  it('every route that needs a session answers 401 to nobody, every route of admins 403 to everybody else', async () => {
    const told: string[] = [];
    let [closed, admins] = [0, 0];
    for (const { method, path, access, body } of contract.operations) {
      if (access !== 'signed-in' && access !== 'admin') continue;
      const address = pathWith(path, () => 'x_1');
      const sent = method === 'GET' ? undefined : (contract.examples.get(`${method} ${path}`) ?? (body ? {} : undefined));
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
    // What is public is so by its id: a link without a password opens for everybody.
    for (const { method, path, body } of contract.operations.filter(
      (operation) => operation.path.includes('{') && operation.access === 'signed-in',
    )) {
      const prefix = prefixOf(path, owned);
      if (!prefix) continue;
      const theirs = owned[prefix]!;
      // The same shape, nobody's.
      const nobodys = theirs.replace(/[0-9a-z]{6}$/i, (end) =>
        [...end]
          .reverse()
          .map((c) => (c === 'a' ? 'b' : 'a'))
          .join(''),
      );
      // A body that would do: the id alone decides.
      const sent =
        method === 'GET' || method === 'DELETE' ? undefined : (contract.examples.get(`${method} ${path}`) ?? (body ? {} : undefined));
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

describe('bodies and parameters, made from the schemas and hostile', () => {
  it('are answered with a documented status and what its schema allows, never with a 5xx, on every route', async () => {
    const wrong: string[] = [];
    let [calls, taken] = [0, 0];
    // What deletes comes last: until then there is something for the others.
    const tried = contract.operations
      .filter(({ path }) => !ENDS_SESSION.test(path))
      .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
    for (const operation of tried) {
      const fields = Object.keys(operation.body?.properties ?? {});
      const example = contract.examples.get(`${operation.method} ${operation.path}`) ?? {};
      const anything =
        fields.length > 0 ? fc.record(Object.fromEntries(fields.map((field) => [field, hostile])), { requiredKeys: [] }) : hostile;
      // A call that would do, but for one field: what gets furthest into the product.
      const almost =
        fields.length > 0
          ? fc.tuple(fc.constantFrom(...fields), hostile).map(([field, value]) => ({ ...example, [field]: value }))
          : hostile;
      // What the document allows.
      const allowed = operation.body ? arbitraryOf(operation.body, contract.schemas) : fc.constant({});
      const bodies = fc.sample(
        fc.oneof(
          { arbitrary: hostile, weight: 1 },
          { arbitrary: anything, weight: 2 },
          { arbitrary: almost, weight: 4 },
          { arbitrary: allowed, weight: 5 },
        ),
        { numRuns: operation.method === 'GET' ? 3 : 10, seed: SEED },
      );
      const queries = operation.parameters.filter((parameter) => parameter.in === 'query');
      const prefix = prefixOf(operation.path, own);
      for (const [index, body] of bodies.entries()) {
        const strange = fc.sample(fc.constantFrom('x', '%00', 'lnk_1', '..', 'a'.repeat(300), '\u{1f600}'), {
          numRuns: 1,
          seed: index,
        })[0]!;
        // Its own thing every other time, so that the call gets past the id; never its own session, which it needs.
        const id = prefix && index % 2 === 0 && prefix !== '/api/auth/sessions' ? own[prefix]! : strange;
        const given = queries.map(({ name, schema = {} }) => {
          const value =
            index % 3 === 0
              ? String(body).slice(0, 30)
              : fc.sample(arbitraryOf(schema, contract.schemas, name), { numRuns: 1, seed: SEED + index })[0];
          return `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`;
        });
        const query = index % 2 === 1 || given.length === 0 ? '' : `?${given.join('&')}`;
        const sent = operation.method === 'GET' ? undefined : body;
        const answer = await send(
          operation.access === 'admin' ? admin : stranger,
          operation.method,
          `${pathWith(operation.path, () => id)}${query}`,
          sent,
        );
        calls++;
        if (answer.status < 300) taken++;
        const problem = contract.wrongWith(operation, answer);
        if (problem)
          wrong.push(
            `${problem}: ${operation.method} ${operation.path} ${id} ${query} ${JSON.stringify(sent)?.slice(0, 160)}: ${answer.status} ${answer.text.slice(0, 160)}`,
          );
      }
    }
    process.stdout.write(`contract: ${calls} calls of ${contract.operations.length} routes, ${taken} of them taken\n`);
    expect(wrong).toEqual([]);
    expect(contract.operations.length).toBeGreaterThan(80);
    expect(contract.examples.size).toBeGreaterThan(30);
    expect(calls).toBeGreaterThan(700);
    // Some get all the way through: a document that refuses everything would prove nothing.
    expect(taken).toBeGreaterThan(100);
    // Still there, and still the same account.
    expect((await stranger.call('GET', '/auth/profile')).status).toBe(200);
  }, 300_000);
});
