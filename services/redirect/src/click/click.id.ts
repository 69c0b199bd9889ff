// UUIDv7 written straight into a buffer: same layout as @linqr/platform/ids, without its strings.
import { randomFillSync } from 'node:crypto';

const HEX = new Uint16Array(256);
for (let byte = 0; byte < 256; byte++) {
  const text = byte.toString(16).padStart(2, '0');
  HEX[byte] = text.charCodeAt(0) | (text.charCodeAt(1) << 8);
}
const HYPHEN = 0x2d;
const pool = new Uint8Array(8192);
let used = pool.length;

function pair(target: Uint8Array, at: number, byte: number): void {
  const two = HEX[byte]!;
  target[at] = two & 0xff;
  target[at + 1] = two >> 8;
}

export const CLICK_ID_LENGTH = 36;

/** Writes the 36 characters at `at`. */
export function writeClickId(target: Uint8Array, at: number, nowMs: number): void {
  if (used + 10 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const high = Math.floor(nowMs / 0x100000000);
  const low = nowMs >>> 0;
  pair(target, at, (high >> 8) & 0xff);
  pair(target, at + 2, high & 0xff);
  pair(target, at + 4, low >>> 24);
  pair(target, at + 6, (low >>> 16) & 0xff);
  target[at + 8] = HYPHEN;
  pair(target, at + 9, (low >>> 8) & 0xff);
  pair(target, at + 11, low & 0xff);
  target[at + 13] = HYPHEN;
  pair(target, at + 14, (pool[used]! & 0x0f) | 0x70);
  pair(target, at + 16, pool[used + 1]!);
  target[at + 18] = HYPHEN;
  pair(target, at + 19, (pool[used + 2]! & 0x3f) | 0x80);
  pair(target, at + 21, pool[used + 3]!);
  target[at + 23] = HYPHEN;
  for (let i = 0; i < 6; i++) pair(target, at + 24 + i * 2, pool[used + 4 + i]!);
  used += 10;
}
