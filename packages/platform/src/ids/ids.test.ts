import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isId, newId, uuidv7 } from './index.js';

const times = fc.tuple(fc.integer({ min: 0, max: 2 ** 47 }), fc.integer({ min: 1, max: 2 ** 40 }));

describe('an id', () => {
  it('is its prefix, ten characters of time and sixteen random ones', () => {
    expect(newId('lnk')).toMatch(/^lnk_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it('sorts by creation', () => {
    fc.assert(fc.property(times, ([at, later]) => newId('lnk', at) < newId('lnk', at + later)));
  });

  it('does not come twice, not even within a millisecond', () => {
    const ids = new Set(Array.from({ length: 20_000 }, () => newId('evt', 1_700_000_000_000)));
    expect(ids.size).toBe(20_000);
  });

  it('is known by its exact shape', () => {
    expect(isId('qr', newId('qr'))).toBe(true);
    for (const bad of [
      newId('lnk'),
      'qr_',
      `${newId('qr')}x`,
      newId('qr').toUpperCase(),
      newId('qr').replace(/.$/, 'u'),
      ` ${newId('qr')}`,
      7,
      null,
      undefined,
    ])
      expect(isId('qr', bad)).toBe(false);
  });
});

describe('a click id', () => {
  it('is a UUID of version 7 and variant 10', () => {
    expect(uuidv7()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('sorts by creation and says when that was', () => {
    fc.assert(
      fc.property(times, ([at, later]) => {
        const id = uuidv7(at);
        return id < uuidv7(at + later) && Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) === at;
      }),
    );
  });

  it('does not come twice', () => {
    expect(new Set(Array.from({ length: 20_000 }, () => uuidv7(1_700_000_000_000))).size).toBe(20_000);
  });
});
