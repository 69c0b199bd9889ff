// A CSV file as rows to be made. The header names the columns, in any order and case; unknown ones are ignored.
import { Readable } from 'node:stream';
import { validationFailed } from '@linqr/platform/errors';
import { type QrCustomization, QrType } from '@linqr/proto/qr/v1/qr';
import { QR_TEMPLATES, toCustomization } from '@linqr/qr-render';
import { parse } from 'csv-parse';
import type { ParsedRow } from './import.js';

export const MAX_ROWS = 1_000;
export const MAX_BYTES = 4 * 1024 * 1024;
const CHUNK = 64 * 1024;
const MAX_RECORD = 64 * 1024;

/** Other names a column goes by. */
const ALIASES: Record<string, string> = {
  url: 'content',
  destination: 'content',
  originalurl: 'content',
  longurl: 'content',
  data: 'content',
  text: 'content',
  title: 'name',
  label: 'name',
  foregroundcolor: 'color',
  codecolor: 'color',
  background: 'backgroundcolor',
  pattern: 'style',
  corners: 'cornerstyle',
  level: 'errorcorrectionlevel',
  encryption: 'security',
  phone: 'number',
  body: 'message',
};

const TYPES: Record<string, QrType> = {
  url: QrType.QR_TYPE_URL,
  website: QrType.QR_TYPE_URL,
  link: QrType.QR_TYPE_URL,
  text: QrType.QR_TYPE_TEXT,
  email: QrType.QR_TYPE_EMAIL,
  phone: QrType.QR_TYPE_PHONE,
  sms: QrType.QR_TYPE_SMS,
  wifi: QrType.QR_TYPE_WIFI,
};

/** VALIDATION_FAILED at `file` for what is no table of codes; rows that cannot be made say so themselves. */
export async function readCsv(bytes: Uint8Array): Promise<ParsedRow[]> {
  if (bytes.byteLength > MAX_BYTES) throw refused(`The file is larger than ${MAX_BYTES / 1024 / 1024} MB.`);
  const text = decode(bytes);
  const rows: ParsedRow[] = [];
  let columns: string[] | undefined;
  let line = 0;
  const parser = Readable.from(chunks(text)).pipe(
    parse({
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      bom: true,
      max_record_size: MAX_RECORD,
    }),
  );
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      line += 1;
      if (!columns) {
        columns = record.map(columnName);
        requireColumns(columns);
      } else if (record.some((cell) => cell !== '')) {
        if (rows.length === MAX_ROWS) throw refused(`The file has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it.`);
        rows.push(toRow(line, columns, record));
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw refused(`The file is not a CSV file that can be read (row ${line + 1}).`);
    throw error;
  }
  if (rows.length === 0) throw refused('The file has no rows under its header line.');
  return rows;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused('The file is not UTF-8 text. Save it as "CSV UTF-8".');
  }
}

/** Pieces, so that a large file does not hold up everything else. */
function* chunks(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK);
}

/** Comma, semicolon (spreadsheets of half of Europe) or tab: whichever the header line has most of. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const header = text.slice(0, end < 0 ? 4_096 : Math.min(end, 4_096));
  const count = (mark: string): number => header.split(mark).length;
  return [';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ',');
}

function columnName(title: string): string {
  const name = title.toLowerCase().replace(/[^a-z]/g, '');
  return ALIASES[name] ?? name;
}

function requireColumns(columns: readonly string[]): void {
  const known = ['content', 'ssid', 'number', 'address', 'email'];
  if (!columns.some((name) => known.includes(name)))
    throw refused('The first line must name the columns, and one of them must be "content".');
}

function toRow(row: number, columns: readonly string[], record: readonly string[]): ParsedRow {
  const cells = new Map<string, string>();
  for (const [at, name] of columns.entries()) if (!cells.get(name)) cells.set(name, record[at] ?? '');
  const cell = (name: string): string => cells.get(name) ?? '';
  const typed = cell('type')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  const type = typed === '' ? guessType(cell) : TYPES[typed];
  const content = type === undefined ? cell('content') : contentOf(type, cell);
  const shown = { row, name: clean(cell('name')).slice(0, 200), content: clean(content).slice(0, 500) };
  if (type === undefined) return { ...shown, request: null, problem: 'The type must be one of url, text, email, phone, sms, wifi.' };
  if ([...cells.values()].some((value) => value.includes('\u0000')))
    return { ...shown, request: null, problem: 'Remove the control characters.' };
  const size = numberOf(cell('size'));
  const margin = numberOf(cell('margin'));
  if (Number.isNaN(size) || Number.isNaN(margin)) return { ...shown, request: null, problem: 'Size and margin must be whole numbers.' };
  const customization = customizationOf(cell, size, margin);
  if (customization === 'no such template')
    return { ...shown, request: null, problem: `There is no template "${clean(cell('template')).slice(0, 60)}".` };
  return { ...shown, problem: '', request: { type, content, name: cell('name'), description: cell('description'), customization } };
}

function guessType(cell: (name: string) => string): QrType {
  if (cell('ssid') !== '') return QrType.QR_TYPE_WIFI;
  if (cell('address') !== '' || cell('email') !== '') return QrType.QR_TYPE_EMAIL;
  return QrType.QR_TYPE_URL;
}

/** The content as one text; types of several parts may have a column for each. */
function contentOf(type: QrType, cell: (name: string) => string): string {
  const parts = (fields: Record<string, string | boolean>): string => JSON.stringify(fields);
  if (type === QrType.QR_TYPE_WIFI && cell('ssid') !== '')
    return parts({
      ssid: cell('ssid'),
      password: cell('password'),
      security: cell('security'),
      hidden: /^(true|yes|1)$/i.test(cell('hidden')),
    });
  const address = cell('address') || cell('email') || cell('content');
  if (type === QrType.QR_TYPE_EMAIL && (cell('subject') || cell('message')))
    return parts({ address, subject: cell('subject'), body: cell('message') });
  if (type === QrType.QR_TYPE_EMAIL) return address;
  const number = cell('number') || cell('content');
  if (type === QrType.QR_TYPE_SMS && cell('message')) return parts({ number, message: cell('message') });
  return type === QrType.QR_TYPE_SMS || type === QrType.QR_TYPE_PHONE ? number : cell('content');
}

function customizationOf(cell: (name: string) => string, size: number, margin: number): QrCustomization | undefined | 'no such template' {
  const wanted = cell('template').toLowerCase();
  const template = QR_TEMPLATES.find(({ key, name }) => key === wanted || name.toLowerCase() === wanted);
  if (wanted !== '' && !template) return 'no such template';
  const base = template ? toCustomization({ design: template.design, size: 300 }) : undefined;
  const record: Record<string, unknown> = { ...base?.frontendCustomization };
  const set = (field: string, value: string): void => {
    if (value !== '') record[field] = value;
  };
  set('style', cell('style').toLowerCase());
  set('cornerStyle', cell('cornerstyle').toLowerCase());
  set('frame', cell('frame').toLowerCase());
  set('frameText', cell('frametext'));
  // A plain colour paints everything; beside a record it must say so itself.
  if (cell('color') !== '') Object.assign(record, { foregroundColor: cell('color'), cornerColor: cell('color'), gradient: null });
  set('backgroundColor', cell('backgroundcolor'));
  const level = cell('errorcorrectionlevel').toUpperCase();
  if (Object.keys(record).length === 0 && size === 0 && margin === 0 && level === '') return undefined;
  return {
    color: '',
    backgroundColor: '',
    size,
    margin: margin || (base?.margin ?? 0),
    errorCorrectionLevel: level || (base?.errorCorrectionLevel ?? ''),
    showBranding: false,
    brandingUnchanged: true,
    frontendCustomization: Object.keys(record).length === 0 ? '' : JSON.stringify(record),
  };
}

/** 0 for an empty cell, NaN for what is no whole number. */
function numberOf(cell: string): number {
  if (cell === '') return 0;
  return /^\d{1,4}$/.test(cell) ? Number(cell) : Number.NaN;
}

/** For a table cell: PostgreSQL takes no NUL. */
function clean(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}

function refused(message: string): Error {
  return validationFailed({ field: 'file', message });
}
