import { describe, expect, it } from '@jest/globals';
import { QrType } from '@linqr/proto/qr/v1/qr';
import { readCodes } from './import-csv.js';

const read = (text: string) => readCodes(Buffer.from(text));

describe('a file of codes', () => {
  it.each([
    ['commas', 'content,name\r\nhttps://a.example/,One\r\n'],
    ['semicolons', 'content;name\nhttps://a.example/;One\n'],
    ['tabs', 'content\tname\nhttps://a.example/\tOne'],
    ['a byte-order mark', '\uFEFFContent,Name\nhttps://a.example/,One\n'],
    ['other names of the columns', 'Destination,Title\nhttps://a.example/,One\n'],
    ['columns in any order and unknown ones', 'Name,Notes,URL\nOne,whatever,https://a.example/\n'],
    ['quoted cells', '"content","name"\n"https://a.example/","One"\n'],
    ['spaces around its cells', 'content, name\n  https://a.example/ , One \n'],
    ['empty lines', 'content,name\n\n,\nhttps://a.example/,One\n\n'],
  ])('with %s', (_what, text) => {
    const rows = read(text);
    expect(rows.map(({ request }) => request)).toEqual([
      expect.objectContaining({ type: QrType.QR_TYPE_URL, content: 'https://a.example/', name: 'One', customization: undefined }),
    ]);
  });

  it('counts rows as the file does, the header being the first', () => {
    const rows = read('content\nhttps://a.example/\n"https://b.example/"\n');
    expect(rows.map(({ row }) => row)).toEqual([2, 3]);
  });

  it('puts a content of several columns together', () => {
    const [wifi, email, sms] = read(
      [
        'type,content,ssid,password,security,hidden,address,subject,message,number',
        'wifi,,Café,p;w:longer,WPA,yes,,,,',
        'email,,,,,,ada@example.com,Hi & bye,Line,',
        'sms,,,,,,,,See you: 5,+1 555 010 9999',
      ].join('\n'),
    );
    expect(JSON.parse(wifi?.request?.content ?? '')).toEqual({ ssid: 'Café', password: 'p;w:longer', security: 'WPA', hidden: true });
    expect(JSON.parse(email?.request?.content ?? '')).toEqual({ address: 'ada@example.com', subject: 'Hi & bye', body: 'Line' });
    expect(JSON.parse(sms?.request?.content ?? '')).toEqual({ number: '+1 555 010 9999', message: 'See you: 5' });
  });

  it('takes a template, and single parts of the look over it', () => {
    const [row] = read('content,template,color,size,level\nhttps://a.example/,Ocean,#111827,512,h\n');
    expect(row?.request?.customization).toMatchObject({ size: 512, errorCorrectionLevel: 'H', brandingUnchanged: true });
    expect(JSON.parse(row?.request?.customization?.frontendCustomization ?? '')).toMatchObject({
      style: 'round',
      foregroundColor: '#111827',
      gradient: null,
    });
  });

  it.each([
    ['content,type\nx,fax\n', /type/],
    ['content,template\nx,unheard-of\n', /template/],
    ['content,size\nx,huge\n', /Size/],
  ])('%j keeps its row and says what is wrong with it', (text, message) => {
    const [row] = read(text);
    expect(row).toMatchObject({ row: 2, request: null, problem: expect.stringMatching(message) });
  });

  it('in any encoding that a spreadsheet writes', () => {
    const text = 'content;name\nhttps://a.example/;Café';
    for (const file of [
      Buffer.from(text),
      Buffer.from(text, 'latin1'),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    ])
      expect(readCodes(file)).toEqual([expect.objectContaining({ row: 2, name: 'Café', content: 'https://a.example/', problem: '' })]);
  });

  it.each([
    ['has more cells than the header', 'content,name\nHello, world,Greeting'],
    ['has a quote that does not end', 'content,name\n"https://a.example/,One'],
  ])('keeps a row that %s and says so', (_what, text) => {
    expect(read(text)).toEqual([expect.objectContaining({ row: 2, request: null, problem: expect.stringContaining('row') })]);
  });

  it.each([
    ['more rows than are taken', `content\n${'x\n'.repeat(1_001)}`],
    ['no column of contents', 'name\nOne'],
    ['nothing under its header', 'content\n\n'],
    ['more bytes than are taken', 'x'.repeat(4 * 1024 * 1024 + 1)],
    ['what is no text', 'content\n\0'],
  ])('is refused with %s', (_what, text) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', details: [expect.objectContaining({ field: 'file' })] }),
    );
  });
});
