// A CSV file as rows to be made. The header names the columns, in any order and case; unknown ones are ignored.
import { type CsvRow, readCsv } from '@linqr/platform/csv';
import { validationFailed } from '@linqr/platform/errors';
import { type QrCustomization, QrType } from '@linqr/proto/qr/v1/qr';
import { QR_TEMPLATES, toCustomization } from '@linqr/qr-render';
import type { ParsedRow } from './import.js';

export const MAX_ROWS = 1_000;
export const MAX_BYTES = 4 * 1024 * 1024;

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
export function readCodes(bytes: Uint8Array): ParsedRow[] {
  if (bytes.byteLength > MAX_BYTES) throw refused(`The file is larger than ${MAX_BYTES / 1024 / 1024} MB.`);
  const { header, rows } = readCsv(bytes, { maxRows: MAX_ROWS });
  const columns = header.map(columnName);
  requireColumns(columns);
  return rows.map((row) => toRow(row, columns));
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

function toRow(read: CsvRow, columns: readonly string[]): ParsedRow {
  const cells = new Map<string, string>();
  for (const [at, name] of columns.entries()) if (!cells.get(name)) cells.set(name, (read.cells[at] ?? '').trim());
  const cell = (name: string): string => cells.get(name) ?? '';
  const typed = cell('type')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  const type = typed === '' ? guessType(cell) : TYPES[typed];
  const content = type === undefined ? cell('content') : contentOf(type, cell);
  const shown = { row: read.number, name: clean(cell('name')).slice(0, 200), content: clean(content).slice(0, 500) };
  if (read.problem) return { ...shown, request: null, problem: read.problem };
  if (type === undefined) return { ...shown, request: null, problem: 'The type must be one of url, text, email, phone, sms, wifi.' };
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
