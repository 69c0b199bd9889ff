// A file as somebody's spreadsheet saved it → rows of cells. Pure.
import Papa from 'papaparse';
import { validationFailed } from '../errors/index.js';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const MAX_COLUMNS = 100;
/** Of all cells together. What anybody imports has some thousand characters; a longer row is a quote that never ends and swallows the rest. */
const MAX_ROW_CHARACTERS = 64 * 1024;
/** Comma first: it wins where the header names one column only. */
const DELIMITERS = [',', ';', '\t', '|'];

const UNENDED = 'A quoted cell of this row does not end where it should. Double the quotes inside of it.';

export interface CsvRow {
  /** As a spreadsheet counts rows: from 1, blank ones and the header too. */
  number: number;
  cells: string[];
  /** Why it cannot be read; undefined: it can. */
  problem?: string;
}

export interface CsvFile {
  header: string[];
  rows: CsvRow[];
  encoding: Encoding;
}

export interface CsvLimits {
  maxRows: number;
  /** Only the beginning of a file: its last line may be cut and is left out. */
  isBeginning?: boolean;
}

/** VALIDATION_FAILED (`file`) for what is no text, has no header, no row, too many of them or one without an end. Blank lines are no rows. */
export function readCsv(content: Uint8Array, limits: CsvLimits): CsvFile {
  const { text, encoding } = decode(content, limits.isBeginning);
  const [first, ...rest] = parse(limits.isBeginning ? withoutLastLine(text) : text, limits.maxRows);
  if (!first) throw refused('The file is empty. Its first line names the columns.');
  if (first.cells.length > MAX_COLUMNS) throw refused(`The file has more than ${MAX_COLUMNS} columns.`);
  if (first.problem) throw refused('The first line cannot be read. It names the columns, separated by commas.');
  if (rest.length === 0) throw refused('The file has a header but no rows.');
  const header = first.cells.map((name) => name.trim());
  const rows = rest.map((row): CsvRow => {
    const problem = row.problem ?? tooWide(row.cells, header.length);
    return problem ? { ...row, problem } : row;
  });
  return { header, rows, encoding };
}

/** All that are not blank, the header first. */
function parse(text: string, maxRows: number): CsvRow[] {
  const rows: CsvRow[] = [];
  let number = 0;
  let tooMany = false;
  Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    step: ({ data: cells, errors }, parser) => {
      number += 1;
      if (cells.every((cell) => cell.trim() === '')) return;
      if (cells.reduce((length, cell) => length + cell.length, 0) > MAX_ROW_CHARACTERS)
        throw refused(`Row ${number} of the file is too long. A quote seems to be missing at the end of one of its cells.`);
      rows.push(errors.some(({ type }) => type === 'Quotes') ? { number, cells, problem: UNENDED } : { number, cells });
      if (rows.length <= maxRows + 1) return;
      tooMany = true;
      parser.abort();
    },
  });
  if (tooMany) throw refused(`The file has more than ${maxRows.toLocaleString('en')} rows. Please split it.`);
  return rows;
}

function tooWide(cells: string[], width: number): string | undefined {
  if (cells.slice(width).every((cell) => cell.trim() === '')) return undefined;
  return `This row has ${cells.length} cells, the header ${width}. Put quotes around cells that contain the separator.`;
}

/** Whichever the line of the header has most of outside its quotes: later cells hold texts with marks of their own. */
function delimiterOf(text: string): string {
  const [header = ''] = /[^\r\n]*\S[^\r\n]*/.exec(text.slice(0, MAX_ROW_CHARACTERS).replace(/"[^"]*"/g, 'x')) ?? [];
  const count = (mark: string): number => header.split(mark).length;
  return DELIMITERS.reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** By its byte-order mark; else UTF-8; else what Windows programs write where they do not write UTF-8. */
function decode(content: Uint8Array, isBeginning = false): { text: string; encoding: Encoding } {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return { text: decodeAs('utf-16le', content), encoding: 'utf-16le' };
  if (first === 0xfe && second === 0xff) return { text: decodeAs('utf-16be', content), encoding: 'utf-16be' };
  if (content.includes(0)) throw refused('This is not a CSV file. Save the sheet as CSV (UTF-8) and try again.');
  try {
    // A character cut in two at the end of a beginning is no sign of another encoding.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content, { stream: isBeginning }), encoding: 'utf-8' };
  } catch {
    return { text: decodeAs('windows-1252', content), encoding: 'windows-1252' };
  }
}

function decodeAs(encoding: Encoding, content: Uint8Array): string {
  const text = new TextDecoder(encoding).decode(content);
  if (text.includes('\0')) throw refused('This is not a CSV file. Save the sheet as CSV (UTF-8) and try again.');
  return text;
}

function withoutLastLine(text: string): string {
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return end < 0 ? text : text.slice(0, end);
}

function refused(message: string) {
  return validationFailed({ field: 'file', message });
}
