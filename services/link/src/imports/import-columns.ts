// Which column of a file is which field of a link: our own names and those of other shorteners' exports.
import { validationFailed } from '@linqr/platform/errors';

/** What a column can become. `shortUrl`: only its last part, as the alias. */
export const IMPORT_FIELDS = [
  'originalUrl',
  'customAlias',
  'shortUrl',
  'title',
  'description',
  'tags',
  'password',
  'startsAt',
  'expiresAt',
  'maxClicks',
  'redirectType',
  'forwardQuery',
  'domain',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];
export type ImportSource = 'linqr' | 'bitly' | 'dub' | 'kutt' | 'yourls' | 'shlink' | 'csv';

/** Headers in lower case without anything but letters and digits: `Long URL`, `long_url` and `longUrl` are one. */
const ALIASES: Record<ImportField, string[]> = {
  originalUrl: [
    'originalurl',
    'longurl',
    'destination',
    'destinationurl',
    'target',
    'targeturl',
    'url',
    'redirectto',
    'website',
    'websiteurl',
  ],
  customAlias: [
    'customalias',
    'alias',
    'slug',
    'key',
    'shortcode',
    'keyword',
    'address',
    'backhalf',
    'custombackhalf',
    'customurl',
    'path',
  ],
  shortUrl: ['shorturl', 'shortlink', 'bitlink', 'custombitlink', 'custombitlinks', 'link'],
  title: ['title', 'name', 'linktitle'],
  description: ['description', 'comments', 'comment', 'note', 'notes'],
  tags: ['tags', 'tag', 'labels'],
  password: ['password'],
  startsAt: ['startsat', 'validsince', 'validfrom', 'startdate'],
  expiresAt: ['expiresat', 'expires', 'expiry', 'expiration', 'expirationdate', 'expirein', 'validuntil', 'expiredat'],
  maxClicks: ['maxclicks', 'maxvisits', 'clicklimit'],
  redirectType: ['redirecttype', 'statuscode'],
  forwardQuery: ['forwardquery'],
  domain: ['domain'],
};

/** Columns that tell whose export it is; the first that are all there decide. */
const SOURCES: [Exclude<ImportSource, 'csv'>, string[]][] = [
  ['linqr', ['originalurl']],
  ['shlink', ['longurl', 'shortcode']],
  ['yourls', ['keyword', 'url']],
  ['kutt', ['target', 'address']],
  ['bitly', ['longurl', 'link']],
  ['bitly', ['longurl', 'bitlink']],
  ['bitly', ['longurl', 'custombitlinks']],
  ['dub', ['shortlink', 'destinationurl']],
  ['dub', ['key', 'url']],
  ['dub', ['link', 'url']],
];

export interface ColumnPlan {
  /** A field a column, '' for one that is left out. */
  fields: (ImportField | '')[];
  source: ImportSource;
}

const plain = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '');

/** By the headers alone. The first column that can be a field is it; a field is taken from one column only. */
export function planColumns(header: string[]): ColumnPlan {
  const names = header.map(plain);
  const source = SOURCES.find(([, needed]) => needed.every((name) => names.includes(name)))?.[0] ?? 'csv';
  const taken = new Map<ImportField, number>();
  for (const field of IMPORT_FIELDS) {
    // Earlier aliases are the surer ones: `originalUrl` wins over `url`, wherever it stands.
    const at = ALIASES[field].map((alias) => names.indexOf(alias)).find((index) => index >= 0);
    if (at !== undefined) taken.set(field, at);
  }
  const link = names.indexOf('link');
  if (!taken.has('originalUrl') && taken.get('shortUrl') === link && link >= 0) {
    // `link` alone is where it leads; beside a destination it is the short one.
    taken.delete('shortUrl');
    taken.set('originalUrl', link);
  }
  // A short URL says what an alias column says already; ours also name generated slugs, which are nobody's choice.
  if (taken.has('customAlias') || source === 'linqr') taken.delete('shortUrl');
  // Another service's domain is not one of the workspace's.
  if (source !== 'linqr') taken.delete('domain');
  const fields = names.map((_, index): ImportField | '' => [...taken].find(([, at]) => at === index)?.[0] ?? '');
  return { fields, source };
}

/** As a person assigned the columns. VALIDATION_FAILED (`columns`) for what cannot be meant. */
export function checkColumns(fields: string[], header: string[]): (ImportField | '')[] {
  const problem = (message: string) => validationFailed({ field: 'columns', message });
  if (fields.length > header.length) throw problem('More columns are named than the file has.');
  const known = header.map((_, index) => {
    const field = (fields[index] ?? '').trim();
    if (field !== '' && !(IMPORT_FIELDS as readonly string[]).includes(field))
      throw problem(`There is no field named ${field.slice(0, 40)}.`);
    return field as ImportField | '';
  });
  const named = known.filter(Boolean);
  const twice = named.find((field, index) => named.indexOf(field) !== index);
  if (twice) throw problem(`Two columns cannot both be ${twice}.`);
  return known;
}

export function requireDestination(fields: (ImportField | '')[]): void {
  if (!fields.includes('originalUrl'))
    throw validationFailed({ field: 'columns', message: 'No column holds the destination. Name it originalUrl, or choose it.' });
}
