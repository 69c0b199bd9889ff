import { describe, expect, jest, test } from '@jest/globals';
import { AppError } from '@linqr/platform/errors';
import { createLogger } from '@linqr/platform/logging';
import type { ResolvedLink } from '@linqr/proto/link/v1/link';
import { TargetCache } from './target.cache.js';
import { FRESH_MS, MISSING_MS, TargetDirectory } from './target.directory.js';
import { KIND } from './target.js';
import { TargetSource } from './target.source.js';

const address = { domain: 's.example', slug: 'abc' };
const link = (version: number): ResolvedLink => ({
  id: 'lnk_1',
  workspaceId: 'ws_1',
  ownerId: 'usr_1',
  ...address,
  originalUrl: `https://e.example/v${version}`,
  redirectType: 302,
  forwardQuery: false,
  hasPassword: false,
  passwordVersion: 0,
  expiresAtMs: 0,
  startsAtMs: 0,
  maxClicks: 0,
  state: 'LINK_STATE_ACTIVE' as never,
  version,
  title: '',
  qrId: '',
  rules: [],
  variants: [],
  mayGoOn: false,
});
const down = () => new AppError('PART_UNAVAILABLE', 'down');
const unknown = () => new AppError('LINK_NOT_FOUND', 'unknown');

/** A directory whose questions the test answers one by one. */
function setUp() {
  const questions: { answer: (link: ResolvedLink) => void; fail: (error: Error) => void }[] = [];
  const source = new TargetSource(
    { resolveLink: () => new Promise((answer, fail) => void questions.push({ answer, fail })) },
    { resolveQrCode: () => Promise.reject(unknown()) },
  );
  const cache = new TargetCache(1024 * 1024);
  const directory = new TargetDirectory(cache, source, createLogger({ service: 'test', level: 'silent' }));
  const find = () => directory.find('abc', address);
  const entry = () => cache.findKey('abc');
  const freshness = (nowMs = Date.now()) => directory.freshness(entry(), nowMs);
  return { questions, cache, directory, find, entry, freshness };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('looking an address up', () => {
  test('asks once, however many visitors wait', async () => {
    const { questions, find, cache, entry } = setUp();
    const waiting = Array.from({ length: 1_000 }, find);
    expect(questions).toHaveLength(1);
    questions[0]!.answer(link(1));
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['ready']));
    expect(cache.version(entry())).toBe(1);
    expect(questions).toHaveLength(1);
  });

  test('remembers for a short while that there is nothing', async () => {
    const { questions, find, cache, entry, freshness } = setUp();
    const found = find();
    questions[0]!.fail(unknown());
    expect(await found).toBe('ready');
    expect(cache.kind(entry())).toBe(KIND.missing);
    expect([freshness(), freshness(Date.now() + MISSING_MS + 1)]).toEqual(['fresh', 'old']);
  });

  test('is fresh at first, looked up again in the background later, and not used unasked after a minute', async () => {
    const { questions, find, freshness, directory } = setUp();
    const found = find();
    questions[0]!.answer(link(1));
    await found;
    const now = Date.now();
    expect([freshness(now + 1_000), freshness(now + 40_000), freshness(now + FRESH_MS + 1)]).toEqual(['fresh', 'ageing', 'old']);
    directory.refreshSoon('abc', address, now);
    directory.refreshSoon('abc', address, now);
    expect(questions).toHaveLength(2);
  });
});

describe('a change that is announced', () => {
  test('drops the older entry at once and keeps the newer one', async () => {
    const { questions, find, directory, entry } = setUp();
    const found = find();
    questions[0]!.answer(link(2));
    await found;
    directory.invalidate('abc', 2);
    expect(entry()).toBeGreaterThanOrEqual(0);
    directory.invalidate('abc', 3);
    expect(entry()).toBe(-1);
  });

  test('is not overwritten by an older answer that was under way', async () => {
    const { questions, find, directory, cache, entry } = setUp();
    const found = find();
    directory.invalidate('abc', 2);
    questions[0]!.answer(link(1));
    await settle();
    expect(questions).toHaveLength(2);
    questions[1]!.answer(link(2));
    expect(await found).toBe('ready');
    expect(cache.version(entry())).toBe(2);
  });

  test('of a creation is not overwritten by an answer that there is nothing', async () => {
    const { questions, find, directory, cache, entry } = setUp();
    const found = find();
    directory.invalidate('abc', 1);
    questions[0]!.fail(unknown());
    await settle();
    questions[1]!.answer(link(1));
    await found;
    expect(cache.kind(entry())).toBe(KIND.link);
  });

  test('is not undone by a copy that lags behind and is asked only afterwards', async () => {
    const { questions, find, directory, cache, entry } = setUp();
    directory.invalidate('abc', 2);
    const found = find();
    questions[0]!.answer(link(1));
    await settle();
    questions[1]!.answer(link(2));
    expect(await found).toBe('ready');
    expect(cache.version(entry())).toBe(2);
  });

  test('never makes a visitor wait for ever: what comes third serves and is asked again next time', async () => {
    const { questions, find, directory, freshness } = setUp();
    const found = find();
    for (let i = 0; i < 3; i++) {
      directory.invalidate('abc', 9);
      questions[i]!.answer(link(1));
      await settle();
    }
    expect(await found).toBe('ready');
    expect(questions).toHaveLength(3);
    expect(freshness()).toBe('old');
  });

  test('of a removal drops an entry of the same version too, and one of an address that was left drops any', async () => {
    for (const change of [
      { version: 1, ended: true },
      { version: Number.POSITIVE_INFINITY, ended: false },
    ]) {
      const { questions, find, directory, entry } = setUp();
      const found = find();
      questions[0]!.answer(link(1));
      await found;
      directory.invalidate('abc', change.version, change.ended);
      expect(entry()).toBe(-1);
    }
  });

  test('that may have been missed makes every entry be asked for again', async () => {
    const { questions, find, directory, freshness, entry } = setUp();
    const found = find();
    questions[0]!.answer(link(1));
    await found;
    directory.distrustAll(Date.now());
    expect(entry()).toBeGreaterThanOrEqual(0);
    expect(freshness()).toBe('old');
  });
});

describe('while the services behind are down', () => {
  test('a known link goes on, an unknown one is unavailable, and neither is taken for missing', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    try {
      const { questions, find, directory, cache, entry } = setUp();
      const found = find();
      questions[0]!.answer(link(1));
      await found;
      jest.setSystemTime(Date.now() + 10 * FRESH_MS);
      const again = find();
      questions[1]!.fail(down());
      expect(await again).toBe('ready');
      expect(cache.version(entry())).toBe(1);
      // Nobody waits for the same part twice in a moment.
      expect(await find()).toBe('ready');
      expect(await directory.find('other', { ...address, slug: 'other' })).toBe('unavailable');
      expect(questions).toHaveLength(2);
      jest.setSystemTime(Date.now() + 1_000);
      const other = directory.find('other', { ...address, slug: 'other' });
      questions[2]!.fail(down());
      expect(await other).toBe('unavailable');
      expect(cache.findKey('other')).toBe(-1);
    } finally {
      jest.useRealTimers();
    }
  });

  test('a link that is known to have changed is not shown as it was', async () => {
    const { questions, find, directory } = setUp();
    const found = find();
    questions[0]!.answer(link(1));
    await found;
    directory.invalidate('abc', 2);
    const again = find();
    questions[1]!.fail(down());
    expect(await again).toBe('unavailable');
  });

  test('one address that its service stumbles over does not stop the others', async () => {
    const { questions, find, directory } = setUp();
    const found = find();
    questions[0]!.fail(new AppError('INTERNAL', 'defect'));
    expect(await found).toBe('unavailable');
    const other = directory.find('other', { ...address, slug: 'other' });
    questions[1]!.answer(link(1));
    expect(await other).toBe('ready');
  });
});
