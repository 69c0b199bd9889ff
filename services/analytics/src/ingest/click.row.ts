// One row of clicks_raw_v1, and its line in the TabSeparated text that an insert carries.

export interface ClickRow {
  id: string;
  batchId: string;
  clickedAtMs: number;
  workspaceId: string;
  subjectId: string;
  linkId: string;
  qrId: string;
  ownerId: string;
  domain: string;
  slug: string;
  linkVersion: number;
  source: 'link' | 'qr' | 'import';
  ruleId: string;
  variant: string;
  /** Unsigned 64-bit, decimal. */
  visitor: string;
  isBot: boolean;
  botClass: string;
  botReason: string;
  botRules: number;
  country: string;
  region: string;
  city: string;
  device: string;
  browser: string;
  os: string;
  referrer: string;
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  utmTerm: string;
  utmContent: string;
  language: string;
}

/** In the order of migrations/0001-clicks.sql; text but for the six that parseRow turns back. */
const COLUMNS = [
  'id',
  'batchId',
  'clickedAtMs',
  'workspaceId',
  'subjectId',
  'linkId',
  'qrId',
  'ownerId',
  'domain',
  'slug',
  'linkVersion',
  'source',
  'ruleId',
  'variant',
  'visitor',
  'isBot',
  'botClass',
  'botReason',
  'botRules',
  'country',
  'region',
  'city',
  'device',
  'browser',
  'os',
  'referrer',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'language',
] as const satisfies (keyof ClickRow)[];

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\u0000': '\\0' };
const UNESCAPES: Record<string, string> = { '\\': '\\', t: '\t', n: '\n', r: '\r', '0': '\u0000' };

/** One line with its line feed. */
export function formatRow(row: ClickRow): string {
  let line = '';
  for (const column of COLUMNS) {
    const value = row[column];
    const text = column === 'clickedAtMs' ? formatTime(row.clickedAtMs) : String(value);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: TabSeparated has exactly these to escape
    line += (line === '' ? '' : '\t') + (/[\\\t\n\r\u0000]/.test(text) ? text.replace(/[\\\t\n\r\u0000]/g, (c) => ESCAPES[c]!) : text);
  }
  return `${line}\n`;
}

/** The rows of a stored payload. */
export function parseRows(payload: string): ClickRow[] {
  return payload
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const values = line
        .split('\t')
        .map((text) => (text.includes('\\') ? text.replace(/\\(.)/g, (_, c: string) => UNESCAPES[c] ?? c) : text));
      const row = Object.fromEntries(COLUMNS.map((column, i) => [column, values[i] ?? ''])) as unknown as Record<string, unknown>;
      row['clickedAtMs'] = Date.parse(`${String(row['clickedAtMs']).replace(' ', 'T')}Z`);
      row['linkVersion'] = Number(row['linkVersion']);
      row['botRules'] = Number(row['botRules']);
      row['isBot'] = row['isBot'] === 'true';
      return row as unknown as ClickRow;
    });
}

function formatTime(ms: number): string {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;
}
