import { describe, expect, it } from '@jest/globals';
import { newContext } from '@linqr/platform/context';
import type { ExportPageResponse } from '@linqr/proto/export/v1/export';
import type { ExportClient } from '../clients.js';
import { accountExport } from './account-export.js';

type Pages = Record<string, Partial<ExportPageResponse>>;
/** A service that answers with these pages, by cursor. */
const service = (pages: Pages): ExportClient =>
  ({
    exportPage: async ({ cursor }: { cursor: string }) => {
      const page = pages[cursor];
      if (!page) throw new Error('the service is away');
      return { records: [], nextCursor: '', sections: [], ...page };
    },
  }) as unknown as ExportClient;
const record = (section: string, value: unknown) => ({ section, json: JSON.stringify(value) });
const read = async (...services: ExportClient[]) => {
  let text = '';
  for await (const chunk of await accountExport(services, newContext(), new Date('2026-11-21T12:00:00Z'))) text += String(chunk);
  return text;
};

describe('the document of an export', () => {
  it('has every section of every service, in whatever pages they come, the empty ones too', async () => {
    const auth = service({ '': { sections: ['user', 'sessions', 'twoFactor'], records: [record('user', { id: 'usr_1' })] } });
    const links = service({
      '': { sections: ['none', 'links', 'domains', 'last'], nextCursor: 'a' },
      a: { records: [record('links', { id: 1 }), record('links', { id: 2 })], nextCursor: 'b' },
      b: { records: [record('links', { id: 3 }), record('domains', { host: 'x' })], nextCursor: 'c' },
      c: {},
    });
    expect(JSON.parse(await read(auth, links))).toEqual({
      exportedAt: '2026-11-21T12:00:00.000Z',
      user: { id: 'usr_1' },
      sessions: [],
      twoFactor: null,
      none: [],
      links: [{ id: 1 }, { id: 2 }, { id: 3 }],
      domains: [{ host: 'x' }],
      last: [],
    });
  });

  it('is refused as a whole when the first service refuses, and ends in an error when a later one is away', async () => {
    await expect(accountExport([service({})], newContext(), new Date())).rejects.toThrow('away');
    const auth = service({ '': { sections: ['user'], records: [record('user', { id: 'usr_1' })] } });
    await expect(read(auth, service({}))).rejects.toThrow('away');
  });
});
