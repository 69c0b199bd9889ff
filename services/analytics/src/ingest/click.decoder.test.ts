import { describe, expect, test } from '@jest/globals';
import { ClickBatch, ClickSource, type RecordedClick } from '@linqr/proto/events/v1/click';
import fc from 'fast-check';
import { decodeBatch, impossibleField } from './click.decoder.js';

const taken = Date.UTC(2026, 10, 21);
const click: RecordedClick = {
  id: '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000',
  clickedAtMs: taken - 1_000,
  workspaceId: 'ws_1',
  linkId: 'lnk_1',
  qrId: '',
  linkVersion: 1,
  source: ClickSource.CLICK_SOURCE_LINK,
  ruleId: '',
  variant: '',
  address: 'anything',
  userAgent: '\u0000',
  referrer: '\\',
  acceptLanguage: '',
  query: '%',
  ownerId: '',
  domain: '',
  slug: '',
  head: false,
  prefetch: false,
};

describe('impossibleField', () => {
  test('free text is never impossible', () => expect(impossibleField(click, taken)).toBeUndefined());

  test.each<[string, Partial<RecordedClick>]>([
    ['id', { id: '' }],
    ['id', { id: 'x' }],
    ['clicked_at_ms', { clickedAtMs: 0 }],
    ['clicked_at_ms', { clickedAtMs: -5 }],
    ['clicked_at_ms', { clickedAtMs: taken + 2 * 86_400_000 }],
    ['clicked_at_ms', { clickedAtMs: taken - 11 * 366 * 86_400_000 }],
    ['workspace_id', { workspaceId: '' }],
    ['workspace_id', { workspaceId: "'" }],
    ['link_id', { linkId: '' }],
    ['link_id', { linkId: 'a b' }],
    ['qr_id', { qrId: 'x'.repeat(65) }],
    ['owner_id', { ownerId: '\n' }],
    ['rule_id', { ruleId: '?' }],
    ['link_version', { linkVersion: -1 }],
    ['source', { source: ClickSource.CLICK_SOURCE_UNSPECIFIED }],
    ['source', { source: ClickSource.UNRECOGNIZED }],
  ])('%s in %j', (field, given) => expect(impossibleField({ ...click, ...given }, taken)).toBe(field));
});

describe('decodeBatch', () => {
  test('reads what an edge wrote', () => {
    const batch = { batchId: 'bat_1', edgeId: 'e', clicks: [click] };
    expect(decodeBatch(ClickBatch.encode(batch).finish())).toEqual({ batch });
  });

  test.each(['', "x'--", 'x'.repeat(101)])('a batch id that cannot be a token is undecodable: %j', (batchId) =>
    expect(decodeBatch(ClickBatch.encode({ batchId, edgeId: '', clicks: [] }).finish())).toHaveProperty('undecodable'),
  );

  test('any bytes are a batch or undecodable, never a throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const decoded = decodeBatch(bytes);
        expect('batch' in decoded || typeof decoded.undecodable === 'string').toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
