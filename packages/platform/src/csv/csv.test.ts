import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import Papa from 'papaparse';
import { AppError } from '../errors/index.js';
import { readCsv } from './index.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readCsv(bytes(text), { maxRows: 100 });
const refusal = { code: 'VALIDATION_FAILED', details: [{ field: 'file' }] };

describe('a CSV file', () => {
  it.each([
    ['commas', 'a,b\r\n1,2\r\n'],
    ['semicolons, as Excel writes in half of Europe', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['a byte-order mark', '\ufeffa,b\n1,2'],
    ['old Mac line ends', 'a,b\r1,2\r'],
    ['blank lines', '\n\na,b\n\n1,2\n,\n'],
    ['bars', 'a|b\n1|2'],
    ['quoted names', '"a"\t"b"\n1\t2'],
  ])('is read with %s', (_, text) => {
    const { header, rows } = read(text);
    expect([header, rows.map(({ cells, problem }) => [cells, problem])]).toEqual([['a', 'b'], [[['1', '2'], undefined]]]);
  });

  it('keeps separators, quotes and line breaks that stand in quotes', () => {
    expect(read('a,b\n"x, ""y""\nz",2').rows).toEqual([{ number: 2, cells: ['x, "y"\nz', '2'] }]);
  });

  it('goes by the separator of its header, whatever its cells are full of', () => {
    expect(read('"Name; short, plain",content\nHome,WIFI:T:WPA;S:x;P:y;;').rows).toEqual([
      { number: 2, cells: ['Home', 'WIFI:T:WPA;S:x;P:y;;'] },
    ]);
    expect(read('url;title\nhttps://a.example/\nhttps://b.example/?a=1,2,3').rows.map(({ cells }) => cells[0])).toEqual([
      'https://a.example/',
      'https://b.example/?a=1,2,3',
    ]);
  });

  it('counts rows as a spreadsheet does', () => {
    expect(read('a,b\n\n1,2\n,\n"3\n",4\n5,6').rows.map(({ number }) => number)).toEqual([3, 5, 6]);
  });

  it('has one column where there is only one', () => {
    expect(read('url\nhttps://a.example/\nhttps://b.example/').rows.map(({ cells }) => cells)).toEqual([
      ['https://a.example/'],
      ['https://b.example/'],
    ]);
  });

  it.each([
    ['windows-1252', Buffer.from('title\nGr\xfc\xdfe', 'latin1')],
    ['utf-16le', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('title\nGrüße', 'utf16le')])],
    ['utf-16be', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('title\nGrüße', 'utf16le').swap16()])],
    ['utf-8', Buffer.from('title\nGrüße')],
  ])('in %s gives the letters that were meant', (encoding, content) => {
    expect(readCsv(content, { maxRows: 10 })).toMatchObject({ encoding, rows: [{ cells: ['Grüße'] }] });
  });

  it('of which only the beginning is there loses its last line, and no character cut in two changes its encoding', () => {
    const content = Buffer.from('title\nGrüße\nGrü').subarray(0, -1);
    expect(readCsv(content, { maxRows: 10, isBeginning: true })).toMatchObject({ encoding: 'utf-8', rows: [{ cells: ['Grüße'] }] });
  });

  it('marks rows that cannot be read and reads the others', () => {
    const { rows } = read('a,b\n1,2,3\n4,5\n6,"7');
    expect(rows.map(({ problem }) => problem !== undefined)).toEqual([true, false, true]);
  });

  it.each([
    ['nothing in it', ''],
    ['only blank lines', '\n \n'],
    ['a header alone', 'a,b\n'],
    ['too many rows', `a\n${'1\n'.repeat(101)}`],
    ['a quote that swallows the rest', `a,b\n1,2\n"3,4\n${'5,6\n'.repeat(20_000)}`],
    ['too many columns', `${'a,'.repeat(101)}a\n1`],
  ])('with %s is refused', (_, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: refusal.code }));
  });

  it.each([
    ['a spreadsheet', Buffer.from([0x50, 0x4b, 3, 4, 0, 0])],
    ['UTF-16 that is none', Buffer.from([0xff, 0xfe, 0, 0, 0, 0])],
  ])('is not %s', (_, content) => {
    expect(() => readCsv(content, { maxRows: 10 })).toThrow(expect.objectContaining({ code: refusal.code }));
  });

  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.array(fc.constantFrom('"', ',', ';', '\t', '|', '\n', '\r', ' ', 'a', 'ß'), { maxLength: 8 }).map((marks) => marks.join('')),
  );
  const WRITTEN: Record<string, (text: string) => Buffer> = {
    'utf-8': (text) => Buffer.from(text),
    'utf-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
    'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    'utf-16be': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  };

  it('of any cells is read as it was written, in every encoding and with every separator and line end', () => {
    const written = fc.record({
      rows: fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      newline: fc.constantFrom('\n', '\r\n', '\r'),
      encoding: fc.constantFrom(...Object.keys(WRITTEN)),
    });
    fc.assert(
      fc.property(written, ({ rows, delimiter, newline, encoding }) => {
        const kept = rows.filter((cells) => !cells.join('').includes('\0') && cells.some((text) => text.trim() !== ''));
        fc.pre(kept.length > 0);
        const text = Papa.unparse([['a', 'b, c; d', 'e'], ...kept], { delimiter, newline });
        const file = readCsv(WRITTEN[encoding]!(text), { maxRows: 10 });
        expect(file.header).toEqual(['a', 'b, c; d', 'e']);
        expect(file.rows.map(({ cells }) => cells)).toEqual(kept);
        expect(file.rows.every(({ problem }) => problem === undefined)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('of any bytes is rows or one clear refusal', () => {
    const any = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 300 }).map((text) => Buffer.from(`a,b\n${text}`)),
      fc.array(fc.constantFrom('"', ',', '\n', '\r', 'a', ';', '\t'), { maxLength: 60 }).map((parts) => Buffer.from(parts.join(''))),
    );
    fc.assert(
      fc.property(any, fc.boolean(), (content, isBeginning) => {
        try {
          expect(readCsv(content, { maxRows: 20, isBeginning }).rows.length).toBeGreaterThan(0);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          expect([error.code, error.details.map(({ field }) => field)]).toEqual(['VALIDATION_FAILED', ['file']]);
        }
      }),
      { numRuns: 500 },
    );
  });
});
