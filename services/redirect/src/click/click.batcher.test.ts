import { expect, test } from '@jest/globals';
import { isId } from '@linqr/platform/ids';
import { ClickBatch } from '@linqr/proto/events/v1/click';
import type { Cut } from '../spool/cut.journal.js';
import { FRAME_HEADER_BYTES, sealFrame, walkFrames } from '../spool/frame.js';
import { buildBatches } from './click.batcher.js';
import { CLICK_FIELD, textField } from './click.fields.js';

const cut: Cut = { id: Buffer.alloc(16, 7), segment: 1, from: 8, to: 0, cutAtMs: 1_795_252_800_123, maxClicks: 3, maxBytes: 10_000 };

function spool(clicks: { shard: number; id: string; agent?: string }[], perFrame: number): Buffer {
  const frames: Buffer[] = [];
  for (let i = 0; i < clicks.length; i += perFrame) {
    const records = clicks.slice(i, i + perFrame).map(({ shard, id, agent = '' }) => {
      const bytes = Buffer.concat([
        textField(CLICK_FIELD.id, id),
        textField(CLICK_FIELD.linkId, `lnk_${shard}`),
        textField(CLICK_FIELD.userAgent, agent),
      ]);
      return Buffer.concat([Buffer.from([shard, bytes.length & 0xff, bytes.length >> 8]), bytes]);
    });
    const payload = Buffer.concat(records);
    const buffer = Buffer.concat([Buffer.alloc(FRAME_HEADER_BYTES), payload]);
    sealFrame(buffer, payload.length, records.length, 1);
    frames.push(buffer);
  }
  return Buffer.concat(frames);
}
const build = (buffer: Buffer, over: Partial<Cut> = {}) =>
  buildBatches({ ...cut, ...over }, 'edge-0.ab', buffer, walkFrames(buffer, true).frames);
const clicks = Array.from({ length: 40 }, (_, i) => ({ shard: i % 5, id: `id-${i}` }));

test('the same cut always becomes the same bytes under the same ids', () => {
  const buffer = spool(clicks, 7);
  const copy = Buffer.concat([buffer]);
  expect(build(copy)).toEqual(build(buffer));
  const ids = build(buffer).map((r) => ClickBatch.decode(r.value).batchId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(isId('bat', id)).toBe(true);
  expect(build(buffer, { id: Buffer.alloc(16, 8) }).map((r) => ClickBatch.decode(r.value).batchId)).not.toEqual(ids);
});

test('every click travels once, in the batch of its shard, in order, within the limits', () => {
  const records = build(spool(clicks, 7));
  const byShard = new Map<string, string[]>();
  for (const record of records) {
    const batch = ClickBatch.decode(record.value);
    expect(batch.edgeId).toBe('edge-0.ab');
    expect(batch.clicks.length).toBeLessThanOrEqual(3);
    for (const click of batch.clicks) {
      expect(click.linkId).toBe(`lnk_${record.key}`);
      byShard.set(record.key, [...(byShard.get(record.key) ?? []), click.id]);
    }
  }
  for (const [shard, ids] of byShard) expect(ids).toEqual(clicks.filter((c) => String(c.shard) === shard).map((c) => c.id));
  expect([...byShard.values()].flat()).toHaveLength(40);
});

test('a batch is bounded by bytes as well', () => {
  const heavy = Array.from({ length: 20 }, (_, i) => ({ shard: 0, id: `id-${i}`, agent: 'x'.repeat(400) }));
  const records = build(spool(heavy, 20), { maxClicks: 1000, maxBytes: 2_000 });
  expect(records.length).toBeGreaterThan(4);
  for (const record of records) expect(record.value.length).toBeLessThan(2_200);
});
