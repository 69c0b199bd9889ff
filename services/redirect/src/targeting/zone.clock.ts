// Clocks of other places. The offset of a zone changes on quarters of an hour only, so it is asked for once a quarter.

const QUARTER_MS = 900_000;
/** There are about 600 zones; rules name a known one or none. */
const MAX_ZONES = 1_000;

interface Zone {
  format: Intl.DateTimeFormat;
  quarter: number;
  offsetMs: number;
}

const zones = new Map<string, Zone>();

/** The wall clock there, written as if it were UTC, milliseconds; undefined for a zone this machine does not know. */
export function wallClockMs(timeZone: string, nowMs: number): number | undefined {
  let zone = zones.get(timeZone);
  if (!zone) {
    if (zones.size >= MAX_ZONES) zones.clear();
    try {
      zone = { format: formatOf(timeZone), quarter: Number.NaN, offsetMs: 0 };
    } catch {
      return undefined;
    }
    zones.set(timeZone, zone);
  }
  const quarter = Math.floor(nowMs / QUARTER_MS);
  if (zone.quarter !== quarter) {
    zone.offsetMs = offsetOf(zone.format, quarter * QUARTER_MS);
    zone.quarter = quarter;
  }
  return nowMs + zone.offsetMs;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

function offsetOf(format: Intl.DateTimeFormat, atMs: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(atMs)) part[type] = Number(value);
  return Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute'], part['second']) - atMs;
}
