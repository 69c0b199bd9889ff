import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import type { ImportRow } from '@linqr/proto/link/v1/bulk';
import type { Services } from '../clients.js';
import type { GatewayRequest } from '../http/request.js';
import { importRowsAsCsv } from './link-export.js';

const row = (originalUrl: string): ImportRow => ({
  row: 1,
  ok: false,
  shortUrl: '',
  linkId: '',
  code: 'VALIDATION_FAILED',
  message: '',
  originalUrl,
});
const csvOf = async (originalUrl: string) => {
  const bulk = { listImportRows: async () => ({ rows: [row(originalUrl)], more: false }) };
  return text(await importRowsAsCsv({ bulk } as unknown as Services, {} as GatewayRequest, 'imp_1', false));
};

describe('a table of links', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '=HYPERLINK("http://evil.example")\nsecond line', '@SUM(1)\r\nx'])(
    'holds no cell that a spreadsheet would run: %j',
    async (cell) => {
      const [, written] = (await csvOf(cell)).split('VALIDATION_FAILED,,');
      expect(written).toMatch(/^"'/);
    },
  );
});
