import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '@linqr/platform/errors';
import { createLogger } from '@linqr/platform/logging';
import type { AddressAnswer, KnownAddress, ResolvedLink } from '@linqr/proto/link/v1/link';
import { type QrCodeAnswer, QrType, type ResolvedQrCode } from '@linqr/proto/qr/v1/qr';
import { TargetCache } from './target.cache.js';
import { COLLECT_MS, FRESH_MS, MISSING_MS, TargetDirectory } from './target.directory.js';
import { CONTENT, KIND, STATE, type Target } from './target.js';
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
const code = (id: string): ResolvedQrCode => ({
  id,
  workspaceId: 'ws_1',
  ownerId: 'usr_1',
  type: QrType.QR_TYPE_URL,
  content: 'https://e.example/code',
  title: '',
  active: true,
  version: 3,
  blocked: false,
});
const down = () => new AppError('PART_UNAVAILABLE', 'down');
const unknown = () => new AppError('LINK_NOT_FOUND', 'unknown');

const someTarget: Target = {
  kind: KIND.link,
  state: STATE.active,
  content: CONTENT.none,
  version: 1,
  expiresAtMs: 0,
  startsAtMs: 0,
  hasPassword: false,
  passwordVersion: 0,
  forwardQuery: false,
  redirectType: 302,
  shard: 0,
  ownerFields: Buffer.from('owner'),
  ownFields: Buffer.from('own'),
  destination: Buffer.from('https://e.example/'),
  targeting: Buffer.alloc(0),
  freePasses: Number.POSITIVE_INFINITY,
  mayGoOn: false,
};

/** A directory whose questions the test answers one by one. */
function setUp() {
  const questions: { answer: (link: ResolvedLink) => void; fail: (error: Error) => void }[] = [];
  const batches: { addresses: KnownAddress[]; answer: (answers: AddressAnswer[]) => void; fail: (error: Error) => void }[] = [];
  const codeBatches: { ids: string[]; answer: (answers: QrCodeAnswer[]) => void; fail: (error: Error) => void }[] = [];
  const source = new TargetSource(
    {
      resolveLink: () => new Promise((answer, fail) => void questions.push({ answer, fail })),
      resolveLinks: ({ addresses }) =>
        new Promise((answer, fail) => void batches.push({ addresses, answer: (answers) => answer({ answers }), fail })),
    },
    {
      resolveQrCode: () => Promise.reject(unknown()),
      resolveQrCodes: ({ ids }) =>
        new Promise((answer, fail) => void codeBatches.push({ ids, answer: (answers) => answer({ answers }), fail })),
    },
    { ready: () => Promise.resolve() },
  );
  const cache = new TargetCache(1024 * 1024);
  const directory = new TargetDirectory(cache, source, createLogger({ service: 'test', level: 'silent' }));
  const find = () => directory.find('abc', address);
  const entry = () => cache.findKey('abc');
  const freshness = (nowMs = Date.now()) => directory.freshness(entry(), nowMs);
  return { questions, batches, codeBatches, cache, directory, find, entry, freshness };
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
    // In the background: not at once, and not for each visit.
    directory.refreshSoon('/qr/abc', { qrId: 'abc' }, now);
    expect(directory.asked).toBe(1);
  });
});

describe('links that are due', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  /** So many links in the cache, all due at once. */
  function due(count: number) {
    const it = setUp();
    const { cache, directory } = it;
    const loadedAtMs = Date.now();
    const keys = Array.from({ length: count }, (_, i) => `slug-${i}`);
    for (const key of keys) cache.put(key, { ...someTarget, version: 1 }, loadedAtMs);
    jest.setSystemTime(loadedAtMs + 40_000);
    for (const key of keys) {
      expect(directory.freshness(cache.findKey(key), Date.now())).toBe('ageing');
      directory.refreshSoon(key, { domain: 's.example', slug: key }, Date.now());
    }
    const fresh = () => keys.filter((key) => cache.findKey(key) >= 0 && directory.freshness(cache.findKey(key), Date.now()) === 'fresh');
    return { ...it, keys, fresh };
  }

  test('are asked for 500 at a time: refreshing N of them takes N/500 questions', async () => {
    const { directory, batches, fresh, cache } = due(2_300);
    expect(batches.map(({ addresses }) => addresses.length)).toEqual([500, 500, 500, 500]);
    jest.advanceTimersByTime(COLLECT_MS);
    for (let i = 0; i < 5; i++) {
      batches[i]!.answer(batches[i]!.addresses.map(() => ({ unchanged: true })));
      await settle();
    }
    expect(batches.map(({ addresses }) => addresses.length)).toEqual([500, 500, 500, 500, 300]);
    expect([directory.asked, directory.batches, fresh().length]).toEqual([5, 5, 2_300]);
    expect(cache.size).toBe(2_300);
  });

  test('take what changed, keep what did not, and know what is gone', async () => {
    const { directory, batches, cache, fresh } = due(3);
    expect(batches).toHaveLength(0);
    jest.advanceTimersByTime(COLLECT_MS);
    expect(batches[0]!.addresses.map(({ slug, version }) => [slug, version])).toEqual([
      ['slug-0', 1],
      ['slug-1', 1],
      ['slug-2', 1],
    ]);
    batches[0]!.answer([{ unchanged: true }, { link: link(7) }, { missing: true }]);
    await settle();
    expect(cache.version(cache.findKey('slug-1'))).toBe(7);
    expect(cache.kind(cache.findKey('slug-2'))).toBe(KIND.missing);
    expect(fresh()).toHaveLength(3);
    expect(directory.asked).toBe(1);
  });

  test('are asked for apart from codes that are due, which are asked for 500 at a time too', async () => {
    const { directory, batches, codeBatches, cache } = due(3);
    const ids = Array.from({ length: 700 }, (_, i) => `qr_${i}`);
    for (const id of ids) cache.put(`/qr/${id}`, { ...someTarget, kind: KIND.qr }, Date.now() - 40_000);
    for (const qrId of ids) directory.refreshSoon(`/qr/${qrId}`, { qrId }, Date.now());
    jest.advanceTimersByTime(COLLECT_MS);
    expect([batches.length, codeBatches.map((batch) => batch.ids.length)]).toEqual([1, [500, 200]]);
    codeBatches[0]!.answer(codeBatches[0]!.ids.map((id) => (id === 'qr_7' ? { missing: true } : { qrCode: code(id) })));
    await settle();
    const known = (id: string) => cache.findKey(`/qr/${id}`);
    expect([cache.version(known('qr_0')), cache.kind(known('qr_7'))]).toEqual([3, KIND.missing]);
    expect(directory.freshness(known('qr_0'), Date.now())).toBe('fresh');
    // A service that fails leaves what is known as it is.
    codeBatches[1]!.fail(down());
    await settle();
    expect([cache.version(known('qr_600')), directory.freshness(known('qr_600'), Date.now())]).toEqual([1, 'ageing']);
    expect([directory.asked, directory.batches, directory.failed]).toEqual([3, 3, 1]);
  });

  test('do not come back as they were when a change was announced meanwhile: that one is asked for alone', async () => {
    const { directory, batches, questions, cache } = due(2);
    jest.advanceTimersByTime(COLLECT_MS);
    directory.invalidate('slug-0', 2);
    batches[0]!.answer([{ unchanged: true }, { unchanged: true }]);
    await settle();
    expect(cache.findKey('slug-0')).toBe(-1);
    expect(questions).toHaveLength(1);
    questions[0]!.answer(link(2));
    await settle();
    expect(cache.version(cache.findKey('slug-0'))).toBe(2);
  });

  test('a visitor of one that has become too old meanwhile waits for the same answer', async () => {
    const { directory, batches, questions } = due(1);
    jest.advanceTimersByTime(COLLECT_MS);
    const found = directory.find('slug-0', { domain: 's.example', slug: 'slug-0' });
    batches[0]!.answer([{ unchanged: true }]);
    expect(await found).toBe('ready');
    expect(questions).toHaveLength(0);
  });

  test('stay as they are when nobody answers, or answers nonsense, and are looked up alone past a minute', async () => {
    const { directory, batches, cache, keys } = due(2);
    jest.advanceTimersByTime(COLLECT_MS);
    batches[0]!.answer([{ unchanged: true }]);
    await settle();
    expect([directory.failed, cache.size]).toEqual([1, 2]);
    expect(directory.freshness(cache.findKey(keys[0]!), Date.now() + FRESH_MS)).toBe('old');
    directory.refreshSoon(keys[0]!, { domain: 's.example', slug: keys[0]! }, Date.now());
    jest.advanceTimersByTime(COLLECT_MS);
    batches[1]!.fail(down());
    await settle();
    expect([directory.failed, cache.size]).toEqual([2, 2]);
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
