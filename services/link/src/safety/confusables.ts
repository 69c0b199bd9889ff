// Which characters look like which ASCII letter. Source: Unicode UTS 39 confusables.txt, the part that letters of host
// names can be (lower case after IDNA); not all of it, but every whole-word forgery of a Latin name that was seen used.

const ALIKE: Record<string, string> = {
  a: 'аɑαǎạȧąāăãäåàáâ',
  b: 'Ьƅьβ',
  c: 'сϲçćčċ',
  d: 'ԁɗđď',
  e: 'еҽёєεėęěëèéêē',
  f: 'ƒғ',
  g: 'ɡցǵġğģ',
  h: 'һհħ',
  i: 'іїıιɩíìîïīį',
  j: 'јϳյ',
  k: 'кκķ',
  l: 'ӏłļľĺ|',
  m: 'мṃ',
  n: 'пոηńñņň',
  o: 'оοօσøóòôöõōőơ',
  p: 'рρƿ',
  q: 'ԛզ',
  r: 'гŕřṛ',
  s: 'ѕśšşșſ',
  t: 'тτţťț',
  u: 'υսцúùûüūůűų',
  v: 'ѵνѷ',
  w: 'ԝωшա',
  x: 'хχ',
  y: 'уүγýÿ',
  z: 'źżžʐ',
};
/** Digits that stand in for letters. */
const DIGITS: Record<string, string> = { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g' };

const TO_ASCII = new Map<string, string>(Object.entries(DIGITS));
for (const [letter, alike] of Object.entries(ALIKE)) for (const character of alike) TO_ASCII.set(character, letter);

/**
 * What a label looks like at a glance: names that a reader may take for one another have the same skeleton. For comparing
 * with another skeleton only (i and l, rn and m are made the same in both).
 */
export function skeleton(label: string): string {
  let plain = '';
  for (const character of label.toLowerCase().normalize('NFKC')) {
    const mapped = TO_ASCII.get(character) ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
    plain += TO_ASCII.get(mapped) ?? mapped;
  }
  return plain.replace(/i/g, 'l').replace(/rn/g, 'm').replace(/vv/g, 'w').replace(/cl/g, 'd').replace(/nn/g, 'm');
}

const SCRIPTS = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Thai',
  'Ethiopic',
  'Cherokee',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
] as const; // prettier-ignore
const PATTERNS = SCRIPTS.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);
/** Scripts that are written together (UTS 39, highly restrictive). */
const TOGETHER: readonly ReadonlySet<string>[] = [
  new Set(['Latin', 'Han', 'Hiragana', 'Katakana']),
  new Set(['Latin', 'Han', 'Bopomofo']),
  new Set(['Latin', 'Han', 'Hangul']),
];

/** True where a label mixes alphabets that nobody writes together. */
export function mixesScripts(label: string): boolean {
  const found = new Set<string>();
  for (const character of label) {
    if (/[\p{Script=Common}\p{Script=Inherited}]/u.test(character)) continue;
    found.add(PATTERNS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'other');
  }
  return found.size > 1 && !TOGETHER.some((set) => [...found].every((script) => set.has(script)));
}
