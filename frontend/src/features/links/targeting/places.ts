// Names to choose from, in the reader's language. Made when the editor opens.
import { countryName } from '../../../lib/format/format';

export interface Choice {
  value: string;
  label: string;
}

const LANGUAGES =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sr sv sw ta th tr uk ur vi zh'.split(
    ' ',
  );
/** Codes that are regions, but no country that a visitor comes from. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

let countries: Choice[] | undefined;
let languages: Choice[] | undefined;

export function allCountries(): readonly Choice[] {
  if (!countries) {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    countries = letters
      .flatMap((a) => letters.map((b) => a + b))
      // Former codes have the name of the one that took their place.
      .filter((code) => !NO_COUNTRIES.has(code) && names.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code)
      .map((value) => ({ value, label: countryName(value) }))
      .filter((one, i, all) => all.findIndex(({ label }) => label === one.label) === i)
      .sort((a, b) => a.label.localeCompare(b.label));
  }
  return countries;
}

export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export function allLanguages(): readonly Choice[] {
  languages ??= LANGUAGES.map((value) => ({ value, label: languageName(value) })).sort((a, b) => a.label.localeCompare(b.label));
  return languages;
}

export function allTimeZones(current: string): readonly Choice[] {
  const zones = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')].filter(Boolean));
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
