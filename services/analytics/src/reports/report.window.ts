// Which instants a report is about: its window, the one before, today, this week, and the buckets of its series.
import { validationFailed } from '@linqr/platform/errors';
import { DAY_MS, HOUR_MS, isTimeZone, MINUTE_MS, Zone } from './zone.js';

export type Granularity = 'minute' | 'hour' | 'day';

/** Half-open, milliseconds since the epoch. */
export interface Span {
  from: number;
  to: number;
}

export interface ReportWindow {
  range: string;
  zone: string;
  granularity: Granularity;
  current: Span;
  previous: Span;
  /** Since the last midnight of the zone, to the next. */
  today: Span;
  /** The last seven days of the zone, today included. */
  week: Span;
  /** Starts of the buckets; the first may lie before a custom window that begins inside it. */
  buckets: number[];
  previousBuckets: number[];
}

export interface WindowRequest {
  range: string;
  from?: string | undefined;
  to?: string | undefined;
  timeZone: string;
}

const DAYS: Record<string, number> = { '7d': 7, '30d': 30, '90d': 90 };
export const RANGES = ['24h', ...Object.keys(DAYS), 'custom'];
const MAX_CUSTOM_DAYS = 731;
/** Finest buckets that stay readable. */
const MINUTES_UP_TO_MS = 3 * HOUR_MS;
const HOURS_UP_TO_MS = 4 * DAY_MS;

/**
 * Named ranges are whole buckets that end with the one we are in: 24h is 24 hours, 7d seven days of the zone. The window
 * before has as many buckets. Throws VALIDATION_FAILED.
 */
export function reportWindow(request: WindowRequest, nowMs: number): ReportWindow {
  const range = request.range || '7d';
  const zoneName = request.timeZone || 'UTC';
  if (!RANGES.includes(range)) throw validationFailed({ field: 'timeRange', message: `Time range must be one of ${RANGES.join(', ')}` });
  if (!isTimeZone(zoneName)) throw validationFailed({ field: 'timeZone', message: 'Time zone must be an IANA name such as Europe/Berlin' });
  const zone = new Zone(zoneName);
  const today = zone.dayOf(nowMs);
  const day = (offset: number) => zone.startOfDay(today + offset);
  const shared = { range, zone: zoneName, today: { from: day(0), to: day(1) }, week: { from: day(-6), to: day(1) } };
  if (range === 'custom') return { ...shared, ...customWindow(request, zone) };
  if (range === '24h') {
    const to = zone.startOfHour(nowMs) + HOUR_MS;
    const current = { from: to - 24 * HOUR_MS, to };
    const previous = { from: to - 48 * HOUR_MS, to: current.from };
    return {
      ...shared,
      granularity: 'hour',
      current,
      previous,
      buckets: steps(current, HOUR_MS),
      previousBuckets: steps(previous, HOUR_MS),
    };
  }
  const days = DAYS[range]!;
  const starts = distinct(Array.from({ length: 2 * days }, (_, i) => day(i + 1 - 2 * days)));
  const from = day(1 - days);
  return {
    ...shared,
    granularity: 'day',
    current: { from, to: day(1) },
    previous: { from: starts[0]!, to: from },
    buckets: starts.filter((at) => at >= from),
    previousBuckets: starts.filter((at) => at < from),
  };
}

type WindowParts = Pick<ReportWindow, 'granularity' | 'current' | 'previous' | 'buckets' | 'previousBuckets'>;

function customWindow({ from, to }: WindowRequest, zone: Zone): WindowParts {
  const current = { from: instant(from, 'from'), to: instant(to, 'to') };
  const length = current.to - current.from;
  if (length <= 0) throw validationFailed({ field: 'to', message: 'The end of the period must lie after its start' });
  if (length > MAX_CUSTOM_DAYS * DAY_MS)
    throw validationFailed({ field: 'from', message: `A period may have at most ${MAX_CUSTOM_DAYS} days` });
  const previous = { from: current.from - length, to: current.from };
  const granularity = length <= MINUTES_UP_TO_MS ? 'minute' : length <= HOURS_UP_TO_MS ? 'hour' : 'day';
  const bucketsOf = (span: Span): number[] => {
    if (granularity === 'minute') return steps({ from: Math.floor(span.from / MINUTE_MS) * MINUTE_MS, to: span.to }, MINUTE_MS);
    if (granularity === 'hour') return steps({ from: zone.startOfHour(span.from), to: span.to }, HOUR_MS);
    const starts: number[] = [];
    for (let day = zone.dayOf(span.from); ; day++) {
      const at = zone.startOfDay(day);
      if (at >= span.to) return distinct(starts);
      starts.push(at);
    }
  };
  return { granularity, current, previous, buckets: bucketsOf(current), previousBuckets: bucketsOf(previous) };
}

function instant(text: string | undefined, field: string): number {
  const ms = text ? Date.parse(text) : Number.NaN;
  if (!(ms >= Date.UTC(2000, 0, 1) && ms < Date.UTC(2100, 0, 1)))
    throw validationFailed({ field, message: `A custom period needs a valid date in ${field}` });
  return ms;
}

function steps({ from, to }: Span, width: number): number[] {
  return Array.from({ length: Math.ceil((to - from) / width) }, (_, i) => from + i * width);
}

const distinct = (sorted: number[]) => sorted.filter((at, i) => i === 0 || at !== sorted[i - 1]);
