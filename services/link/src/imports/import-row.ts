// One row's cells → what a link is asked for with. Judging it is the creation's business; here only spelling is read.
import type { ImportField } from './import-columns.js';

/** As createLinkSchema takes it. Absent: not asked for. */
export interface RowFields {
  originalUrl: string;
  customAlias?: string;
  title?: string;
  description?: string;
  tags?: string[];
  password?: string;
  /** ISO 8601. */
  startsAt?: string;
  expiresAt?: string;
  maxClicks?: number;
  redirectType?: number;
  forwardQuery?: boolean;
  domain?: string;
}

/** As a row is stored until its turn comes: its password sealed, base64. */
export interface StoredFields extends Omit<RowFields, 'password'> {
  password?: string | { sealed: string };
}

export type RowReading = { fields: RowFields } | { problem: string };

const TRUE = new Set(['true', 'yes', 'y', '1', 'on']);
const FALSE = new Set(['false', 'no', 'n', '0', 'off', '']);

export function readRow(cells: string[], columns: (ImportField | '')[]): RowReading {
  const cell = (field: ImportField): string => {
    const at = columns.indexOf(field);
    return at < 0 ? '' : unguarded((cells[at] ?? '').trim());
  };
  const fields: RowFields = { originalUrl: cell('originalUrl') };
  const problems: string[] = [];
  const alias = cell('customAlias') || lastPart(cell('shortUrl'));
  if (alias) fields.customAlias = alias;
  for (const field of ['title', 'description', 'domain'] as const) if (cell(field)) fields[field] = cell(field);
  const tags = cell('tags')
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter(Boolean);
  if (tags.length > 0) fields.tags = tags;
  // Untouched: a password may begin with a space.
  const passwordAt = columns.indexOf('password');
  if (passwordAt >= 0 && cells[passwordAt]) fields.password = cells[passwordAt];
  for (const field of ['startsAt', 'expiresAt'] as const) {
    if (!cell(field)) continue;
    const moment = readMoment(cell(field));
    if (moment) fields[field] = moment;
    else problems.push(`${field} is not a date. Write it as 2027-01-31 or 2027-01-31T18:00:00Z.`);
  }
  for (const field of ['maxClicks', 'redirectType'] as const) {
    if (!cell(field)) continue;
    if (/^\d{1,15}$/.test(cell(field))) fields[field] = Number(cell(field));
    else problems.push(`${field} is not a whole number.`);
  }
  const forward = cell('forwardQuery').toLowerCase();
  if (TRUE.has(forward)) fields.forwardQuery = true;
  else if (!FALSE.has(forward)) problems.push('forwardQuery is neither true nor false.');
  return problems.length > 0 ? { problem: problems.join(' ') } : { fields };
}

/** What an export put before a text that a spreadsheet would have run comes off again. */
function unguarded(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/** `https://bit.ly/3xYz` → `3xYz`; of several (Bitly lists them all) the first. */
function lastPart(shortUrl: string): string {
  const first = shortUrl.split(/[\s,;|]+/)[0] ?? '';
  return (
    first
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1) ?? ''
  );
}

/** ISO 8601 with or without a time, in UTC where no zone is named; or Unix time in seconds or milliseconds. Else undefined. */
function readMoment(text: string): string | undefined {
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1_000).toISOString();
  if (/^\d{13}$/.test(text)) return new Date(Number(text)).toISOString();
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i.exec(text);
  if (!match) return undefined;
  const zone = (match[4] ?? 'Z').replace(/^(utc|z)$/i, 'Z').replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const date = new Date(`${match[1]}T${match[2] ?? '00:00'}${(match[3] ?? ':00').slice(0, 7)}${zone}`);
  // A 31st of February must not become the 3rd of March.
  const exists = Number.isFinite(date.getTime()) && new Date(`${match[1]}T00:00:00Z`).toISOString().startsWith(match[1]!);
  return exists ? date.toISOString() : undefined;
}
