import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import { ClickLedger } from './click.ledger.js';
import { addLinks, expectAllCounted as allCounted, busGoesAway, killedAgainAndAgain, slugs } from './durability.scenarios.js';
import { cleanUp, type EdgeProcess, SHORT_DOMAIN, spoolFolder, startEdgeProcess } from './edge.process.js';
import { type Resolver, startResolver } from './resolver.js';
import { TcpDoor } from './tcp.door.js';
import { get, Visitors } from './visitors.js';

let resolver: Resolver;
let database: TestDatabase;
let ledger: ClickLedger;

beforeAll(async () => {
  resolver = await startResolver();
  addLinks(resolver);
  database = await testDatabase();
  ledger = await ClickLedger.open(database.url);
}, 60_000);

afterAll(async () => {
  await cleanUp();
  await ledger?.close();
  await resolver?.down();
  await database?.drop();
}, 30_000);

const expectAllCounted = (ids: string[], timeoutMs?: number) => allCounted(ledger, ids, timeoutMs);
const setting = (busUrl = database.url) => ({ resolverPort: resolver.port, busUrl, ledger });

test('F1: killed again and again under load, no answered click is lost and none is doubled', () => killedAgainAndAgain(setting()), 120_000);

test('F2: with the bus away redirects go on as before, and everything arrives once it is back', async () => {
  const url = new URL(database.url);
  const door = new TcpDoor(url.hostname, Number(url.port));
  await door.open();
  url.hostname = '127.0.0.1';
  url.port = String(door.port);
  try {
    await busGoesAway(setting(url.href), { away: () => door.shut(), back: () => door.open() });
  } finally {
    await door.shut();
  }
}, 90_000);

test('F2: a bus that was never there does not keep the edge from starting, and the next process ships what this one kept', async () => {
  const spoolDir = spoolFolder();
  const alone = await startEdgeProcess({
    resolverPort: resolver.port,
    busUrl: 'postgres://nobody:x@127.0.0.1:1/none',
    spoolDir,
    env: { SHUTDOWN_GRACE_SECONDS: '3' },
  });
  const ids: string[] = [];
  for (const slug of slugs) ids.push((await get(alone.port, `/${slug}`)).headers['x-click-id']!);
  expect(await alone.stop()).toBe(0);
  expect(ids.some((id) => ledger.clicks.has(id))).toBe(false);
  const next = await startEdgeProcess({ resolverPort: resolver.port, busUrl: database.url, spoolDir });
  await expectAllCounted(ids);
  await next.stop();
}, 60_000);

describe('F3: a spool that may not grow', () => {
  let edge: EdgeProcess;
  let door: TcpDoor;

  test('lets redirects go on, counts exactly what it dropped, and recovers without a restart', async () => {
    const url = new URL(database.url);
    door = new TcpDoor(url.hostname, Number(url.port));
    await door.open();
    url.hostname = '127.0.0.1';
    url.port = String(door.port);
    await door.shut();
    edge = await startEdgeProcess({
      resolverPort: resolver.port,
      busUrl: url.href,
      spoolDir: spoolFolder(),
      env: { SPOOL_MAX_BYTES: String(1024 * 1024) },
    });
    const visitors = new Visitors(() => edge.port, slugs, 16);
    await eventually(async () => (await edge.metric('linqr_edge_clicks_dropped_total')) > 500, { timeoutMs: 30_000 });
    expect((await fetch(`http://127.0.0.1:${edge.managementPort}/healthz/ready`)).status).toBe(503);
    await visitors.stop();
    expect(visitors.failures).toBe(0);
    expect(await edge.metric('linqr_edge_spool_bytes')).toBeLessThanOrEqual(1024 * 1024);
    await door.open();
    await eventually(
      async () => (await edge.metric('linqr_edge_clicks_shipped_total')) === (await edge.metric('linqr_edge_clicks_appended_total')),
      { timeoutMs: 20_000, intervalMs: 200 },
    );
    const dropped = await edge.metric('linqr_edge_clicks_dropped_total');
    const missing = () => visitors.clickIds.filter((id) => !ledger.clicks.has(id)).length;
    await eventually(() => missing() === dropped, { timeoutMs: 20_000, intervalMs: 200 });
    const after = (await get(edge.port, `/${slugs[0]}`)).headers['x-click-id']!;
    await expectAllCounted([after]);
    expect((await fetch(`http://127.0.0.1:${edge.managementPort}/healthz/ready`)).status).toBe(200);
    expect(await edge.metric('linqr_edge_clicks_dropped_total')).toBe(dropped);
    expect(edge.output()).toContain('clicks dropped');
    await edge.stop();
    await door.shut();
  }, 90_000);
});

test('a spool that was damaged on the disk is shipped but for the damaged frame, which is kept and counted', async () => {
  const spoolDir = spoolFolder();
  const nowhere = { resolverPort: resolver.port, busUrl: 'postgres://nobody:x@127.0.0.1:1/none', spoolDir };
  const first = await startEdgeProcess(nowhere);
  const ids: string[] = [];
  for (const slug of slugs.slice(0, 10)) ids.push((await get(first.port, `/${slug}`)).headers['x-click-id']!);
  await first.kill();
  const folder = join(spoolDir, readdirSync(spoolDir).find((name) => name.startsWith('edge-0'))!);
  const segment = join(folder, '0000000001.seg');
  const bytes = readFileSync(segment);
  // Each click was a turn of its own, so a frame of its own.
  const damaged = bytes.indexOf(ids[4]!);
  expect(damaged).toBeGreaterThan(0);
  bytes[damaged + 3]! ^= 1;
  writeFileSync(segment, Buffer.concat([bytes, bytes.subarray(8, 40)]));
  mkdirSync(join(spoolDir, 'edge-not-ours'), { recursive: true });
  const next = await startEdgeProcess({ ...nowhere, busUrl: database.url });
  await expectAllCounted(ids.filter((_, i) => i !== 4));
  await eventually(async () => (await next.metric('linqr_edge_spools_adopted')) === 0);
  expect(ledger.clicks.has(ids[4]!)).toBe(false);
  expect([await next.metric('linqr_edge_spool_corrupt_total'), await next.metric('linqr_edge_spool_torn_total')]).toEqual([1, 1]);
  expect(readdirSync(join(spoolDir, 'quarantine'))).toHaveLength(1);
  await next.stop();
}, 60_000);

test('SPOOL_FSYNC answers after the sync, and loses nothing either', async () => {
  const edge = await startEdgeProcess({
    resolverPort: resolver.port,
    busUrl: database.url,
    spoolDir: spoolFolder(),
    env: { SPOOL_FSYNC: 'true' },
  });
  const visitors = new Visitors(() => edge.port, slugs, 16);
  await eventually(() => visitors.clickIds.length > 1_000, { timeoutMs: 20_000 });
  await visitors.stop();
  await expectAllCounted(visitors.clickIds);
  await edge.stop();
}, 60_000);

test('a click is on the bus well within two seconds, with its facts', async () => {
  const edge = await startEdgeProcess({ resolverPort: resolver.port, busUrl: database.url, spoolDir: spoolFolder() });
  await get(edge.port, '/slug-1');
  const waits: number[] = [];
  for (let i = 0; i < 5; i++) {
    const started = Date.now();
    const id = (
      await get(edge.port, '/slug-1?utm_source=x', {
        'X-Forwarded-For': '1.2.3.4, 203.0.113.9',
        'User-Agent': 'Agent/1',
        Referer: 'https://r.example/',
        'Accept-Language': 'de',
      })
    ).headers['x-click-id']!;
    const click = await eventually(() => ledger.clicks.get(id) ?? false, { timeoutMs: 5_000, intervalMs: 5 });
    waits.push(Date.now() - started);
    expect(click).toMatchObject({
      linkId: 'lnk_slug-1',
      slug: 'slug-1',
      domain: SHORT_DOMAIN,
      address: '203.0.113.9',
      userAgent: 'Agent/1',
      referrer: 'https://r.example/',
      acceptLanguage: 'de',
      query: 'utm_source=x',
      head: false,
    });
  }
  waits.sort((a, b) => a - b);
  expect(waits[2]).toBeLessThan(1_500);
  await edge.stop();
}, 60_000);

test('F13: a rolling restart fails no request and loses no click', async () => {
  const spoolDir = spoolFolder();
  const start = () => startEdgeProcess({ resolverPort: resolver.port, busUrl: database.url, spoolDir });
  let edge = await start();
  const visitors = new Visitors(() => edge.port, slugs, 8, 1);
  for (let i = 0; i < 2; i++) {
    const before = visitors.clickIds.length;
    await eventually(() => visitors.clickIds.length > before + 300);
    // As a cluster does it: the new one is there before the old one goes.
    const old = edge;
    edge = await start();
    expect(await old.stop()).toBe(0);
  }
  await visitors.stop();
  expect([visitors.failures, visitors.others]).toEqual([0, []]);
  await expectAllCounted(visitors.clickIds);
  await edge.stop();
}, 60_000);

test('several processes share a port, one that is killed is started again, and nothing is lost', async () => {
  const edge = await startEdgeProcess({
    resolverPort: resolver.port,
    busUrl: database.url,
    spoolDir: spoolFolder(),
    env: { EDGE_PROCESSES: '2' },
  });
  const visitors = new Visitors(() => edge.port, slugs, 16);
  await eventually(() => visitors.clickIds.length > 500, { timeoutMs: 20_000 });
  const pids = () => [...edge.output().matchAll(/"pid":(\d+),"msg":"edge process ready"/g)].map((m) => Number(m[1]));
  // What was logged comes through a pipe, behind the edge's first answers.
  await eventually(() => pids().length === 2);
  process.kill(pids()[0]!, 'SIGKILL');
  await eventually(() => edge.output().includes('starting it again'));
  await eventually(async () => (await fetch(`http://127.0.0.1:${edge.managementPort}/healthz/ready`)).status === 200, {
    timeoutMs: 20_000,
  });
  const before = visitors.clickIds.length;
  await eventually(() => visitors.clickIds.length > before + 500, { timeoutMs: 20_000 });
  await visitors.stop();
  // The spool of the one that was killed is taken over within ten seconds.
  await expectAllCounted(visitors.clickIds, 30_000);
  expect(await edge.metric('linqr_edge_clicks_appended_total')).toBeGreaterThan(0);
  expect(await edge.stop()).toBe(0);
}, 90_000);
