import { boundedText } from './text.js';

export interface Utm {
  source: string;
  medium: string;
  campaign: string;
  term: string;
  content: string;
}

const NONE: Utm = { source: '', medium: '', campaign: '', term: '', content: '' };
const LIMIT = 100;

/** Campaign parameters of a visit's query string (without the question mark); the first of several counts. */
export function utmOf(query: string): Utm {
  if (!/utm_/i.test(query)) return NONE;
  const found = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, boundedText(value, LIMIT));
  }
  const of = (key: string) => found.get(key) ?? '';
  return {
    source: of('utm_source'),
    medium: of('utm_medium'),
    campaign: of('utm_campaign'),
    term: of('utm_term'),
    content: of('utm_content'),
  };
}
