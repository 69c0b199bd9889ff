import { describe, expect, it } from '@jest/globals';
import { AppError } from '@linqr/platform/errors';
import { QrType } from '@linqr/proto/qr/v1/qr';
import fc from 'fast-check';
import { readCsv } from './import-csv.js';

const read = (text: string) => readCsv(Buffer.from(text));

describe('a file of codes', () => {
  it.each([
    ['commas', 'content,name\r\nhttps://a.example/,One\r\n'],
    ['semicolons', 'content;name\nhttps://a.example/;One\n'],
    ['tabs', 'content\tname\nhttps://a.example/\tOne'],
    ['a byte-order mark', '\uFEFFContent,Name\nhttps://a.example/,One\n'],
    ['other names of the columns', 'Destination,Title\nhttps://a.example/,One\n'],
    ['columns in any order and unknown ones', 'Name,Notes,URL\nOne,whatever,https://a.example/\n'],
    ['quoted cells', '"content","name"\n"https://a.example/","One"\n'],
    ['empty lines', 'content,name\n\n,\nhttps://a.example/,One\n\n'],
  ])('with %s', async (_what, text) => {
    const rows = await read(text);
    expect(rows.map(({ request }) => request)).toEqual([
      expect.objectContaining({ type: QrType.QR_TYPE_URL, content: 'https://a.example/', name: 'One', customization: undefined }),
    ]);
  });

  it('counts rows as the file does, the header being the first', async () => {
    const rows = await read('content\nhttps://a.example/\n"https://b.example/"\n');
    expect(rows.map(({ row }) => row)).toEqual([2, 3]);
  });

  it('puts a content of several columns together', async () => {
    const [wifi, email, sms] = await read(
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

  it('takes a template, and single parts of the look over it', async () => {
    const [row] = await read('content,template,color,size,level\nhttps://a.example/,Ocean,#111827,512,h\n');
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
  ])('%j keeps its row and says what is wrong with it', async (text, message) => {
    const [row] = await read(text);
    expect(row).toMatchObject({ row: 2, request: null, problem: expect.stringMatching(message) });
  });

  it('of any bytes is rows or one clear refusal', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 300 }).map((text) => Buffer.from(`content,name\n${text}`)),
      fc
        .array(fc.constantFrom('"', ',', '\n', '\r', 'a', ';', '\t', 'content'), { maxLength: 60 })
        .map((parts) => Buffer.from(parts.join(''))),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (file) => {
        try {
          expect((await readCsv(file)).length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect((error as AppError).details.map(({ field }) => field)).toEqual(['file']);
        }
      }),
      { numRuns: 500 },
    );
  });
});
