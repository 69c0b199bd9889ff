/** The week that a report is about, in one time zone. */
export interface ReportWeek {
  timeZone: string;
  /** The Monday on which it is sent, as the zone's calendar says it: yyyy-mm-dd. */
  monday: string;
  /** Midnights of the zone: the Monday before, and this one. */
  from: Date;
  to: Date;
}

/** Sent from Monday 08:00 on; who could not be reached until Wednesday 00:00 gets none, rather than stale news. */
const FROM_HOUR = 8;
const DAY_MS = 86_400_000;

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z][A-Za-z0-9+_/-]{0,63}$/.test(name);
  } catch {
    return false;
  }
}

/** The report that is due in the zone at this moment, if any. A zone that nobody knows counts as UTC. */
export function dueWeek(nowMs: number, zone: string): ReportWeek | undefined {
  const timeZone = isTimeZone(zone) ? zone : 'UTC';
  const local = new Date(nowMs + offsetMs(nowMs, timeZone));
  const daysSinceMonday = (local.getUTCDay() + 6) % 7;
  if (daysSinceMonday > 1 || (daysSinceMonday === 0 && local.getUTCHours() < FROM_HOUR)) return undefined;
  const monday = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()) - daysSinceMonday * DAY_MS;
  return {
    timeZone,
    monday: new Date(monday).toISOString().slice(0, 10),
    from: midnight(monday - 7 * DAY_MS, timeZone),
    to: midnight(monday, timeZone),
  };
}

/** The instant at which a calendar day (its midnight as if it were UTC) begins in the zone. */
function midnight(dayMs: number, timeZone: string): Date {
  // The offset right before the day may differ from the one at its start where the clock changes at midnight.
  const guess = dayMs - offsetMs(dayMs, timeZone);
  return new Date(dayMs - offsetMs(guess, timeZone));
}

/** What the zone's clock is ahead of UTC at an instant, in milliseconds. */
function offsetMs(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(atMs);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value ?? 0);
  const asUtc = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return asUtc - Math.floor(atMs / 1_000) * 1_000;
}
