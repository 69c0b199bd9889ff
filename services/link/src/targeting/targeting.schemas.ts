// Rules and variants as they come from outside. Destinations are only carried: the destination policy judges them.
import { z } from 'zod';
import { BROWSERS, type Condition, DAYS, DEVICES, FIELDS, SYSTEMS } from './targeting.js';

export const MAX_RULES = 20;
export const MAX_VARIANTS = 10;
const MAX_CONDITIONS = 10;
const MAX_VALUES = 50;
const MAX_VALUE_LENGTH = 100;
const MAX_NAME_LENGTH = 80;
const MAX_WEIGHT = 1_000;
/** As JSON, in UTF-8: what an edge keeps of one link stays small. */
const MAX_RULES_BYTES = 64 * 1024;
const MAX_VARIANTS_BYTES = 24 * 1024;

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/;

const printable = (value: string) => !/\p{Cc}/u.test(value);
const name = z
  .string()
  .trim()
  .max(MAX_NAME_LENGTH, `A name has ${MAX_NAME_LENGTH} characters at most.`)
  .refine(printable, 'A name must not contain control characters.');

const CLOSED: Partial<Record<Condition['field'], { known: readonly string[]; what: string }>> = {
  device: { known: DEVICES, what: 'device' },
  os: { known: SYSTEMS, what: 'operating system' },
  browser: { known: BROWSERS, what: 'browser' },
  time: { known: DAYS, what: 'day' },
};

/** What is wrong with one value of a condition; undefined: nothing. */
function valueProblem(field: Condition['field'], value: string): string | undefined {
  const closed = CLOSED[field];
  if (closed) return closed.known.includes(value) ? undefined : `"${value}" is not a ${closed.what} we know: ${closed.known.join(', ')}.`;
  if (field === 'country') return isCountry(value) ? undefined : `"${value}" is not a country code such as DE.`;
  if (field === 'language') return isLanguage(value) ? undefined : `"${value}" is not a language code such as de or pt-BR.`;
  return undefined;
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

function isCountry(value: string): boolean {
  return /^[A-Z]{2}$/.test(value) && value !== 'ZZ' && regions.of(value) !== undefined;
}

function isLanguage(value: string): boolean {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/.test(value)) return false;
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

function isTimeZone(value: string): boolean {
  // A fixed offset has no name that a person would pick, and the same clock as a zone somewhere.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** Digits that stand for a day that exists. */
function isMoment(value: string): boolean {
  if (!MOMENT.test(value)) return false;
  const at = new Date(`${value}Z`);
  return Number.isFinite(at.getTime()) && at.toISOString().startsWith(value);
}

const condition = z
  .object({
    field: z.enum(FIELDS, `The field is one of ${FIELDS.join(', ')}.`),
    operator: z.enum(['is', 'isNot'], 'The operator is is or isNot.'),
    values: z
      .array(z.string().trim().max(MAX_VALUE_LENGTH, `A value has ${MAX_VALUE_LENGTH} characters at most.`))
      .max(MAX_VALUES, `A condition has ${MAX_VALUES} values at most.`)
      .default([]),
    key: z.string().trim().max(MAX_VALUE_LENGTH, `A parameter's name has ${MAX_VALUE_LENGTH} characters at most.`).default(''),
    from: z.string().trim().max(16, 'This is not a time.').default(''),
    to: z.string().trim().max(16, 'This is not a time.').default(''),
    timeZone: z.string().trim().max(64, 'This is not a time zone.').default(''),
  })
  .transform((raw): Condition => {
    const isQuery = raw.field === 'query';
    const isTime = raw.field === 'time';
    const cased = (value: string) => (raw.field === 'country' ? value.toUpperCase() : isQuery ? value : value.toLowerCase());
    return {
      field: raw.field,
      operator: raw.operator,
      values: [...new Set(raw.values.map(cased).filter((value) => value !== ''))],
      key: isQuery ? raw.key : '',
      from: isTime ? raw.from : '',
      to: isTime ? raw.to : '',
      timeZone: isTime ? raw.timeZone || 'UTC' : '',
    };
  })
  .superRefine((it, context) => {
    const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (!it.values.every(printable) || !printable(it.key)) problem('values', 'Values must not contain control characters.');
    for (const value of it.values) {
      const wrong = valueProblem(it.field, value);
      if (wrong) return problem('values', wrong);
    }
    if (it.field === 'query') {
      if (it.key === '') problem('key', "Please enter the parameter's name.");
      return;
    }
    if (it.field !== 'time') {
      if (it.values.length === 0) problem('values', 'Please choose at least one value.');
      return;
    }
    if (!isTimeZone(it.timeZone)) problem('timeZone', 'This is not a time zone such as Europe/Berlin.');
    if (it.from === '' && it.to === '') {
      if (it.values.length === 0) problem('values', 'Please choose days or a time.');
      return;
    }
    const daily = CLOCK.test(it.from) && CLOCK.test(it.to);
    if (daily) {
      if (it.from === it.to) problem('to', 'The end must differ from the start.');
      return;
    }
    const once = (it.from === '' || isMoment(it.from)) && (it.to === '' || isMoment(it.to));
    if (!once) return problem('from', 'Please enter two times of the day (HH:MM), or dates with times (YYYY-MM-DDTHH:MM).');
    if (it.from !== '' && it.to !== '' && it.from >= it.to) problem('to', 'The end must be after the start.');
  });

const rule = z.object({
  id: z.string().max(64).default(''),
  name: name.default(''),
  conditions: z
    .array(condition)
    .min(1, 'A rule needs at least one condition.')
    .max(MAX_CONDITIONS, `A rule has ${MAX_CONDITIONS} conditions at most.`),
  destination: z.string(),
});

const variant = z.object({
  id: z.string().max(64).default(''),
  name: name.default(''),
  destination: z.string(),
  weight: z
    .number()
    .int('A weight must be a whole number.')
    .min(0, 'A weight must not be negative.')
    .max(MAX_WEIGHT, `A weight is ${MAX_WEIGHT.toLocaleString('en')} at most.`),
});

const within = (bytes: number) => (value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= bytes;

export const rules = z
  .array(rule)
  .max(MAX_RULES, `A link has ${MAX_RULES} rules at most.`)
  .refine(within(MAX_RULES_BYTES), 'The rules are too long together.');

export const variants = z
  .array(variant)
  .max(MAX_VARIANTS, `A link has ${MAX_VARIANTS} variants at most.`)
  .refine((list) => list.length === 0 || list.some(({ weight }) => weight > 0), 'At least one variant needs a weight above 0.')
  .refine(within(MAX_VARIANTS_BYTES), 'The variants are too long together.');
