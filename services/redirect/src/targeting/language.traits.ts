const MAX_LENGTH = 500;
const MAX_RANGES = 20;

/** The language a visitor likes best, lower case (`pt-br`): the highest q of Accept-Language, then the first; '' for none. */
export function preferredLanguage(acceptLanguage: string): string {
  let best = '';
  let bestQ = 0;
  for (const part of acceptLanguage.slice(0, MAX_LENGTH).split(',', MAX_RANGES)) {
    const match = /^\s*([a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3})\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i.exec(part);
    if (!match) continue;
    const q = match[2] === undefined ? 1 : Math.min(1, Number(match[2]));
    if (q > bestQ) {
      best = match[1]!.toLowerCase();
      bestQ = q;
    }
  }
  return best;
}

/** RFC 4647 basic filtering: `de` takes `de` and `de-at`, `de-at` only itself and what is below it. */
export function isInLanguage(tag: string, range: string): boolean {
  return tag === range || (tag.startsWith(range) && tag[range.length] === '-');
}
