/** Primary language of an Accept-Language header (`pt-BR,pt;q=0.9` → `pt`); '' for none. The highest q wins, then the first. */
export function preferredLanguage(acceptLanguage: string): string {
  let best = '';
  let bestQ = 0;
  for (const part of acceptLanguage.slice(0, 200).split(',')) {
    const match = /^\s*([a-z]{2,3})(?:[-_][a-z0-9_-]{1,20})?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?))?\s*$/i.exec(part);
    if (!match) continue;
    const q = match[2] === undefined ? 1 : Number(match[2]);
    if (q > bestQ) {
      best = match[1]!.toLowerCase();
      bestQ = q;
    }
  }
  return best;
}
