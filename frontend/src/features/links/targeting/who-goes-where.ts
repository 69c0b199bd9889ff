// Which rule a visitor would meet: what the edge decides (services/redirect/src/targeting), said again for the test box.
import type { LinkRule, RuleCondition } from '../../../api/types';

export interface TestVisitor {
  country: string;
  device: string;
  os: string;
  browser: string;
  language: string;
  /** Query string, without the question mark. */
  query: string;
  /** Moment of the visit, milliseconds. */
  atMs: number;
}

const DAY_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DAY_MS = 86_400_000;

/** Place of the first rule whose conditions are all met; -1: none is. */
export function firstMet(rules: readonly LinkRule[], visitor: TestVisitor): number {
  return rules.findIndex(({ conditions }) => conditions.length > 0 && conditions.every((condition) => isMet(condition, visitor)));
}

export function isMet(condition: RuleCondition, visitor: TestVisitor): boolean {
  const holds = matches(condition, visitor);
  return condition.operator === 'isNot' ? !holds : holds;
}

function matches({ field, values, key, from, to, timeZone }: RuleCondition, visitor: TestVisitor): boolean {
  switch (field) {
    case 'country':
    case 'device':
    case 'os':
    case 'browser':
      return values.includes(visitor[field]);
    case 'language': {
      const tag = visitor.language.toLowerCase();
      return values.some((value) => tag === value.toLowerCase() || tag.startsWith(`${value.toLowerCase()}-`));
    }
    case 'query': {
      const found = new URLSearchParams(visitor.query).getAll(key ?? '');
      return values.length === 0 ? found.length > 0 : found.some((value) => values.includes(value));
    }
    case 'time':
      return isTime(values, from ?? '', to ?? '', wallClock(timeZone ?? 'UTC', visitor.atMs));
    default:
      return false;
  }
}

/** The wall clock of a zone, written as if it were UTC. */
function wallClock(timeZone: string, atMs: number): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }).formatToParts(atMs);
    const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  } catch {
    return Number.NaN;
  }
}

function isTime(days: readonly string[], from: string, to: string, clock: number): boolean {
  if (Number.isNaN(clock)) return false;
  const isOn = (at: number) => days.length === 0 || days.includes(DAY_NAMES[new Date(at).getUTCDay()] ?? '');
  if (from.includes('T') || to.includes('T'))
    return (from === '' || clock >= Date.parse(`${from}Z`)) && (to === '' || clock < Date.parse(`${to}Z`)) && isOn(clock);
  const minute = Math.floor((clock % DAY_MS) / 60_000);
  const [start, end] = [minuteOf(from) ?? 0, minuteOf(to) ?? 1_440];
  if (start < end) return minute >= start && minute < end && isOn(clock);
  // Over midnight: the hours after it belong to the day on which they began.
  return minute >= start ? isOn(clock) : minute < end && isOn(clock - DAY_MS);
}

function minuteOf(time: string): number | undefined {
  const match = /^(\d{2}):(\d{2})$/.exec(time);
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
}
