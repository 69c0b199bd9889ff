import { describe, expect, test } from '@jest/globals';
import { eachRecord, FRAME_HEADER_BYTES, type Frame, MAX_PAYLOAD_BYTES, readFrame, sealFrame, walkFrames } from './frame.js';

function frame(records: string[], nowMs = 5): Buffer {
  const payload = Buffer.concat(
    records.map((r) => Buffer.concat([Buffer.from([r.length % 12, r.length & 0xff, r.length >> 8]), Buffer.from(r)])),
  );
  const buffer = Buffer.concat([Buffer.alloc(FRAME_HEADER_BYTES), payload]);
  sealFrame(buffer, payload.length, records.length, nowMs);
  return buffer;
}
const contents = (buffer: Buffer, f: Frame): string[] => {
  const found: string[] = [];
  eachRecord(buffer, f, (_shard, start, end) => found.push(buffer.toString('latin1', start, end)));
  return found;
};
const a = frame(['one', 'two']);
const b = frame(['three'.repeat(100)]);
const c = frame(['', 'four']);

describe('frames', () => {
  test('give back their records, in order', () => {
    const all = Buffer.concat([a, b, c]);
    const walk = walkFrames(all, true);
    expect(walk.corrupt).toEqual([]);
    expect(walk.frames.map((f) => contents(all, f))).toEqual([['one', 'two'], ['three'.repeat(100)], ['', 'four']]);
    expect(walk.frames.map((f) => f.writtenAtMs)).toEqual([5, 5, 5]);
  });

  test('a tail torn at any byte costs exactly the torn frame', () => {
    for (let cut = 1; cut < b.length; cut++) {
      const torn = Buffer.concat([a, b.subarray(0, cut)]);
      expect(walkFrames(torn, false)).toMatchObject({ corrupt: [], end: a.length });
      const complete = walkFrames(torn, true);
      expect(complete.frames).toHaveLength(1);
      expect(complete.corrupt).toEqual([{ start: a.length, end: torn.length }]);
    }
  });

  test('a damaged byte anywhere costs exactly its own frame', () => {
    for (let at = a.length; at < a.length + b.length; at++) {
      const all = Buffer.concat([a, b, c]);
      all[at]! ^= 0x40;
      const walk = walkFrames(all, true);
      expect(walk.frames.map((f) => contents(all, f))).toEqual([
        ['one', 'two'],
        ['', 'four'],
      ]);
      expect(walk.corrupt).toEqual([{ start: a.length, end: a.length + b.length }]);
      expect(walk.end).toBe(all.length);
    }
  });

  test('foreign bytes of any kind end the walk without an endless loop', () => {
    for (const junk of [Buffer.alloc(1000), Buffer.from('LFRM'.repeat(500)), Buffer.alloc(3)]) {
      expect(walkFrames(junk, true)).toEqual({ frames: [], corrupt: [{ start: 0, end: junk.length }], end: junk.length });
      expect(walkFrames(junk, false).end).toBe(0);
    }
  });

  test('a length beyond any frame is damage, not a reason to wait', () => {
    const wild = Buffer.from(a);
    wild.writeUInt32LE(MAX_PAYLOAD_BYTES + 1, 4);
    expect(readFrame(wild, 0)).toBe('corrupt');
  });
});
