// From a stretch of the spool to the records that go to the bus: always the same bytes for the same cut.
import { createHash } from 'node:crypto';
import type { OutgoingRecord } from '@linqr/platform/bus';
import type { Cut } from '../spool/cut.journal.js';
import { eachRecord, type Frame } from '../spool/frame.js';
import { textField, varint } from './click.fields.js';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** Field numbers of events.v1.ClickBatch. */
const BATCH_ID = 0x0a;
const EDGE_ID = 0x12;
const CLICKS = 0x1a;

/** Shape of newId('bat'): 10 characters of time, 16 that follow from the cut, the shard and the part. */
export function batchId(cut: Cut, shard: number, part: number): string {
  let time = '';
  for (let rest = cut.cutAtMs, i = 0; i < 10; i++) {
    time = ALPHABET[rest % 32]! + time;
    rest = Math.floor(rest / 32);
  }
  const digest = createHash('sha256').update(cut.id).update(`|${shard}|${part}`).digest();
  let tail = '';
  for (let i = 0; i < 16; i++) tail += ALPHABET[digest[i]! & 31]!;
  return `bat_${time}${tail}`;
}

interface Part {
  clicks: { start: number; end: number }[];
  bytes: number;
}

/** One record a shard and part; `frames` are those of the cut, in `buffer`. Order within a shard is the spool's. */
export function buildBatches(cut: Cut, edgeId: string, buffer: Buffer, frames: Frame[]): OutgoingRecord[] {
  const shards = new Map<number, Part[]>();
  for (const frame of frames) {
    eachRecord(buffer, frame, (shard, start, end) => {
      const parts = shards.get(shard) ?? [];
      if (parts.length === 0) shards.set(shard, parts);
      let part = parts.at(-1);
      if (!part || part.clicks.length >= cut.maxClicks || part.bytes + end - start > cut.maxBytes) {
        part = { clicks: [], bytes: 0 };
        parts.push(part);
      }
      part.clicks.push({ start, end });
      part.bytes += end - start;
    });
  }
  const records: OutgoingRecord[] = [];
  for (const shard of [...shards.keys()].sort((a, b) => a - b)) {
    for (const [i, part] of shards.get(shard)!.entries()) {
      records.push({ key: String(shard), value: encodeBatch(batchId(cut, shard, i), edgeId, buffer, part) });
    }
  }
  return records;
}

function encodeBatch(id: string, edgeId: string, buffer: Buffer, part: Part): Buffer {
  const head = Buffer.concat([textField(BATCH_ID, id), textField(EDGE_ID, edgeId)]);
  const value = Buffer.allocUnsafe(head.length + part.bytes + part.clicks.length * 5);
  let at = head.copy(value);
  for (const { start, end } of part.clicks) {
    value[at++] = CLICKS;
    for (const byte of varint(end - start)) value[at++] = byte;
    at += buffer.copy(value, at, start, end);
  }
  return value.subarray(0, at);
}
