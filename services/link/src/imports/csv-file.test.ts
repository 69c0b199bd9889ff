import { describe, expect, it } from '@jest/globals';
import { readCsv } from './csv-file.js';

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
  ])('is read with %s', (_, text) => {
    const { header, rows } = read(text);
    expect([header, rows]).toEqual([['a', 'b'], [{ cells: ['1', '2'] }]]);
  });

  it('keeps separators, quotes and line breaks that stand in quotes', () => {
    expect(read('a,b\n"x, ""y""\nz",2').rows).toEqual([{ cells: ['x, "y"\nz', '2'] }]);
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
});
