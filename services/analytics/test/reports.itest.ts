// Every figure of every question against a naive computation in JavaScript over the same clicks.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@linqr/platform/ids';
import { type Analytics, type Bucket, type ClickFilter, CountedEntity, type TimeWindow } from '@linqr/proto/analytics/v1/analytics';
import { ClickSource, type RecordedClick } from '@linqr/proto/events/v1/click';
import { callAs } from '@linqr/testing/actor';
import { eventually } from '@linqr/testing/eventually';
import { AgentCache } from '../src/enrichment/agent.cache.js';
import { GeoLocator } from '../src/enrichment/geo.locator.js';
import { VisitorHasher } from '../src/enrichment/visitor.hash.js';
import type { ClickRow } from '../src/ingest/click.row.js';
import { enrich } from '../src/ingest/click.steps.js';
import { DIMENSIONS } from '../src/reports/report.filter.js';
import { reportWindow, type Span } from '../src/reports/report.window.js';
import { AGENTS, aBatch, aClick, actorOf, publishBatches, type Rig, seeded, startRig, tally } from './rig.js';

const DAY = 86_400_000;
const workspaceId = newId('ws');
const otherWorkspaceId = newId('ws');
const links = [newId('lnk'), newId('lnk'), newId('lnk')];
const codes = [newId('qr'), newId('qr')];
const actor = actorOf(workspaceId);

const noFilter: ClickFilter = {
  countries: [],
  cities: [],
  devices: [],
  browsers: [],
  operatingSystems: [],
  referrers: [],
  utmSources: [],
  utmMediums: [],
  utmCampaigns: [],
  languages: [],
  includeBots: false,
  rules: [],
  variants: [],
};

let rig: Rig;
let rows: ClickRow[];
beforeAll(async () => {
  rig = await startRig();
  const clicks = randomClicks(3_000);
  const tables = { agents: new AgentCache(), geo: new GeoLocator(), visitors: new VisitorHasher(rig.config.VISITOR_HASH_KEY) };
  rows = enrich(clicks, 'expected', tables, () => undefined);
  const batches = [];
  for (let i = 0; i < clicks.length; i += 100) batches.push(aBatch(clicks.slice(i, i + 100)));
  await publishBatches(rig.bus, batches);
  await eventually(async () => (await tally(rig.warehouse)).lifetime === clicks.length, { timeoutMs: 60_000 });
}, 120_000);
afterAll(async () => rig.stop());

function randomClicks(count: number): RecordedClick[] {
  const random = seeded('clicks of the reports test');
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const now = Date.now();
  return Array.from({ length: count }, () => {
    const age = random() < 0.3 ? random() * DAY : random() < 0.5 ? random() * 15 * DAY : random() * 200 * DAY;
    const scan = random() < 0.3;
    const bare = scan && random() < 0.5;
    return aClick({
      clickedAtMs: Math.floor(now - 2_000 - age),
      workspaceId: random() < 0.1 ? otherWorkspaceId : workspaceId,
      linkId: bare ? '' : one(links),
      qrId: scan ? one(codes) : '',
      source: scan ? ClickSource.CLICK_SOURCE_QR : one([ClickSource.CLICK_SOURCE_LINK, ClickSource.CLICK_SOURCE_IMPORT]),
      address: `${one([81, 24, 91, 133, 5, 10])}.${Math.floor(random() * 6)}.7.${Math.floor(random() * 20)}`,
      userAgent: one([...Object.values(AGENTS), AGENTS.chrome, AGENTS.iphone, '', 'curl/8.5.0']),
      referrer: one(['', 'https://t.co/x', 'https://www.google.com/', 'https://news.example/"quote\'\\']),
      acceptLanguage: one(['de-DE', 'en;q=0.8,fr', '']),
      ruleId: one(['', '', 'rul_1', 'rul_2']),
      variant: one(['', 'var_a', 'var_b']),
      query: one(['', '', 'utm_source=news&utm_medium=mail&utm_campaign=spring%20%E2%98%80', "utm_source=o'brien&utm_campaign=a\\b"]),
    });
  });
}

type Subject = { kind: 'link' | 'qr' | 'workspace'; id: string };

async function ask(subject: Subject, window: TimeWindow, filter: ClickFilter): Promise<Analytics> {
  return callAs(actor, () =>
    subject.kind === 'link'
      ? rig.client.getLinkAnalytics({ linkId: subject.id, window, filter })
      : subject.kind === 'qr'
        ? rig.client.getQrAnalytics({ qrId: subject.id, window, filter })
        : rig.client.getOverview({ window, filter }),
  );
}

const COLUMN: Record<string, keyof ClickRow> = {
  countries: 'country',
  cities: 'city',
  devices: 'device',
  browsers: 'browser',
  operatingSystems: 'os',
  referrers: 'referrer',
  utmSources: 'utmSource',
  utmMediums: 'utmMedium',
  utmCampaigns: 'utmCampaign',
  languages: 'language',
  rules: 'ruleId',
  variants: 'variant',
};

function expectedAnalytics(
  subject: Subject,
  request: TimeWindow,
  filter: ClickFilter,
): Omit<Analytics, 'recentClicks'> & { recentIds: string[] } {
  const window = reportWindow({ range: request.range, from: request.from, to: request.to, timeZone: request.timeZone }, Date.now());
  const mine = rows.filter(
    (row) =>
      row.workspaceId === workspaceId &&
      (subject.kind === 'workspace' || (subject.kind === 'link' ? row.linkId === subject.id : row.qrId === subject.id)) &&
      DIMENSIONS.every(({ key, emptyName }) => {
        const wanted = filter[key].flatMap((value) => (value === emptyName ? ['', value] : [value]));
        return wanted.length === 0 || wanted.includes(row[COLUMN[key]!] as string);
      }),
  );
  const counted = mine.filter((row) => filter.includeBots || !row.isBot);
  const within = ({ from, to }: Span, from_: ClickRow[]) => from_.filter((row) => row.clickedAtMs >= from && row.clickedAtMs < to);
  const unique = (of: ClickRow[]) => new Set(of.map((row) => row.visitor)).size;
  const now = within(window.current, counted);
  const before = within(window.previous, counted);
  const group = (key: string): Bucket[] => {
    const groups = new Map<string, ClickRow[]>();
    for (const row of now) {
      const name = String(row[COLUMN[key] ?? (key as keyof ClickRow)]);
      groups.set(name, [...(groups.get(name) ?? []), row]);
    }
    return [...groups].map(([name, of]) => ({ name, clicks: of.length, uniqueClicks: unique(of) })).sort(byClicks);
  };
  const points = (starts: number[], of: ClickRow[], end: number) =>
    starts.map((at, i) => {
      const here = of.filter((row) => row.clickedAtMs >= at && row.clickedAtMs < (starts[i + 1] ?? end));
      return { at: new Date(at).toISOString(), clicks: here.length, uniqueClicks: unique(here) };
    });
  return {
    totalClicks: now.length,
    uniqueClicks: unique(now),
    mobileClicks: now.filter((row) => row.device === 'mobile').length,
    todayClicks: within(window.today, counted).length,
    botClicks: within(window.current, mine).filter((row) => row.isBot).length,
    scans: now.filter((row) => row.source === 'qr').length,
    previousTotalClicks: before.length,
    previousUniqueClicks: unique(before),
    weekClicks: within(window.week, counted).length,
    series: points(window.buckets, now, window.current.to),
    previousSeries: points(window.previousBuckets, before, window.previous.to),
    granularity: window.granularity,
    from: new Date(window.current.from).toISOString(),
    to: new Date(window.current.to).toISOString(),
    ...(Object.fromEntries(
      DIMENSIONS.map(({ key }) => [key, subject.kind !== 'link' && ['rules', 'variants'].includes(key) ? [] : group(key)]),
    ) as Pick<Analytics, (typeof DIMENSIONS)[number]['key']>),
    topLinks: subject.kind === 'workspace' ? group('linkId').filter(({ name }) => name !== '') : [],
    recentIds: [...now]
      .sort((a, b) => b.clickedAtMs - a.clickedAtMs || (a.id < b.id ? 1 : -1))
      .slice(0, 20)
      .map((row) => row.id),
  };
}

const byClicks = (a: Bucket, b: Bucket) => b.clicks - a.clicks || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
const bytewise = (buckets: Bucket[]) => [...buckets].sort(byClicks);

async function expectSame(subject: Subject, window: TimeWindow, filter: ClickFilter) {
  // An hour may turn between the answer and the expectation: then both are taken again.
  await eventually(
    async () => {
      const { recentClicks, ...answer } = await ask(subject, window, filter);
      const { recentIds, ...expected } = expectedAnalytics(subject, window, filter);
      for (const { key } of DIMENSIONS) answer[key] = bytewise(answer[key]);
      expect(answer).toEqual(expected);
      expect(recentClicks.map(({ id }) => id)).toEqual(recentIds);
    },
    { timeoutMs: 4_000 },
  );
}

const named = (range: string, timeZone = ''): TimeWindow => ({ range, from: undefined, to: undefined, timeZone });
const custom = (daysAgo: number, days: number, timeZone = ''): TimeWindow => ({
  range: 'custom',
  from: new Date(Date.now() - daysAgo * DAY).toISOString(),
  to: new Date(Date.now() - (daysAgo - days) * DAY).toISOString(),
  timeZone,
});

describe('every figure equals a naive count of the same clicks', () => {
  const subjects: [string, Subject][] = [
    ['a link', { kind: 'link', id: links[0]! }],
    ['a code', { kind: 'qr', id: codes[0]! }],
    ['the workspace', { kind: 'workspace', id: '' }],
  ];
  const windows: [string, TimeWindow][] = [
    ['24 hours', named('24h')],
    ['7 days', named('7d')],
    ['30 days in UTC', named('30d', 'UTC')],
    ['90 days in New York, over a change of its clocks', named('90d', 'America/New_York')],
    ['24 hours in Kathmandu, off by a quarter', named('24h', 'Asia/Kathmandu')],
    ['7 days on Lord Howe, off by half an hour in winter', named('7d', 'Australia/Lord_Howe')],
    ['a custom stretch of 100 days that begins within one', custom(120, 100, 'Europe/Berlin')],
    ['a custom stretch of hours', custom(3, 2.5)],
    ['a custom stretch of minutes', custom(0.1, 0.09)],
  ];
  const filters: [string, Partial<ClickFilter>][] = [
    ['all people', {}],
    ['bots as well', { includeBots: true }],
    ['phones and desktops of one country', { devices: ['mobile', 'desktop'], countries: ['FR'] }],
    ['direct ones without a campaign', { referrers: ['Direct'], utmSources: ['None'] }],
    ['by rule and variant', { rules: ['rul_1', 'None'], variants: ['var_a'] }],
    ['direct ones with a campaign', { referrers: ['Direct'], utmCampaigns: ['spring ☀', 'a\\b'] }],
    ["o'brien's", { utmSources: ["o'brien"], includeBots: true }],
    ['what nobody has', { browsers: ["') OR 1=1 --"] }],
  ];
  for (const [who, subject] of subjects)
    for (const [when, window] of windows)
      test(`${who}, ${when}`, async () => {
        for (const [, filter] of filters) await expectSame(subject, window, { ...noFilter, ...filter });
      });

  test('lists show the same counts, for links and codes, in the order asked', async () => {
    for (const [entity, ids, column] of [
      [CountedEntity.COUNTED_ENTITY_LINK, links, 'linkId'],
      [CountedEntity.COUNTED_ENTITY_QR_CODE, codes, 'qrId'],
    ] as const) {
      const unknown = newId('lnk');
      const { counts } = await callAs(actor, () => rig.client.getCounts({ entity, ids: [unknown, ...ids] }));
      const today = Math.floor(Date.now() / DAY);
      const expected = ids.map((id) => {
        const mine = rows.filter((row) => row.workspaceId === workspaceId && row[column] === id && !row.isBot);
        return {
          id,
          clicks: mine.length,
          uniqueClicks: new Set(mine.map((row) => row.visitor)).size,
          lastClickAt: new Date(Math.max(...mine.map((row) => row.clickedAtMs))).toISOString(),
          sparkline: Array.from(
            { length: 14 },
            (_, i) => mine.filter((row) => Math.floor(row.clickedAtMs / DAY) === today - 13 + i).length,
          ),
        };
      });
      expect(counts).toEqual([
        { id: unknown, clicks: 0, uniqueClicks: 0, lastClickAt: undefined, sparkline: new Array(14).fill(0) },
        ...expected,
      ]);
    }
  });

  test('the last half hour by minute', async () => {
    const { minutes, totalClicks, recentClicks } = await callAs(actor, () => rig.client.getRealtime({ linkId: '' }));
    const from = Date.parse(minutes[0]!.at!);
    const mine = rows.filter(
      (row) => row.workspaceId === workspaceId && !row.isBot && row.clickedAtMs >= from && row.clickedAtMs < from + 30 * 60_000,
    );
    expect(minutes).toHaveLength(30);
    expect(totalClicks).toBe(mine.length);
    expect(minutes.map(({ clicks }) => clicks)).toEqual(
      minutes.map(({ at }) => mine.filter((row) => Math.floor((row.clickedAtMs - Date.parse(at!)) / 60_000) === 0).length),
    );
    expect(recentClicks).toHaveLength(Math.min(20, mine.length));
  });
});

describe('bad questions', () => {
  const bad: [string, () => Promise<unknown>, string][] = [
    ['nobody asks', () => rig.client.getOverview({ window: named('7d'), filter: noFilter }), 'NOT_SIGNED_IN'],
    ['an unknown range', () => callAs(actor, () => ask({ kind: 'workspace', id: '' }, named('5y'), noFilter)), 'VALIDATION_FAILED'],
    [
      'an unknown zone',
      () => callAs(actor, () => ask({ kind: 'workspace', id: '' }, named('7d', 'Mars/Olympus'), noFilter)),
      'VALIDATION_FAILED',
    ],
    ['a custom range without dates', () => ask({ kind: 'workspace', id: '' }, named('custom'), noFilter), 'VALIDATION_FAILED'],
    ['a custom range that ends before it begins', () => ask({ kind: 'workspace', id: '' }, custom(1, -1), noFilter), 'VALIDATION_FAILED'],
    ['a custom range of centuries', () => ask({ kind: 'workspace', id: '' }, custom(5_000, 4_999), noFilter), 'VALIDATION_FAILED'],
    ['no id', () => ask({ kind: 'link', id: '' }, named('7d'), noFilter), 'VALIDATION_FAILED'],
    ['an id that is SQL', () => ask({ kind: 'link', id: "x' OR '1'='1" }, named('7d'), noFilter), 'VALIDATION_FAILED'],
    [
      'too many values',
      () => ask({ kind: 'workspace', id: '' }, named('7d'), { ...noFilter, cities: new Array(21).fill('x') }),
      'VALIDATION_FAILED',
    ],
    [
      'a value without end',
      () => ask({ kind: 'workspace', id: '' }, named('7d'), { ...noFilter, cities: ['x'.repeat(5_000)] }),
      'VALIDATION_FAILED',
    ],
    [
      'too many ids',
      () => callAs(actor, () => rig.client.getCounts({ entity: CountedEntity.COUNTED_ENTITY_LINK, ids: new Array(101).fill(links[0]) })),
      'VALIDATION_FAILED',
    ],
    [
      'ids of nothing',
      () => callAs(actor, () => rig.client.getCounts({ entity: CountedEntity.COUNTED_ENTITY_UNSPECIFIED, ids: [] })),
      'VALIDATION_FAILED',
    ],
  ];
  for (const [what, question, code] of bad) test(`${what}: ${code}`, async () => expect(question()).rejects.toMatchObject({ code }));
});
