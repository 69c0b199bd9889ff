// Rules, variants, caps and warnings as visitors meet them, at a real edge process.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LinkState, type Rule, type RuleCondition } from '@linqr/proto/link/v1/link';
import { eventually } from '@linqr/testing/eventually';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import { ClickLedger } from './click.ledger.js';
import { cleanUp, type EdgeProcess, SHORT_DOMAIN, spoolFolder, startEdgeProcess } from './edge.process.js';
import { type Resolver, someLink, startResolver } from './resolver.js';
import { get, parseAnswer, sendRaw } from './visitors.js';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const COMPUTER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

let resolver: Resolver;
let database: TestDatabase;
let ledger: ClickLedger;
let edge: EdgeProcess;

const add = (slug: string, over = {}) => resolver.links.set(`${SHORT_DOMAIN}/${slug}`, someLink(SHORT_DOMAIN, slug, over));
const condition = (over: Partial<RuleCondition>): RuleCondition => ({
  field: 'device',
  operator: 'is',
  values: [],
  key: '',
  from: '',
  to: '',
  timeZone: '',
  ...over,
});
const rule = (name: string, ...conditions: RuleCondition[]): Rule => ({
  id: `rul_${name}`,
  name,
  conditions,
  destination: `https://${name}.example/`,
});
const variant = (name: string, weight: number) => ({ id: `var_${name}`, name, weight, destination: `https://${name}.example/` });
const from = (address: string) => ({ 'X-Forwarded-For': address, 'User-Agent': COMPUTER });
/** The same request by the slow way: through node:http. */
const full = async (path: string, headers: Record<string, string>) => {
  const fields = Object.entries({ Host: SHORT_DOMAIN, 'Content-Length': '0', Connection: 'close', ...headers });
  return parseAnswer(await sendRaw(edge.port, `GET ${path} HTTP/1.1\r\n${fields.map(([n, v]) => `${n}: ${v}\r\n`).join('')}\r\n`));
};
const clickOf = (answer: { headers: Record<string, string> }) =>
  eventually(() => ledger.clicks.get(answer.headers['x-click-id']!) ?? false);

beforeAll(async () => {
  resolver = await startResolver();
  database = await testDatabase();
  ledger = await ClickLedger.open(database.url);
  edge = await startEdgeProcess({ resolverPort: resolver.port, busUrl: database.url, spoolDir: spoolFolder() });
}, 60_000);

afterAll(async () => {
  await cleanUp();
  await ledger?.close();
  await resolver?.down();
  await database?.drop();
}, 30_000);

describe('a link with rules', () => {
  test('sends a phone elsewhere, says so on the click, and tells caches what the answer depends on, both ways in', async () => {
    add('by-device', { rules: [rule('phones', condition({ values: ['mobile'] }))] });
    const phone = await get(edge.port, '/by-device', { 'User-Agent': PHONE });
    const computer = await get(edge.port, '/by-device', { 'User-Agent': COMPUTER });
    expect([phone.headers['location'], computer.headers['location']]).toEqual(['https://phones.example/', 'https://e.example/by-device']);
    for (const answer of [phone, computer])
      expect([answer.headers['cache-control'], answer.headers['vary']]).toEqual(['private, max-age=0', 'User-Agent']);
    expect((await clickOf(phone)).ruleId).toBe('rul_phones');
    expect((await clickOf(computer)).ruleId).toBe('');
    const slow = await full('/by-device', { 'User-Agent': PHONE });
    expect([slow.status, slow.headers['location'], slow.headers['vary']]).toEqual([302, 'https://phones.example/', 'User-Agent']);
    expect((await clickOf(slow)).ruleId).toBe('rul_phones');
  });

  test('by country reads the database first, then and not before', async () => {
    expect(await edge.metric('linqr_edge_country_database_bytes')).toBe(0);
    add('by-country', { rules: [rule('america', condition({ field: 'country', values: ['US'] }))] });
    expect((await get(edge.port, '/by-country', from('8.8.8.8'))).headers['location']).toBe('https://america.example/');
    expect((await get(edge.port, '/by-country', from('192.168.1.1'))).headers['location']).toBe('https://e.example/by-country');
    expect(await edge.metric('linqr_edge_country_database_bytes')).toBeGreaterThan(10_000_000);
    await eventually(
      async () => (await get(edge.port, '/by-country', from('2600:1f18::1'))).headers['location'] === 'https://america.example/',
    );
  }, 30_000);

  test('by language, parameter and time of day; the visit adds its query where the link says so', async () => {
    const always = condition({ field: 'time', from: '2000-01-01T00:00', to: '', timeZone: 'Asia/Tokyo' });
    add('by-much', {
      forwardQuery: true,
      rules: [
        rule('french', condition({ field: 'language', values: ['fr'] }), always),
        rule('mailed', condition({ field: 'query', key: 'from', values: ['mail & more'] })),
      ],
    });
    const to = async (path: string, language: string) => (await get(edge.port, path, { 'Accept-Language': language })).headers['location'];
    expect(await to('/by-much', 'en;q=0.2, fr-CA')).toBe('https://french.example/');
    expect(await to('/by-much?from=mail+%26+more', 'de')).toBe('https://mailed.example/?from=mail+%26+more');
    expect(await to('/by-much?from=mail&x=%zz&%', 'de')).toBe('https://e.example/by-much?from=mail&x=%zz');
    expect(await to('/by-much', '')).toBe('https://e.example/by-much');
  });

  test('shows each visitor their own destination in the preview', async () => {
    const preview = await get(edge.port, '/by-device+', { 'User-Agent': PHONE });
    expect(preview.body).toContain('phones.example');
    expect(preview.body).toContain('other visitors may be led elsewhere');
  });

  test('whose destination cannot go into a header leads nowhere', async () => {
    add('bad-rule', { rules: [{ ...rule('x', condition({ values: ['mobile'] })), destination: 'javascript:alert(1)' }] });
    expect((await get(edge.port, '/bad-rule', { 'User-Agent': PHONE })).status).toBe(404);
    expect((await get(edge.port, '/bad-rule', { 'User-Agent': COMPUTER })).status).toBe(302);
  });
});

describe('a link with variants', () => {
  test('shares visitors by weight, always gives one visitor the same, and says which on the click', async () => {
    add('split', { variants: [variant('left', 3), variant('right', 1), variant('never', 0)] });
    const seen = new Map<string, number>();
    for (let i = 0; i < 200; i++) {
      const to = (await get(edge.port, '/split', from(`203.0.113.${i}`))).headers['location']!;
      seen.set(to, (seen.get(to) ?? 0) + 1);
    }
    expect([...seen.keys()].sort()).toEqual(['https://left.example/', 'https://right.example/']);
    // 150 expected; 200 draws are within 110 and 190 but for one time in a thousand million.
    expect(seen.get('https://left.example/')).toBeGreaterThan(110);
    expect(seen.get('https://left.example/')).toBeLessThan(190);
    const first = await get(edge.port, '/split', from('203.0.113.7'));
    expect((await clickOf(first)).variant).toMatch(/^var_(left|right)$/);
    for (let i = 0; i < 5; i++)
      expect((await get(edge.port, '/split', from('203.0.113.7'))).headers['location']).toBe(first.headers['location']);
  });

  test('gives a visitor the same at another edge and after a restart', async () => {
    const other = await startEdgeProcess({ resolverPort: resolver.port, busUrl: database.url, spoolDir: spoolFolder() });
    for (let i = 0; i < 20; i++) {
      const [here, there] = [
        await get(edge.port, '/split', from(`203.0.113.${i}`)),
        await get(other.port, '/split', from(`203.0.113.${i}`)),
      ];
      expect(there.headers['location']).toBe(here.headers['location']);
    }
    await other.stop();
  }, 30_000);
});

describe('a link near its cap', () => {
  test('asks for a seat for every person, under the id of the click, and is over when none is left', async () => {
    add('three', { maxClicks: 3, clicksLeft: 3 });
    resolver.seats.set(`${SHORT_DOMAIN}/three`, 3);
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await get(edge.port, '/three', from('203.0.113.1')));
    expect(answers.map((a) => a.status)).toEqual([302, 302, 302, 410, 410]);
    const asked = resolver.seatsAsked.filter(({ key }) => key === `${SHORT_DOMAIN}/three`).map(({ clickId }) => clickId);
    expect(answers.slice(0, 3).map((a) => a.headers['x-click-id'])).toEqual(asked.slice(0, 3));
    expect((await clickOf(answers[0]!)).id).toBe(asked[0]);
    expect((await full('/three', from('203.0.113.1'))).status).toBe(410);
  });

  test('with hundreds at once lets exactly as many through as there are seats, with few questions', async () => {
    add('rush', { maxClicks: 40, clicksLeft: 40 });
    resolver.seats.set(`${SHORT_DOMAIN}/rush`, 40);
    const before = await edge.metric('linqr_edge_seats_asked_total');
    resolver.delayMs = 50;
    const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => get(edge.port, '/rush', from(`203.0.113.${i % 250}`))));
    resolver.delayMs = 0;
    expect(answers.filter((a) => a.status === 302)).toHaveLength(40);
    expect(answers.filter((a) => a.status === 410)).toHaveLength(260);
    expect((await edge.metric('linqr_edge_seats_asked_total')) - before).toBeLessThan(60);
  });

  test('lets machines and checkers pass without one, and shows its preview without taking one', async () => {
    add('checked', { maxClicks: 1, clicksLeft: 1 });
    const before = resolver.seatsAsked.length;
    expect((await get(edge.port, '/checked', { 'User-Agent': 'Slackbot-LinkExpanding 1.0' })).status).toBe(302);
    expect((await get(edge.port, '/checked', { 'User-Agent': COMPUTER, 'Sec-Purpose': 'prefetch' })).status).toBe(302);
    expect((await get(edge.port, '/checked+', { 'User-Agent': COMPUTER })).status).toBe(200);
    expect(resolver.seatsAsked.length).toBe(before);
  });

  test('far from its cap asks for nothing', async () => {
    add('plenty', { maxClicks: 1_000_000, clicksLeft: 900_000 });
    const before = resolver.seatsAsked.length;
    for (let i = 0; i < 10; i++) expect((await get(edge.port, '/plenty', from('203.0.113.1'))).status).toBe(302);
    expect(resolver.seatsAsked.length).toBe(before);
  });

  test('spends its share of what lies before the last thousand, then asks', async () => {
    add('share', { maxClicks: 2_000, clicksLeft: 1_048 });
    const key = `${SHORT_DOMAIN}/share`;
    for (let i = 0; i < 5; i++) await get(edge.port, '/share', from('203.0.113.1'));
    // (1,048 - 1,000) / 16 = 3 pass unasked.
    expect(resolver.seatsAsked.filter((asked) => asked.key === key)).toHaveLength(2);
  });

  test('that was reached answers 410 and asks nobody', async () => {
    add('over', { maxClicks: 3, clicksLeft: 0 });
    const before = resolver.seatsAsked.length;
    const answer = await get(edge.port, '/over', from('203.0.113.1'));
    expect([answer.status, answer.headers['x-click-id'], resolver.seatsAsked.length]).toEqual([410, undefined, before]);
    expect(answer.body).toContain('This link has expired');
  });
});

describe('a quarantined link', () => {
  const press = (slug: string, headers: Record<string, string>) => {
    const fields = Object.entries({ Host: SHORT_DOMAIN, 'Content-Type': 'application/x-www-form-urlencoded', ...headers });
    const head = fields.map(([n, v]) => `${n}: ${v}\r\n`).join('');
    return sendRaw(edge.port, `POST /${slug} HTTP/1.1\r\n${head}Content-Length: 7\r\nConnection: close\r\n\r\ngo_on=1`).then(parseAnswer);
  };

  test('warns, shows where it leads as text, counts nobody before they go on, and counts them then', async () => {
    add('doubtful', { state: LinkState.LINK_STATE_QUARANTINED, mayGoOn: true, originalUrl: 'https://e.example/<b>' });
    const warning = await get(edge.port, '/doubtful?a=1');
    expect([warning.status, warning.headers['location'], warning.headers['x-click-id']]).toEqual([200, undefined, undefined]);
    expect(warning.body).toContain('https://e.example/');
    expect(warning.body).not.toMatch(/<b>|href="https:\/\/e\.example/);
    const pressed = await press('doubtful?a=1', { 'Sec-Fetch-Site': 'same-origin' });
    expect([pressed.status, pressed.headers['location']]).toEqual([303, '/doubtful?a=1']);
    const cookie = pressed.headers['set-cookie']!.split(';')[0]!;
    const through = await get(edge.port, '/doubtful', { Cookie: cookie });
    expect(through.status).toBe(302);
    await clickOf(through);
    add('doubtful-2', { state: LinkState.LINK_STATE_QUARANTINED, mayGoOn: true });
    expect((await get(edge.port, '/doubtful-2', { Cookie: cookie })).status).toBe(200);
  });

  test('shows where this visitor would get to, not merely where the link leads', async () => {
    const rules = [rule('phones', condition({ values: ['mobile'] }))];
    add('doubtful-rules', { state: LinkState.LINK_STATE_QUARANTINED, mayGoOn: true, rules });
    expect((await get(edge.port, '/doubtful-rules', { 'User-Agent': PHONE })).body).toContain('https://phones.example/');
    expect((await get(edge.port, '/doubtful-rules', { 'User-Agent': COMPUTER })).body).toContain('https://e.example/doubtful-rules');
  });

  test.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another origin', { Origin: 'https://evil.example' }],
    ['no origin it would name', { Origin: 'null' }],
  ])('is not opened by a form of %s', async (_, headers) => {
    const pressed = await press('doubtful', headers);
    expect([pressed.status, pressed.headers['set-cookie']]).toEqual([303, undefined]);
  });

  test('that is known to be harmful has no way on', async () => {
    add('harmful', { state: LinkState.LINK_STATE_QUARANTINED, mayGoOn: false });
    const warning = await get(edge.port, '/harmful');
    expect(warning.status).toBe(451);
    expect(warning.body).not.toContain('<form');
    const cookie = (await press('harmful', { Origin: `http://${SHORT_DOMAIN}` })).headers['set-cookie']!.split(';')[0]!;
    expect((await get(edge.port, '/harmful', { Cookie: cookie })).status).toBe(451);
  });
});

describe('without the link service', () => {
  test('a link near its cap lets people through, and says so in the metrics', async () => {
    add('unasked', { maxClicks: 5, clicksLeft: 5 });
    await get(edge.port, '/unasked+', from('203.0.113.1'));
    await resolver.down();
    expect((await get(edge.port, '/unasked', from('203.0.113.1'))).status).toBe(302);
    expect(await edge.metric('linqr_edge_seats_unanswered_total')).toBeGreaterThan(0);
    await resolver.up();
    // Connections to a part that was away are tried again after a pause.
    add('back-again');
    await eventually(async () => (await get(edge.port, '/back-again')).status === 302, { timeoutMs: 15_000 });
  }, 30_000);
});
