import type { QrCode } from '../../../api/types';
import { contentOf, publicUrl, titleOf, typeName } from '../qr-text';

/** One cell after RFC 4180; a text that a spreadsheet would run as a formula is defused (OWASP CSV injection). */
export function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const HEADER = ['id', 'title', 'type', 'content', 'description', 'url', 'totalScans', 'uniqueScans', 'archived', 'createdAt'];

/** The codes as a spreadsheet, with a byte-order mark: without it Excel reads UTF-8 as something else. */
export function qrCsv(codes: readonly QrCode[]): string {
  const rows = codes.map((code) => [
    code.id,
    titleOf(code),
    typeName(code.type),
    contentOf(code),
    code.metadata.description,
    publicUrl(code.id),
    code.analytics.totalScans,
    code.analytics.uniqueScans,
    String(code.archived),
    code.createdAt,
  ]);
  return `\uFEFF${[HEADER, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}
