// The spool's unit of writing: all records of one event-loop turn, with one checksum.
//
//   0  u32  magic
//   4  u32  bytes of the payload
//   8  u32  CRC-32 of everything from byte 12 on
//  12  u32  records in the payload
//  16  f64  when it was written, milliseconds since the epoch
//  24       payload: records of [shard u8][length u16][RecordedClick]      (all little-endian)
import { crc32 } from 'node:zlib';

export const FRAME_HEADER_BYTES = 24;
export const MAX_PAYLOAD_BYTES = 1024 * 1024;
export const SEGMENT_HEADER = Buffer.from('LINQRSP1');

const MAGIC = 0x4d52464c; // "LFRM"
const MAGIC_BYTES = Buffer.from('LFRM');

/** Completes the frame whose payload already stands behind the header's room in `buffer`. */
export function sealFrame(buffer: Buffer, payloadBytes: number, records: number, nowMs: number): void {
  buffer.writeUInt32LE(MAGIC, 0);
  buffer.writeUInt32LE(payloadBytes, 4);
  buffer.writeUInt32LE(records, 12);
  buffer.writeDoubleLE(nowMs, 16);
  buffer.writeUInt32LE(crc32(buffer.subarray(12, FRAME_HEADER_BYTES + payloadBytes)), 8);
}

export interface Frame {
  /** Place of the header. */
  start: number;
  /** Place after the payload. */
  end: number;
  records: number;
  writtenAtMs: number;
}

/** Reads the frame at `start`: `torn` when the buffer ends inside it, `corrupt` when it cannot be what was written. */
export function readFrame(buffer: Buffer, start: number): Frame | 'torn' | 'corrupt' {
  if (buffer.length - start < FRAME_HEADER_BYTES) return 'torn';
  const payloadBytes = buffer.readUInt32LE(start + 4);
  if (buffer.readUInt32LE(start) !== MAGIC || payloadBytes > MAX_PAYLOAD_BYTES) return 'corrupt';
  const end = start + FRAME_HEADER_BYTES + payloadBytes;
  if (end > buffer.length) return 'torn';
  if (crc32(buffer.subarray(start + 12, end)) !== buffer.readUInt32LE(start + 8)) return 'corrupt';
  return { start, end, records: buffer.readUInt32LE(start + 12), writtenAtMs: buffer.readDoubleLE(start + 16) };
}

/** Place of the next sound frame after a corrupt one, or of the buffer's end. */
export function nextSoundFrame(buffer: Buffer, after: number): number {
  for (let at = buffer.indexOf(MAGIC_BYTES, after); at >= 0; at = buffer.indexOf(MAGIC_BYTES, at + 1)) {
    if (typeof readFrame(buffer, at) === 'object') return at;
  }
  return buffer.length;
}

/** What a run of frames holds; ranges are places in the buffer that was walked. */
export interface Walk {
  frames: Frame[];
  corrupt: { start: number; end: number }[];
  /** Place after the last whole frame or corrupt stretch. */
  end: number;
}

/**
 * Walks the frames of `buffer`. With `complete` the buffer ends where the file ended for good, so a torn frame is a corrupt
 * one; without it the walk stops before it.
 */
export function walkFrames(buffer: Buffer, complete: boolean): Walk {
  const walk: Walk = { frames: [], corrupt: [], end: 0 };
  while (walk.end < buffer.length) {
    const frame = readFrame(buffer, walk.end);
    if (typeof frame === 'object') {
      walk.frames.push(frame);
      walk.end = frame.end;
      continue;
    }
    const next = nextSoundFrame(buffer, walk.end + 1);
    // A stretch that reaches the buffer's end may still be growing, or its next sound frame lies beyond what was read.
    if (next === buffer.length && !complete) break;
    walk.corrupt.push({ start: walk.end, end: next });
    walk.end = next;
  }
  return walk;
}

/** Calls back with shard and range of every record of a sound frame. */
export function eachRecord(buffer: Buffer, frame: Frame, visit: (shard: number, start: number, end: number) => void): void {
  let at = frame.start + FRAME_HEADER_BYTES;
  for (let i = 0; i < frame.records && at + 3 <= frame.end; i++) {
    const end = at + 3 + buffer.readUInt16LE(at + 1);
    if (end > frame.end) return;
    visit(buffer[at]!, at + 3, end);
    at = end;
  }
}
