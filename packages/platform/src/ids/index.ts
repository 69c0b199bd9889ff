// Time-ordered, prefixed, opaque identifiers (lnk_…, ws_…) and the UUIDv7 that clicks carry.
import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'; // Crockford's base 32: no i, l, o, u

/** Prefixes in use; one per kind of thing, so that an id tells what it names. */
export type IdPrefix =
  | 'usr'
  | 'ws'
  | 'ses'
  | 'key'
  | 'pky'
  | 'lnk'
  | 'dom'
  | 'qr'
  | 'whk'
  | 'dlv'
  | 'evt'
  | 'bat'
  | 'sub'
  | 'rep'
  | 'msg'
  | 'aud'
  | 'rul'
  | 'var'
  | 'req'
  | 'imp'
  | 'qrt'
  | 'tok';

const pool = Buffer.alloc(4096);
let used = pool.length;
function randomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}

/** RFC 9562 version 7: 48 bits of milliseconds, then 74 random bits. Lower-case, with hyphens. */
export function uuidv7(nowMs: number = Date.now()): string {
  const b = Buffer.alloc(16);
  b.writeUIntBE(nowMs, 0, 6);
  randomBytes(10).copy(b, 6);
  b[6] = (b[6]! & 0x0f) | 0x70;
  b[8] = (b[8]! & 0x3f) | 0x80;
  const h = b.toString('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20)}`;
}

/** `prefix_` + 10 characters of time + 16 random ones: sorts by creation, 80 random bits a millisecond. */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  let time = '';
  for (let rest = nowMs, i = 0; i < 10; i++) {
    time = ALPHABET[rest % 32]! + time;
    rest = Math.floor(rest / 32);
  }
  let random = '';
  for (const byte of randomBytes(16)) random += ALPHABET[byte & 31]!;
  return `${prefix}_${time}${random}`;
}

/** True for the exact shape that newId makes: anything else need not be asked of a store. */
export function isId(prefix: IdPrefix, value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length === prefix.length + 27 &&
    value.startsWith(`${prefix}_`) &&
    /^[0-9a-hjkmnp-tv-z]{26}$/.test(value.slice(prefix.length + 1))
  );
}
