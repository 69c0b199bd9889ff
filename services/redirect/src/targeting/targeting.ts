// Rules and variants of one link, ready to be asked. Pure: facts of a visit in, where it goes out. Nothing is allocated for
// a visit: every answer is made when a link comes in.
import type { Rule, RuleCondition, Variant } from '@linqr/proto/link/v1/link';
import { CLICK_FIELD, textField } from '../click/click.fields.js';
import { headerSafeDestination } from '../target/destination.js';
import { hashBytes } from '../target/target.key.js';
import { isInLanguage } from './language.traits.js';
import { wallClockMs } from './zone.clock.js';

/** What rules look at; '' where unknown. An unknown fact meets no `is` and every `isNot`. */
export interface VisitTraits {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly device: string;
  readonly os: string;
  readonly browser: string;
  /** Lower-case tag of the language liked best. */
  readonly language: string;
  /** Values of a query parameter, decoded, in order; empty: it is not there. */
  parameter(name: string): readonly string[];
  /** 32 bits that stay the same for a visitor of this link and tell nothing about them. */
  readonly visitorHash: number;
}

/** Where a rule or a variant sends a visit. */
export interface Choice {
  readonly outcome: 'pass' | 'broken';
  /** '' where broken. */
  readonly destination: string;
  /** Protobuf fields of RecordedClick that say which rule or variant it was. */
  readonly clickFields: Buffer;
  /** Value of the Vary header. */
  readonly vary: string;
}

type Test = (traits: VisitTraits, nowMs: number) => boolean;

export interface Targeting {
  readonly rules: readonly { tests: readonly Test[]; choice: Choice }[];
  readonly variants: readonly { hash: number; weight: number; choice: Choice }[];
  readonly vary: string;
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** How the cache keeps them between the link service's answer and the first visit. */
export function packTargeting(rules: readonly Rule[], variants: readonly Variant[]): Buffer {
  return rules.length + variants.length === 0 ? Buffer.alloc(0) : Buffer.from(JSON.stringify({ rules, variants }), 'utf8');
}

export function needsCountry(rules: readonly Rule[]): boolean {
  return rules.some(({ conditions }) => conditions.some(({ field }) => field === 'country'));
}

export function readTargeting(packed: Buffer): Targeting {
  const { rules, variants } = JSON.parse(packed.toString('utf8')) as { rules: Rule[]; variants: Variant[] };
  const vary = varyOf(rules, variants);
  return {
    rules: rules.map((rule) => ({
      tests: rule.conditions.map(testOf),
      choice: choiceOf(rule.destination, textField(CLICK_FIELD.ruleId, rule.id), vary),
    })),
    variants: variants
      .filter(({ weight }) => weight > 0)
      .map(({ id, destination, weight }) => {
        const key = Buffer.from(id, 'utf8');
        return {
          hash: hashBytes(key, 0, key.length, 0),
          weight,
          choice: choiceOf(destination, textField(CLICK_FIELD.variant, id), vary),
        };
      }),
    vary,
  };
}

/** The first rule that is met, else the visitor's variant; undefined: the link's own destination. */
export function choose(targeting: Targeting, traits: VisitTraits, nowMs: number): Choice | undefined {
  for (const { tests, choice } of targeting.rules) {
    let met = true;
    for (let i = 0; met && i < tests.length; i++) met = tests[i]!(traits, nowMs);
    if (met) return choice;
  }
  return variantFor(targeting.variants, traits);
}

/**
 * Weighted rendezvous: every variant draws a number for the visitor, the best one wins. A change of weights or a new
 * variant moves only as many visitors as it has to.
 */
function variantFor(variants: Targeting['variants'], traits: VisitTraits): Choice | undefined {
  if (variants.length < 2) return variants[0]?.choice;
  let best: Choice | undefined;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const { hash, weight, choice } of variants) {
    const draw = (mix(traits.visitorHash ^ hash) + 0.5) / 2 ** 32;
    const score = Math.log(draw) / weight;
    if (score > bestScore) {
      bestScore = score;
      best = choice;
    }
  }
  return best;
}

function mix(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x7feb352d);
  h ^= h >>> 15;
  h = Math.imul(h, 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

function choiceOf(stored: string, clickFields: Buffer, vary: string): Choice {
  const destination = headerSafeDestination(stored);
  return { outcome: destination === undefined ? 'broken' : 'pass', destination: destination ?? '', clickFields, vary };
}

/** What an answer depends on besides the address. Country and variants come from the address: no header names that. */
function varyOf(rules: readonly Rule[], variants: readonly Variant[]): string {
  const fields = new Set(rules.flatMap(({ conditions }) => conditions.map(({ field }) => field)));
  const headers: string[] = [];
  if (fields.has('language')) headers.push('Accept-Language');
  if (variants.length > 1 || ['device', 'os', 'browser'].some((field) => fields.has(field))) headers.push('User-Agent');
  return headers.join(', ');
}

/** A condition this edge does not know is never met: a newer link service may send more than an older edge understands. */
function testOf(condition: RuleCondition): Test {
  const met = matcherOf(condition);
  if (met === undefined) return () => false;
  return condition.operator === 'isNot' ? (traits, nowMs) => !met(traits, nowMs) : met;
}

function matcherOf({ field, operator, values, key, from, to, timeZone }: RuleCondition): Test | undefined {
  if (operator !== 'is' && operator !== 'isNot') return undefined;
  const wanted = new Set(values);
  switch (field) {
    case 'country':
      return (traits) => wanted.has(traits.country);
    case 'device':
      return (traits) => wanted.has(traits.device);
    case 'os':
      return (traits) => wanted.has(traits.os);
    case 'browser':
      return (traits) => wanted.has(traits.browser);
    case 'language':
      return (traits) => values.some((range) => isInLanguage(traits.language, range));
    case 'query':
      return (traits) => {
        const found = traits.parameter(key);
        return wanted.size === 0 ? found.length > 0 : found.some((value) => wanted.has(value));
      };
    case 'time':
      return timeTest(wanted, from, to, timeZone || 'UTC');
    default:
      return undefined;
  }
}

function timeTest(days: ReadonlySet<string>, from: string, to: string, timeZone: string): Test {
  if (from.includes('T') || to.includes('T')) {
    const fromMs = from === '' ? Number.NEGATIVE_INFINITY : Date.parse(`${from}Z`);
    const toMs = to === '' ? Number.POSITIVE_INFINITY : Date.parse(`${to}Z`);
    return (_, nowMs) => {
      const clock = wallClockMs(timeZone, nowMs);
      return clock !== undefined && clock >= fromMs && clock < toMs && isOnDay(days, clock);
    };
  }
  const fromMinute = minuteOf(from) ?? 0;
  const toMinute = minuteOf(to) ?? DAY_MINUTES;
  return (_, nowMs) => {
    const clock = wallClockMs(timeZone, nowMs);
    if (clock === undefined) return false;
    const minute = Math.floor(clock / MINUTE_MS) % DAY_MINUTES;
    if (fromMinute < toMinute) return minute >= fromMinute && minute < toMinute && isOnDay(days, clock);
    // Over midnight: the hours after it belong to the day on which they began.
    if (minute >= fromMinute) return isOnDay(days, clock);
    return minute < toMinute && isOnDay(days, clock - DAY_MINUTES * MINUTE_MS);
  };
}

function isOnDay(days: ReadonlySet<string>, clock: number): boolean {
  return days.size === 0 || days.has(DAYS[new Date(clock).getUTCDay()]!);
}

function minuteOf(time: string): number | undefined {
  const match = /^(\d{2}):(\d{2})$/.exec(time);
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
}
