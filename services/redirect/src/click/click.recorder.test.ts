import { describe, expect, test } from '@jest/globals';
import { ClickSource, RecordedClick } from '@linqr/proto/events/v1/click';
import { type HeadFields, headOf } from '../http/request-head.js';
import { TargetCache } from '../target/target.cache.js';
import { KIND } from '../target/target.js';
import { TargetSource } from '../target/target.source.js';
import { CLICK_ID_AT, cleanText, MAX_RECORD_BYTES, RECORD_HEADER_BYTES, writeClick } from './click.recorder.js';

const NOW = 1_795_252_800_123;
const source = new TargetSource(
  {
    resolveLink: async ({ domain, slug }) => ({
      id: 'lnk_1',
      workspaceId: 'ws_1',
      ownerId: 'usr_1',
      domain,
      slug,
      originalUrl: 'https://e.example/',
      redirectType: 302,
      forwardQuery: false,
      hasPassword: false,
      passwordVersion: 0,
      expiresAtMs: 0,
      startsAtMs: 0,
      maxClicks: 0,
      state: 'LINK_STATE_ACTIVE' as never,
      version: 300,
      title: '',
      qrId: slug === 'of-a-code' ? 'qr_1' : '',
      rules: [],
      variants: [],
      mayGoOn: false,
    }),
    resolveLinks: () => Promise.reject(new Error('not asked')),
  },
  {
    resolveQrCode: async ({ id }) => ({
      id,
      workspaceId: 'ws_2',
      ownerId: 'usr_2',
      type: 'QR_TYPE_TEXT' as never,
      content: 'hi',
      title: '',
      active: true,
      version: 1,
      blocked: false,
    }),
    resolveQrCodes: () => Promise.reject(new Error('not asked')),
  },
  { ready: () => Promise.resolve() },
);
const fields: HeadFields = {
  isHead: false,
  slug: 'abc',
  query: 'utm_source=x',
  host: 'h',
  agent: 'Agent/1.0',
  referrer: 'https://r.example/',
  language: 'de',
  forwarded: '',
  cookie: '',
  prefetch: false,
};

async function record(
  over: Partial<HeadFields> = {},
  address: { domain: string; slug: string } | { qrId: string } = { domain: 's.example', slug: 'abc' },
) {
  const answer = await source.ask(address, (error) => {
    throw error;
  });
  if (typeof answer === 'string') throw new Error(answer);
  const cache = new TargetCache(1024 * 1024);
  cache.put('key', answer.found, NOW);
  const buffer = Buffer.alloc(MAX_RECORD_BYTES + 10);
  const end = writeClick(buffer, 5, cache, cache.findKey('key'), headOf({ ...fields, ...over }), Buffer.from('203.0.113.9'), NOW);
  expect(end - 5 - RECORD_HEADER_BYTES).toBe(buffer.readUInt16LE(6));
  const click = RecordedClick.decode(buffer.subarray(5 + RECORD_HEADER_BYTES, end));
  expect(buffer.toString('latin1', 5 + CLICK_ID_AT, 5 + CLICK_ID_AT + 36)).toBe(click.id);
  return { click, shard: buffer[5]!, kind: answer.found.kind };
}

describe('a recorded click', () => {
  test("through a code's short link is a scan of that code", async () => {
    const { click } = await record({}, { domain: 's.example', slug: 'of-a-code' });
    expect(click).toMatchObject({ source: ClickSource.CLICK_SOURCE_QR, qrId: 'qr_1', linkId: 'lnk_1', slug: 'of-a-code' });
  });

  test('is the RecordedClick of the contract, with every fact of the visit and the link', async () => {
    const { click, shard } = await record();
    expect(click.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(click.id.replaceAll('-', '').slice(0, 12), 16)).toBe(NOW);
    expect(shard).toBeLessThan(12);
    expect({ ...click, id: '' }).toEqual({
      id: '',
      clickedAtMs: NOW,
      workspaceId: 'ws_1',
      linkId: 'lnk_1',
      qrId: '',
      linkVersion: 300,
      source: ClickSource.CLICK_SOURCE_LINK,
      ruleId: '',
      variant: '',
      address: '203.0.113.9',
      userAgent: 'Agent/1.0',
      referrer: 'https://r.example/',
      acceptLanguage: 'de',
      query: 'utm_source=x',
      ownerId: 'usr_1',
      domain: 's.example',
      slug: 'abc',
      head: false,
      prefetch: false,
    });
  });

  test('says that it was a scan, a HEAD, a prefetch', async () => {
    const { click, kind } = await record({ isHead: true, prefetch: true }, { qrId: 'qr_1' });
    expect(kind).toBe(KIND.qr);
    expect([click.source, click.qrId, click.linkId, click.head, click.prefetch, click.workspaceId]).toEqual([
      'CLICK_SOURCE_QR',
      'qr_1',
      '',
      true,
      true,
      'ws_2',
    ]);
  });

  test('is readable whatever bytes a visitor sends, and bounded', async () => {
    const { click } = await record({
      agent: '\xff\xfe caf\xe9 \x01'.repeat(200),
      referrer: Buffer.from('https://ü.example/').toString('latin1'),
      query: 'q'.repeat(5000),
      language: '\t',
    });
    expect(Buffer.byteLength(click.userAgent)).toBeLessThanOrEqual(512);
    expect(click.userAgent).toMatch(/^ÿþ café /);
    expect(click.referrer).toBe('https://ü.example/');
    expect(click.query).toHaveLength(2048);
  });

  test('is never cut inside a character', () => {
    expect(cleanText(Buffer.from('äää'), 5).toString()).toBe('ää');
    expect(cleanText(Buffer.from('€'), 2).toString()).toBe('');
    expect(cleanText(Buffer.from('a\x00b\x7fc'), 9).toString()).toBe('a b c');
  });

  test('two ids never meet', async () => {
    const ids = new Set<string>();
    for (let i = 0; i < 2_000; i++) ids.add((await record()).click.id);
    expect(ids.size).toBe(2_000);
  });
});
