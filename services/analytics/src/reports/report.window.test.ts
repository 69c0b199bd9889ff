import { describe, expect, test } from '@jest/globals';
import { AppError } from '@linqr/platform/errors';
import { reportWindow } from './report.window.js';
import { DAY_MS, HOUR_MS, Zone } from './zone.js';

const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();

describe('named ranges', () => {
  const now = at('2026-11-21T09:27:44.123Z');

  test('24h: 24 hours that end with this one, and the 24 before', () => {
    const window = reportWindow({ range: '24h', timeZone: '' }, now);
    expect(window).toMatchObject({ zone: 'UTC', granularity: 'hour' });
    expect(iso(window.current.from)).toBe('2026-11-20T10:00:00.000Z');
    expect(iso(window.current.to)).toBe('2026-11-21T10:00:00.000Z');
    expect(iso(window.previous.from)).toBe('2026-11-19T10:00:00.000Z');
    expect(window.buckets).toHaveLength(24);
    expect(window.previousBuckets).toHaveLength(24);
  });

  test.each([
    ['7d', 7],
    ['30d', 30],
    ['90d', 90],
  ])('%s: that many days of the zone, today included, and as many before', (range, days) => {
    const window = reportWindow({ range, timeZone: 'Asia/Tokyo' }, now);
    expect(iso(window.today.from)).toBe('2026-11-20T15:00:00.000Z');
    expect(iso(window.current.to)).toBe('2026-11-21T15:00:00.000Z');
    expect(window.current.to - window.current.from).toBe(days * DAY_MS);
    expect(window.previous.to).toBe(window.current.from);
    expect(window.buckets).toHaveLength(days);
    expect(window.previousBuckets).toHaveLength(days);
    expect(window.week.to - window.week.from).toBe(7 * DAY_MS);
  });

  test('7d is the default', () => expect(reportWindow({ range: '', timeZone: '' }, now).range).toBe('7d'));
});

describe('days over a change of the clocks', () => {
  const lengths = (zone: string, now: string) => {
    const { buckets, current } = reportWindow({ range: '7d', timeZone: zone }, at(now));
    return buckets.map((start, i) => ((buckets[i + 1] ?? current.to) - start) / HOUR_MS);
  };

  test.each([
    ['Europe/Berlin, spring', 'Europe/Berlin', '2026-03-31T10:00:00Z', [24, 24, 24, 24, 23, 24, 24]],
    ['Europe/Berlin, autumn', 'Europe/Berlin', '2026-10-27T10:00:00Z', [24, 24, 24, 24, 25, 24, 24]],
    ['America/New_York, spring', 'America/New_York', '2026-03-10T10:00:00Z', [24, 24, 24, 24, 23, 24, 24]],
    ['Africa/Cairo, whose clock skips midnight', 'Africa/Cairo', '2026-04-26T10:00:00Z', [24, 24, 24, 24, 23, 24, 24]],
    ['Africa/Cairo, whose clock goes back at midnight', 'Africa/Cairo', '2026-11-01T10:00:00Z', [24, 24, 24, 25, 24, 24, 24]],
    ['Australia/Lord_Howe, by half an hour', 'Australia/Lord_Howe', '2026-10-06T10:00:00Z', [24, 24, 24, 24, 23.5, 24, 24]],
    ['Asia/Kathmandu, which never changes', 'Asia/Kathmandu', '2026-03-31T10:00:00Z', [24, 24, 24, 24, 24, 24, 24]],
  ])('%s', (_, zone, now, expected) => expect(lengths(zone, now)).toEqual(expected));

  test('a day that begins at one, since midnight is skipped', () => {
    const cairo = new Zone('Africa/Cairo');
    const day = cairo.dayOf(at('2026-04-24T10:00:00Z'));
    expect(iso(cairo.startOfDay(day))).toBe('2026-04-23T22:00:00.000Z');
    expect(cairo.dayOf(cairo.startOfDay(day))).toBe(day);
    expect(cairo.dayOf(cairo.startOfDay(day) - 1)).toBe(day - 1);
  });

  test('a day that never was begins with the next one', () => {
    const apia = new Zone('Pacific/Apia');
    const skipped = Date.UTC(2011, 11, 30) / DAY_MS;
    expect(apia.startOfDay(skipped)).toBe(apia.startOfDay(skipped + 1));
  });

  test('every day of two years begins where the day before ends, in zones of every kind', () => {
    for (const name of [
      'America/Sao_Paulo',
      'Asia/Beirut',
      'America/Havana',
      'Atlantic/Azores',
      'Asia/Tehran',
      'Antarctica/Troll',
      'Pacific/Chatham',
    ]) {
      const zone = new Zone(name);
      const first = zone.dayOf(at('2017-06-01T00:00:00Z'));
      for (let day = first; day < first + 730; day++) {
        const start = zone.startOfDay(day);
        expect([name, zone.dayOf(start), zone.dayOf(start - 1)]).toEqual([name, day, day - 1]);
      }
    }
  });
});

describe('custom ranges', () => {
  const custom = (from: string | undefined, to: string | undefined, timeZone = '') =>
    reportWindow({ range: 'custom', from, to, timeZone }, at('2026-11-21T09:00:00Z'));

  test('are exact to the millisecond, with the same length before', () => {
    const window = custom('2026-11-01T10:20:30.400Z', '2026-11-11T10:20:30.400Z');
    expect(iso(window.previous.from)).toBe('2026-10-22T10:20:30.400Z');
    expect(window.granularity).toBe('day');
    expect(window.buckets).toHaveLength(11);
    expect(iso(window.buckets[0]!)).toBe('2026-11-01T00:00:00.000Z');
  });

  test.each([
    ['2026-11-01T10:00:00Z', '2026-11-01T12:59:00Z', 'minute', 179],
    ['2026-11-01T10:00:00Z', '2026-11-04T10:00:00Z', 'hour', 72],
    ['2026-01-01T00:00:00Z', '2026-11-01T00:00:00Z', 'day', 304],
  ])('%s to %s by the %s', (from, to, granularity, buckets) => {
    expect(custom(from, to)).toMatchObject({ granularity });
    expect(custom(from, to).buckets).toHaveLength(buckets);
  });

  test.each([
    ['no start', undefined, '2026-11-01T00:00:00Z'],
    ['no end', '2026-11-01T00:00:00Z', undefined],
    ['no date', 'yesterday', '2026-11-01T00:00:00Z'],
    ['end first', '2026-11-02T00:00:00Z', '2026-11-01T00:00:00Z'],
    ['nothing between', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z'],
    ['too long', '2020-11-01T00:00:00Z', '2026-11-01T00:00:00Z'],
    ['before the web', '1970-01-01T00:00:00Z', '1970-01-02T00:00:00Z'],
  ])('%s: VALIDATION_FAILED', (_, from, to) => {
    const attempt = () => custom(from, to);
    expect(attempt).toThrow(AppError);
    expect(attempt).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }) as never);
  });
});
