import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@linqr/platform/ids';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import { QrCodeChange, QrCodeChanged } from '@linqr/proto/events/v1/qr';
import { LinkState } from '@linqr/proto/link/v1/link';
import { QrType } from '@linqr/proto/qr/v1/qr';
import { eventually } from '@linqr/testing/eventually';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import { ClickLedger } from './click.ledger.js';
import { cleanUp, type EdgeProcess, SHORT_DOMAIN, spoolFolder, startEdgeProcess } from './edge.process.js';
import { type Resolver, someCode, someLink, startResolver } from './resolver.js';
import { get, parseAnswer, sendRaw } from './visitors.js';

let resolver: Resolver;
let database: TestDatabase;
let ledger: ClickLedger;
let edge: EdgeProcess;

const add = (slug: string, over = {}) => resolver.links.set(`${SHORT_DOMAIN}/${slug}`, someLink(SHORT_DOMAIN, slug, over));
const asked = (slug: string) => resolver.asked.get(`${SHORT_DOMAIN}/${slug}`) ?? 0;
const close = 'Connection: close\r\n\r\n';

beforeAll(async () => {
  resolver = await startResolver();
  database = await testDatabase();
  ledger = await ClickLedger.open(database.url);
  edge = await startEdgeProcess({ resolverPort: resolver.port, busUrl: database.url, spoolDir: spoolFolder() });
  // Changes are heard from here on.
  await eventually(async () => (await edge.metric('linqr_edge_changes_connected')) === 1, { timeoutMs: 60_000 });
}, 180_000);

afterAll(async () => {
  await cleanUp();
  await ledger?.close();
  await resolver?.down();
  await database?.drop();
}, 30_000);

/** Well before a link that is known (30 s), or an address that led nowhere (5 s), is looked up again by itself: the news did it. */
const BY_NEWS_MS = 20_000;
const MISSING_BY_NEWS_MS = 4_000;

describe('opening a link', () => {
  test.each([301, 302, 307, 308])('redirects with %i to the stored destination', async (redirectType) => {
    add(`type-${redirectType}`, { redirectType });
    const answer = await get(edge.port, `/type-${redirectType}`);
    expect(answer).toMatchObject({
      status: redirectType,
      body: '',
      headers: { location: `https://e.example/type-${redirectType}`, 'cache-control': 'private, max-age=0', 'content-length': '0' },
    });
  });

  test.each([
    ['expired', { expiresAtMs: 1 }, 410],
    ['not started', { startsAtMs: Date.now() + 3_600_000 }, 404],
    ['disabled', { state: LinkState.LINK_STATE_DISABLED }, 451],
    ['quarantined', { state: LinkState.LINK_STATE_QUARANTINED }, 451],
    ['removed', { state: LinkState.LINK_STATE_DELETED }, 410],
    ['of a destination that is none', { originalUrl: 'javascript:alert(1)' }, 404],
    ['archived', { state: LinkState.LINK_STATE_ARCHIVED }, 302],
  ])('that is %s answers as it should, both ways in', async (name, over, status) => {
    const slug = `state-${name.replaceAll(' ', '-')}`;
    add(slug, over);
    const fast = await get(edge.port, `/${slug}`);
    const full = parseAnswer(await sendRaw(edge.port, `GET /${slug} HTTP/1.1\r\nHost: ${SHORT_DOMAIN}\r\nContent-Length: 0\r\n${close}`));
    expect([fast.status, full.status]).toEqual([status, status]);
    expect(fast.headers['location']).toBe(full.headers['location']);
    if (status !== 302) expect(fast.headers['x-click-id']).toBeUndefined();
  });

  test('with HEAD answers the same without a body and is recorded as what it is', async () => {
    add('headed');
    const answer = parseAnswer(await sendRaw(edge.port, `HEAD /headed HTTP/1.1\r\nHost: ${SHORT_DOMAIN}\r\n${close}`));
    expect([answer.status, answer.headers['location'], answer.body]).toEqual([302, 'https://e.example/headed', '']);
    const click = await eventually(() => ledger.clicks.get(answer.headers['x-click-id']!) ?? false);
    expect(click.head).toBe(true);
    const missing = parseAnswer(await sendRaw(edge.port, `HEAD /nothing-here HTTP/1.1\r\nHost: ${SHORT_DOMAIN}\r\n${close}`));
    expect([missing.status, missing.body]).toEqual([404, '']);
    expect(Number(missing.headers['content-length'])).toBeGreaterThan(0);
  });

  test('passes the query on only where the link says so, and never lets it replace anything', async () => {
    add('forwards', { forwardQuery: true, originalUrl: 'https://e.example/?url=ours#top' });
    add('keeps', { originalUrl: 'https://e.example/?url=ours' });
    expect((await get(edge.port, '/forwards?a=1&url=theirs')).headers['location']).toBe('https://e.example/?url=ours&a=1#top');
    expect((await get(edge.port, '/keeps?a=1&url=theirs')).headers['location']).toBe('https://e.example/?url=ours');
    expect((await get(edge.port, '/forwards?a=%0d%0aX:y')).headers['location']).toBe('https://e.example/?url=ours&a=%0d%0aX:y#top');
  });

  test('on a custom domain finds the link of that domain', async () => {
    add('shared');
    resolver.links.set(
      'go.customer.example/shared',
      someLink('go.customer.example', 'shared', { originalUrl: 'https://customer.example/' }),
    );
    expect((await get(edge.port, '/shared', { Host: 'GO.Customer.Example.:80' })).headers['location']).toBe('https://customer.example/');
    expect((await get(edge.port, '/shared')).headers['location']).toBe('https://e.example/shared');
    expect((await get(edge.port, '/shared', { Host: 'other.example' })).status).toBe(404);
    expect((await get(edge.port, '/shared', { Host: 'a b' })).status).toBe(400);
    expect((await get(edge.port, '/shared', { Host: 'e.example/x', 'X-Forwarded-Host': SHORT_DOMAIN })).status).toBe(400);
  });
});

describe('addresses that no link can have', () => {
  test.each([
    '/ab',
    `/${'a'.repeat(51)}`,
    '/a.b',
    '/a%62c',
    '/abc/',
    '/abc/def',
    '//abc',
    '/%00',
    '/qr/',
    '/qr/abc',
    '/qr/qr_x',
    '/abc++',
    '/.env',
    '/wp-login.php',
    '/%c3%28',
  ])('%s is a 404 that asks nobody', async (path) => {
    const before = await edge.metric('linqr_edge_lookups_total');
    expect((await get(edge.port, path)).status).toBe(404);
    expect(await edge.metric('linqr_edge_lookups_total')).toBe(before);
  });

  test('have their usual answers where the web expects one', async () => {
    expect((await get(edge.port, '/')).headers['location']).toBe('http://app.example/');
    expect((await get(edge.port, '/robots.txt')).body).toContain('User-agent: *');
    expect((await get(edge.port, '/favicon.ico')).headers['content-type']).toBe('image/svg+xml');
    const contact = await get(edge.port, '/.well-known/security.txt');
    expect(contact.body).toMatch(/^Contact: http:\/\/app\.example\/contact\nExpires: \d{4}-/);
  });

  test.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is not allowed anywhere', async (method) => {
    const answer = parseAnswer(await sendRaw(edge.port, `${method} /abcdef HTTP/1.1\r\nHost: ${SHORT_DOMAIN}\r\n${close}`));
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
  });

  test('tried in numbers are refused to whoever tries, not to others, and known links go on', async () => {
    add('known-to-all');
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    for (let i = 0; i < 60; i++) expect((await get(edge.port, `/guess-${i}`, from('198.51.100.66'))).status).toBe(404);
    const refused = await get(edge.port, '/guess-60', from('198.51.100.66'));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(asked('guess-60')).toBe(0);
    expect((await get(edge.port, '/guess-60', from('198.51.100.67'))).status).toBe(404);
    await get(edge.port, '/known-to-all');
    expect((await get(edge.port, '/known-to-all', from('198.51.100.66'))).status).toBe(302);
  });
});

describe('a protected link', () => {
  const form = (slug: string, body: string, extra = '') =>
    sendRaw(
      edge.port,
      `POST /${slug} HTTP/1.1\r\nHost: ${SHORT_DOMAIN}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n${extra}${close}${body}`,
    ).then(parseAnswer);

  test('asks for its password, opens with it for this visitor and this password, and counts only the redirect', async () => {
    add('secret', { hasPassword: true, passwordVersion: 1 });
    resolver.passwords.set('secret', 'open sesame');
    const asking = await get(edge.port, '/secret?a=1');
    expect([asking.status, asking.headers['location'], asking.headers['cache-control']]).toEqual([200, undefined, 'no-store']);
    expect(asking.body).toContain('action="/secret?a=1"');
    expect((await form('secret', 'password=wrong')).status).toBe(403);
    expect((await form('secret', 'password=')).status).toBe(400);
    const opened = await form('secret?a=1', 'password=open+sesame', 'X-Forwarded-For: 203.0.113.77\r\n');
    expect([opened.status, opened.headers['location']]).toEqual([303, '/secret?a=1']);
    expect(resolver.unlocks.at(-1)).toMatchObject({ domain: SHORT_DOMAIN, slug: 'secret', clientAddress: '203.0.113.77' });
    const cookie = opened.headers['set-cookie']!.split(';')[0]!;
    const through = await get(edge.port, '/secret?a=1', { Cookie: cookie });
    expect([through.status, through.headers['location']]).toEqual([302, 'https://e.example/secret']);
    expect(through.headers['x-click-id']).toBeDefined();
    add('secret-2', { hasPassword: true, passwordVersion: 1 });
    expect((await get(edge.port, '/secret-2', { Cookie: cookie })).status).toBe(200);
  });

  test('closes again when the password is changed', async () => {
    add('rotated', { hasPassword: true, passwordVersion: 1 });
    resolver.passwords.set('rotated', 'one');
    const cookie = (await form('rotated', 'password=one')).headers['set-cookie']!.split(';')[0]!;
    expect((await get(edge.port, '/rotated', { Cookie: cookie })).status).toBe(302);
    add('rotated', { hasPassword: true, passwordVersion: 2, version: 2 });
    await announce('rotated', 2);
    await eventually(async () => (await get(edge.port, '/rotated', { Cookie: cookie })).status === 200, { timeoutMs: BY_NEWS_MS });
  });

  test('says when somebody tried too often, and that a body is malformed or too long', async () => {
    add('attacked', { hasPassword: true, passwordVersion: 1 });
    expect((await form('attacked', `password=${'x'.repeat(9_000)}`)).status).toBe(400);
    expect(
      parseAnswer(
        await sendRaw(
          edge.port,
          `POST /attacked HTTP/1.1\r\nHost: ${SHORT_DOMAIN}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n${close}{}`,
        ),
      ).status,
    ).toBe(400);
    while (resolver.unlocks.length < 20) resolver.unlocks.push(resolver.unlocks[0]!);
    const refused = await form('attacked', 'password=guess');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '33']);
    resolver.unlocks.length = 0;
  });

  test('does not show its destination in the preview', async () => {
    add('hidden', { hasPassword: true, passwordVersion: 1, originalUrl: 'https://nobody-may-know.example/' });
    const preview = await get(edge.port, '/hidden+');
    expect(preview.status).toBe(200);
    expect(preview.body).not.toContain('nobody-may-know');
  });
});

test('a preview shows where a link leads without counting', async () => {
  add('previewed', { originalUrl: 'https://e.example/<b>"x' });
  const answer = await get(edge.port, '/previewed+');
  expect(answer.status).toBe(200);
  expect(answer.body).toContain('e.example');
  expect(answer.body).not.toContain('<b>');
  expect(answer.headers['x-click-id']).toBeUndefined();
  expect((await get(edge.port, '/nothing-to-preview+')).status).toBe(404);
});

test('a code redirects or shows its content, and counts a scan either way', async () => {
  const [url, wifi, off] = [newId('qr'), newId('qr'), newId('qr')];
  resolver.codes.set(url, someCode(url));
  resolver.codes.set(wifi, someCode(wifi, { type: QrType.QR_TYPE_WIFI, content: 'WIFI:T:WPA;S:Café <1>;P:s3cret;;' }));
  resolver.codes.set(off, someCode(off, { active: false }));
  const before = await edge.metric('linqr_edge_clicks_appended_total');
  const redirected = await get(edge.port, `/qr/${url}`, { Host: 'app.example' });
  expect([redirected.status, redirected.headers['location']]).toEqual([302, 'https://e.example/code']);
  const scan = await eventually(() => ledger.clicks.get(redirected.headers['x-click-id']!) ?? false);
  expect(scan).toMatchObject({ qrId: url, linkId: '', source: 'CLICK_SOURCE_QR', workspaceId: 'ws_1', ownerId: 'usr_1' });
  const page = await get(edge.port, `/qr/${wifi}`);
  expect(page.status).toBe(200);
  expect(Buffer.from(page.body, 'latin1').toString()).toContain('Café &lt;1&gt;');
  expect((await get(edge.port, `/qr/${off}`)).status).toBe(410);
  expect((await get(edge.port, `/qr/${newId('qr')}`)).status).toBe(404);
  expect(await edge.metric('linqr_edge_clicks_appended_total')).toBe(before + 2);
  resolver.codes.set(url, someCode(url, { content: 'https://e.example/edited', version: 2 }));
  await ledger.bus.publish('qr.changed.v1', [
    {
      key: url,
      value: QrCodeChanged.encode({
        eventId: 'evt_1',
        occurredAtMs: 1,
        change: QrCodeChange.QR_CODE_CHANGE_UPDATED,
        qrId: url,
        workspaceId: '',
        ownerId: '',
        type: '',
        title: '',
        version: 2,
        shortLinkId: '',
        destination: '',
        active: true,
        keepsShortLink: false,
        disabled: false,
      }).finish(),
    },
  ]);
  await eventually(async () => (await get(edge.port, `/qr/${url}`)).headers['location'] === 'https://e.example/edited', {
    timeoutMs: BY_NEWS_MS,
  });
});

async function announce(slug: string, version: number, over: Partial<LinkChanged> = {}): Promise<void> {
  const change: LinkChanged = {
    eventId: newId('evt'),
    occurredAtMs: Date.now(),
    change: LinkChange.LINK_CHANGE_UPDATED,
    linkId: `lnk_${slug}`,
    workspaceId: 'ws_1',
    ownerId: 'usr_1',
    domain: SHORT_DOMAIN,
    slug,
    version,
    originalUrl: '',
    title: '',
    previousDomain: '',
    previousSlug: '',
    shortUrl: '',
    createdAtMs: 0,
    ...over,
  };
  await ledger.bus.publish('link.changed.v1', [{ key: change.linkId, value: LinkChanged.encode(change).finish() }]);
}

describe('F12: a change', () => {
  test('of any kind is effective within a second, while the link is being visited', async () => {
    const waits: number[] = [];
    add('changing');
    await get(edge.port, '/changing');
    const steps: [Partial<ReturnType<typeof someLink>>, (a: { status: number; headers: Record<string, string> }) => boolean][] = [
      [{ originalUrl: 'https://e.example/edited' }, (a) => a.headers['location'] === 'https://e.example/edited'],
      [{ state: LinkState.LINK_STATE_DISABLED }, (a) => a.status === 451],
      [{ expiresAtMs: 1 }, (a) => a.status === 410],
      [{ state: LinkState.LINK_STATE_DELETED }, (a) => a.status === 410],
    ];
    // How long a busy machine kept even this process from its turn says nothing about the edge.
    const stalls = monitorEventLoopDelay({ resolution: 5 });
    stalls.enable();
    for (const [i, [over, isEffective]] of steps.entries()) {
      add('changing', { ...over, version: i + 2 });
      stalls.reset();
      const started = performance.now();
      await announce('changing', i + 2);
      await eventually(async () => isEffective(await get(edge.port, '/changing')), { timeoutMs: BY_NEWS_MS, intervalMs: 5 });
      waits.push(performance.now() - started - stalls.max / 1e6);
    }
    stalls.disable();
    expect(Math.max(...waits)).toBeLessThan(1_000);
  });

  test('that creates a link ends the memory of its absence', async () => {
    expect((await get(edge.port, '/brand-new')).status).toBe(404);
    add('brand-new');
    await announce('brand-new', 1, { change: LinkChange.LINK_CHANGE_CREATED });
    await eventually(async () => (await get(edge.port, '/brand-new')).status === 302, { timeoutMs: MISSING_BY_NEWS_MS, intervalMs: 5 });
  });

  test('of the address closes the old one and opens the new one', async () => {
    add('old-name');
    await get(edge.port, '/old-name');
    expect((await get(edge.port, '/new-name')).status).toBe(404);
    resolver.links.delete(`${SHORT_DOMAIN}/old-name`);
    add('new-name', { version: 2 });
    await announce('new-name', 2, { previousDomain: SHORT_DOMAIN, previousSlug: 'old-name' });
    await eventually(async () => (await get(edge.port, '/old-name')).status === 404 && (await get(edge.port, '/new-name')).status === 302, {
      timeoutMs: MISSING_BY_NEWS_MS,
      intervalMs: 5,
    });
  });

  test('that cannot be read makes the edge look everything up again, and hurts nothing else', async () => {
    add('unaffected');
    await get(edge.port, '/unaffected');
    const before = asked('unaffected');
    await ledger.bus.publish('link.changed.v1', [{ key: 'x', value: Buffer.from('\xff\xff\xff no protobuf', 'latin1') }]);
    await eventually(async () => (await get(edge.port, '/unaffected')).status === 302 && asked('unaffected') > before, {
      timeoutMs: BY_NEWS_MS,
    });
  });
});

test('F10: a viral link that nobody has opened yet costs one look-up', async () => {
  add('viral');
  resolver.delayMs = 200;
  const answers = await Promise.all(Array.from({ length: 300 }, () => get(edge.port, '/viral')));
  resolver.delayMs = 0;
  expect(new Set(answers.map((a) => a.status))).toEqual(new Set([302]));
  expect(asked('viral')).toBe(1);
});

test('F9: while the services behind are down, known links go on and unknown ones are 503 with Retry-After, never 404', async () => {
  add('cached');
  add('not-cached');
  await get(edge.port, '/cached');
  await resolver.down();
  for (let i = 0; i < 20; i++) expect((await get(edge.port, '/cached')).status).toBe(302);
  const unknown = await get(edge.port, '/not-cached');
  expect([unknown.status, unknown.headers['retry-after']]).toEqual([503, '1']);
  expect((await get(edge.port, '/cached+')).status).toBe(200);
  await resolver.up();
  await eventually(async () => (await get(edge.port, '/not-cached')).status === 302, { timeoutMs: 10_000 });
}, 30_000);
