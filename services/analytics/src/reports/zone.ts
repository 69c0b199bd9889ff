// Days and hours of an IANA time zone, safe over changes to and from summer time.

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

/** Days since 1970-01-01 on some calendar. */
export type DayNumber = number;

export function isTimeZone(name: string): boolean {
  if (name.length > 64) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export class Zone {
  private readonly format: Intl.DateTimeFormat;

  constructor(readonly name: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** Local time minus UTC at this instant, milliseconds. */
  offset(ms: number): number {
    const part: Record<string, number> = {};
    for (const { type, value } of this.format.formatToParts(ms)) part[type] = Number(value);
    const local = Date.UTC(part['year']!, part['month']! - 1, part['day']!, part['hour']!, part['minute']!, part['second']!);
    return local - Math.floor(ms / 1_000) * 1_000;
  }

  /** The local calendar day of an instant. */
  dayOf(ms: number): DayNumber {
    return Math.floor((ms + this.offset(ms)) / DAY_MS);
  }

  /** The first instant of a local day: 01:00 where the clock skips midnight, that of the next day where it skips the day. */
  startOfDay(day: DayNumber): number {
    const utcMidnight = day * DAY_MS;
    const guess = utcMidnight - this.offset(utcMidnight);
    for (const candidate of [guess, utcMidnight - this.offset(guess)])
      if (this.dayOf(candidate) >= day && this.dayOf(candidate - 1) < day) return candidate;
    let before = utcMidnight - 30 * HOUR_MS;
    let after = utcMidnight + 54 * HOUR_MS;
    while (after - before > 1_000) {
      const middle = Math.floor((before + after) / 2_000) * 1_000;
      if (this.dayOf(middle) >= day) after = middle;
      else before = middle;
    }
    return after;
  }

  /** Start of the local hour an instant lies in. */
  startOfHour(ms: number): number {
    const offset = this.offset(ms);
    return Math.floor((ms + offset) / HOUR_MS) * HOUR_MS - offset;
  }
}
