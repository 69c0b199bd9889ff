import { describe, expect, test } from '@jest/globals';
import { dueWeek, isTimeZone } from './report-week.js';

const due = (at: string, zone: string) => dueWeek(Date.parse(at), zone);

describe('the weekly report is due', () => {
  test.each([
    ['2026-11-23T08:00:00Z', 'UTC', '2026-11-23', '2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['2026-11-24T23:59:59Z', 'UTC', '2026-11-23', '2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['2026-11-23T16:00:00Z', 'America/Los_Angeles', '2026-11-23', '2026-11-16T08:00:00.000Z', '2026-11-23T08:00:00.000Z'],
    ['2026-11-22T23:00:00Z', 'Asia/Tokyo', '2026-11-23', '2026-11-15T15:00:00.000Z', '2026-11-22T15:00:00.000Z'],
    // Clocks go back on Sunday, 25 October: the week has 169 hours.
    ['2026-10-26T07:00:00Z', 'Europe/Berlin', '2026-10-26', '2026-10-18T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    // … and forward on 29 March: 167.
    ['2026-03-30T06:00:00Z', 'Europe/Berlin', '2026-03-30', '2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2027-01-04T08:00:00Z', 'UTC', '2027-01-04', '2026-12-28T00:00:00.000Z', '2027-01-04T00:00:00.000Z'],
  ])('at %s in %s for the week before %s', (at, zone, monday, from, to) => {
    const week = due(at, zone)!;
    expect([week.monday, week.from.toISOString(), week.to.toISOString(), week.timeZone]).toEqual([monday, from, to, zone]);
  });

  test.each([
    ['2026-11-23T07:59:59Z', 'UTC'],
    ['2026-11-25T00:00:00Z', 'UTC'],
    ['2026-11-22T23:59:59Z', 'UTC'],
    ['2026-11-23T15:59:59Z', 'America/Los_Angeles'],
    ['2026-11-22T22:59:59Z', 'Asia/Tokyo'],
  ])('not at %s in %s', (at, zone) => expect(due(at, zone)).toBeUndefined());

  test('by UTC where nobody knows the zone', () => {
    expect(due('2026-11-23T08:00:00Z', 'Mars/Olympus_Mons')?.timeZone).toBe('UTC');
    expect(isTimeZone('Mars/Olympus_Mons')).toBe(false);
    expect(isTimeZone("UTC'; drop")).toBe(false);
    expect(isTimeZone('America/Argentina/Buenos_Aires')).toBe(true);
  });
});
