import { currentLocale } from '../i18n/translator';

/** 12345 → "12,345" in the reader's locale. */
export const formatNumber = (value: number): string => new Intl.NumberFormat(currentLocale()).format(value);

/** 12345 → "12.3K". Used where space is short; give the whole number in a title beside it. */
export const formatCompact = (value: number): string =>
  new Intl.NumberFormat(currentLocale(), { notation: 'compact', maximumFractionDigits: 1 }).format(value);

/** A fraction (0.123) → "12.3%". */
export const formatPercent = (fraction: number): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(fraction);

/** Minor units (cents) → "$9" or "$86.40". */
export function formatMoney(minor: number, currency: string): string {
  const whole = minor % 100 === 0;
  return new Intl.NumberFormat(currentLocale(), {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(minor / 100);
}

export const formatDate = (iso: string | number | Date): string =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium' }).format(new Date(iso));

export const formatDateTime = (iso: string | number | Date): string =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3 hours ago", "in 2 days", "now". `now` is milliseconds since the epoch. */
export function formatRelative(iso: string | number | Date, now: number = Date.now()): string {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000);
  const relative = new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' });
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return relative.format(0, 'second');
}

/** ISO alpha-2 → the country's name in the reader's language; anything else is given back unchanged. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  try {
    return new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
