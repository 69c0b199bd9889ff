import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addMonths, periodAt } from './period.js';

const iso = (text: string) => new Date(text);

describe('months', () => {
  it.each([
    ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', 2, '2026-03-31T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', 3, '2026-04-30T10:00:00.000Z'],
    ['2028-01-30T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
    ['2024-02-29T23:59:59.999Z', 12, '2025-02-28T23:59:59.999Z'],
    ['2024-02-29T23:59:59.999Z', 48, '2028-02-29T23:59:59.999Z'],
    ['2026-12-15T00:00:00.000Z', 1, '2027-01-15T00:00:00.000Z'],
  ])('%s and %i more is %s', (anchor, months, expected) => {
    expect(addMonths(iso(anchor), months).toISOString()).toBe(expected);
  });
});

describe('the period of a moment', () => {
  it.each([
    ['2026-01-31T10:00:00.000Z', '2026-02-28T09:59:59.999Z', '2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z', '2026-02-28T10:00:00.000Z', '2026-03-31T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', '2026-03-30T00:00:00.000Z', '2026-02-28T10:00:00.000Z', '2026-03-31T10:00:00.000Z'],
    ['2026-11-21T00:00:00.000Z', '2030-01-01T00:00:00.000Z', '2029-12-21T00:00:00.000Z', '2030-01-21T00:00:00.000Z'],
    ['2026-11-21T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-11-21T00:00:00.000Z', '2026-12-21T00:00:00.000Z'],
  ])('anchor %s, moment %s: from %s to %s', (anchor, at, start, end) => {
    const period = periodAt(iso(anchor), iso(at));
    expect([period.start.toISOString(), period.end.toISOString()]).toEqual([start, end]);
  });

  it('contains it, whatever the anchor, and borders on the next without a gap', () => {
    const day = fc.date({ min: iso('2000-01-01T00:00:00Z'), max: iso('2100-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.nat(80 * 365 * 86_400_000), (anchor, later) => {
        const at = new Date(anchor.getTime() + later);
        const { start, end } = periodAt(anchor, at);
        expect(start <= at && at < end).toBe(true);
        expect(periodAt(anchor, end).start).toEqual(end);
        expect(periodAt(anchor, new Date(end.getTime() - 1)).start).toEqual(start);
      }),
    );
  });
});
