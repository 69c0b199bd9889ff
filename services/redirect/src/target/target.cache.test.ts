import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TargetCache } from './target.cache.js';
import { CONTENT, KIND, STATE, type Target } from './target.js';

const MIB = 1024 * 1024;
const target = (over: Partial<Target> = {}): Target => ({
  kind: KIND.link,
  state: STATE.active,
  content: CONTENT.none,
  version: 3,
  expiresAtMs: 11,
  startsAtMs: 7,
  hasPassword: true,
  passwordVersion: 5,
  forwardQuery: true,
  redirectType: 308,
  shard: 11,
  ownerFields: Buffer.from('owner'),
  ownFields: Buffer.from('own'),
  destination: Buffer.from('https://e.example/'),
  targeting: Buffer.alloc(0),
  freePasses: Number.POSITIVE_INFINITY,
  mayGoOn: false,
  ...over,
});
const read = (cache: TargetCache, at: number): Target => ({
  kind: cache.kind(at),
  state: cache.state(at),
  content: cache.content(at),
  version: cache.version(at),
  expiresAtMs: cache.expiresAtMs(at),
  startsAtMs: cache.startsAtMs(at),
  hasPassword: cache.hasPassword(at),
  passwordVersion: cache.passwordVersion(at),
  forwardQuery: cache.forwardQuery(at),
  redirectType: cache.redirectType(at),
  shard: cache.shard(at),
  ownerFields: cache.ownerFields(at),
  ownFields: cache.arena.subarray(cache.ownFieldsStart(at), cache.ownFieldsEnd(at)),
  destination: cache.arena.subarray(cache.ownFieldsEnd(at), cache.destinationEnd(at)),
  targeting: cache.isTargeted(at) ? cache.targeting(at) : Buffer.alloc(0),
  freePasses: cache.isLimited(at) ? cache.freePasses(at) : Number.POSITIVE_INFINITY,
  mayGoOn: cache.mayGoOn(at),
});

describe('the cache', () => {
  test('gives back what was put in, field by field', () => {
    const cache = new TargetCache(MIB);
    for (const one of [
      target(),
      target({
        hasPassword: false,
        forwardQuery: false,
        redirectType: 301,
        content: CONTENT.wifi,
        kind: KIND.qr,
        state: STATE.removed,
        version: 2 ** 31 - 1,
      }),
      target({ targeting: Buffer.from('{"rules":[]}') }),
      target({ freePasses: 0, mayGoOn: true, state: STATE.quarantined }),
      target({ freePasses: 7, targeting: Buffer.alloc(60_000, 66) }),
      target({ freePasses: 7, destination: Buffer.alloc(0) }),
    ]) {
      cache.put('host.example/some-slug', one, 42);
      const at = cache.findKey('host.example/some-slug');
      expect(read(cache, at)).toEqual(one);
      expect(cache.loadedAtMs(at)).toBe(42);
    }
    expect(cache.size).toBe(1);
    expect(cache.findKey('some-slug')).toBe(-1);
  });

  test('behaves like a map through any sequence of changes that fits', () => {
    const key = fc.integer({ min: 0, max: 40 }).map((n) => `slug-${n}`);
    const step = fc.oneof(
      fc.record({ put: key, owner: fc.integer({ min: 0, max: 3 }), size: fc.integer({ min: 0, max: 90 }) }),
      fc.record({ remove: key }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const cache = new TargetCache(MIB);
        const model = new Map<string, Target>();
        for (const s of steps) {
          if ('put' in s) {
            const one = target({ ownerFields: Buffer.from(`owner ${s.owner}`), destination: Buffer.alloc(s.size, 65) });
            cache.put(s.put, one, 0);
            model.set(s.put, one);
          } else expect(cache.removeKey(s.remove)).toBe(model.delete(s.remove));
        }
        expect(cache.size).toBe(model.size);
        for (const [k, one] of model) expect(read(cache, cache.findKey(k))).toEqual(one);
      }),
      { numRuns: 200 },
    );
  });

  test('stays within its bytes, keeps what is asked for and lets the rest go, with every survivor intact', () => {
    const cache = new TargetCache(MIB);
    const destination = (i: number) => `https://e.example/${i}/${'x'.repeat(i % 97)}`;
    let lost = 0;
    for (let i = 0; i < 50_000; i++) {
      cache.put(`slug-${i}`, target({ destination: Buffer.from(destination(i)), ownerFields: Buffer.from(`ws-${i % 500}`) }), i);
      if (i > 10 && cache.findKey('slug-10') < 0) {
        lost++;
        cache.put('slug-10', target({ destination: Buffer.from(destination(10)), ownerFields: Buffer.from('ws-10') }), i);
      }
      if (cache.usedBytes > MIB) throw new Error('over its bound');
    }
    // Only where the ring ends can an entry that is asked for be dropped.
    expect(lost).toBeLessThan(3);
    expect(cache.evictions).toBeGreaterThan(40_000);
    expect(cache.findKey('slug-11')).toBe(-1);
    let found = 0;
    for (let i = 0; i < 50_000; i++) {
      const at = cache.findKey(`slug-${i}`);
      if (at < 0) continue;
      found++;
      expect(read(cache, at).destination.toString()).toBe(destination(i));
      expect(read(cache, at).ownerFields.toString()).toBe(`ws-${i % 500}`);
    }
    expect(found).toBe(cache.size);
    expect(found).toBeGreaterThan(3_000);
  });

  test('does not let one entry push out the others', () => {
    const cache = new TargetCache(MIB);
    cache.put('small', target(), 0);
    cache.put('huge', target({ destination: Buffer.alloc(70_000, 65) }), 0);
    expect(cache.findKey('huge')).toBe(-1);
    expect(cache.findKey('small')).toBeGreaterThanOrEqual(0);
  });
});
