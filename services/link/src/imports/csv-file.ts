// A file as somebody's spreadsheet saved it → rows of cells. Pure.
import { validationFailed } from '@linqr/platform/errors';
import Papa from 'papaparse';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A link's fields are 2,048 + 1,000 + … characters; a line far beyond that is no row of links. */
const MAX_COLUMNS = 100;

export interface CsvRow {
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

/** VALIDATION_FAILED (`file`) for what is no text, has no header, no row or too many of them. Blank lines are no rows. */
export function readCsv(content: Uint8Array, limits: CsvLimits): CsvFile {
  const { text, encoding } = decode(content, limits.isBeginning);
  const problems = new Map<number, string>();
  const lines: string[][] = [];
  let tooMany = false;
  Papa.parse<string[]>(limits.isBeginning ? withoutLastLine(text) : text, {
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: 'greedy',
    step: ({ data, errors }, parser) => {
      const trouble = errors.find(({ type }) => type === 'Quotes');
      if (trouble) problems.set(lines.length, 'A quoted cell of this row does not end where it should. Double the quotes inside of it.');
      lines.push(data);
      if (lines.length <= limits.maxRows + 1) return;
      tooMany = true;
      parser.abort();
    },
  });
  if (tooMany) throw refused(`The file has more than ${limits.maxRows.toLocaleString('en')} rows. Please split it.`);
  const header = (lines[0] ?? []).map((name) => name.trim());
  if (header.every((name) => name === '')) throw refused('The file is empty. Its first line names the columns.');
  if (header.length > MAX_COLUMNS) throw refused(`The file has more than ${MAX_COLUMNS} columns.`);
  if (problems.has(0)) throw refused('The first line cannot be read. It names the columns, separated by commas.');
  const rows = lines.slice(1).map((cells, index): CsvRow => {
    const problem = problems.get(index + 1) ?? tooWide(cells, header.length);
    return problem ? { cells, problem } : { cells };
  });
  if (rows.length === 0) throw refused('The file has a header but no rows.');
  return { header, rows, encoding };
}

function tooWide(cells: string[], width: number): string | undefined {
  if (cells.slice(width).every((cell) => cell.trim() === '')) return undefined;
  return `This row has ${cells.length} cells, the header ${width}. Put quotes around cells that contain the separator.`;
}

/** By its byte-order mark; else UTF-8; else what Windows programs write where they do not write UTF-8. */
export function decode(content: Uint8Array, isBeginning = false): { text: string; encoding: Encoding } {
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
