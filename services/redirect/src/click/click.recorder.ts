// One visit becomes one record of the spool: [shard u8][length u16][RecordedClick]. Raw facts only.
import { isUtf8 } from 'node:buffer';
import type { RequestHead } from '../http/request-head.js';
import type { TargetCache } from '../target/target.cache.js';
import { CLICK_FIELD } from './click.fields.js';
import { CLICK_ID_LENGTH, writeClickId } from './click.id.js';

/** Most bytes kept of what a visitor sends; the rest of a longer text is cut. */
export const FIELD_LIMIT = { userAgent: 512, referrer: 1024, acceptLanguage: 128, query: 2048 } as const;
export const RECORD_HEADER_BYTES = 3;
/** Fixed parts and limits together; own and owner fields are checked against the rest when a target enters the cache. */
export const MAX_RECORD_BYTES = 8 * 1024;
export const MAX_TARGET_FIELD_BYTES = 2 * 1024;

/** Where a click's id stands in its record, from the record's first byte. */
export const CLICK_ID_AT = RECORD_HEADER_BYTES + 2;

let target: Uint8Array;
let at = 0;

function copy(from: Uint8Array, start: number, end: number): void {
  // A loop beats two native calls at these lengths (20 to 200 bytes).
  for (let i = start; i < end; i++) target[at++] = from[i]!;
}

function length(value: number): void {
  let rest = value;
  while (rest > 0x7f) {
    target[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  target[at++] = rest;
}

function field(tag: number, from: Uint8Array, start: number, end: number): void {
  if (end <= start) return;
  target[at++] = tag;
  length(end - start);
  copy(from, start, end);
}

/**
 * Writes the record at `start` of `into` (which must have MAX_RECORD_BYTES left) and answers where it ends.
 * `entry` is the target's place in the cache; `address` is ASCII. `chosen`: fields of the rule or variant that decided;
 * `id`: the click's id where it was given out before.
 */
export function writeClick(
  into: Uint8Array,
  start: number,
  cache: TargetCache,
  entry: number,
  head: RequestHead,
  address: Uint8Array,
  nowMs: number,
  chosen?: Uint8Array,
  id = '',
): number {
  target = into;
  target[start] = cache.shard(entry);
  at = start + RECORD_HEADER_BYTES;
  target[at++] = CLICK_FIELD.id;
  target[at++] = CLICK_ID_LENGTH;
  if (id === '') writeClickId(target, at, nowMs);
  else for (let i = 0; i < CLICK_ID_LENGTH; i++) target[at + i] = id.charCodeAt(i);
  at += CLICK_ID_LENGTH;
  target[at++] = CLICK_FIELD.clickedAtMs;
  let rest = nowMs;
  while (rest > 0x7f) {
    target[at++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  target[at++] = rest;
  const owner = cache.ownerFields(entry);
  copy(owner, 0, owner.length);
  copy(cache.arena, cache.ownFieldsStart(entry), cache.ownFieldsEnd(entry));
  if (chosen !== undefined) copy(chosen, 0, chosen.length);
  field(CLICK_FIELD.address, address, 0, address.length);
  const { buffer } = head;
  if (
    head.plain &&
    head.agentEnd - head.agentStart <= FIELD_LIMIT.userAgent &&
    head.referrerEnd - head.referrerStart <= FIELD_LIMIT.referrer &&
    head.languageEnd - head.languageStart <= FIELD_LIMIT.acceptLanguage &&
    head.queryEnd - head.queryStart <= FIELD_LIMIT.query
  ) {
    field(CLICK_FIELD.userAgent, buffer, head.agentStart, head.agentEnd);
    field(CLICK_FIELD.referrer, buffer, head.referrerStart, head.referrerEnd);
    field(CLICK_FIELD.acceptLanguage, buffer, head.languageStart, head.languageEnd);
    field(CLICK_FIELD.query, buffer, head.queryStart, head.queryEnd);
  } else {
    cleanField(CLICK_FIELD.userAgent, buffer, head.agentStart, head.agentEnd, FIELD_LIMIT.userAgent);
    cleanField(CLICK_FIELD.referrer, buffer, head.referrerStart, head.referrerEnd, FIELD_LIMIT.referrer);
    cleanField(CLICK_FIELD.acceptLanguage, buffer, head.languageStart, head.languageEnd, FIELD_LIMIT.acceptLanguage);
    cleanField(CLICK_FIELD.query, buffer, head.queryStart, head.queryEnd, FIELD_LIMIT.query);
  }
  if (head.isHead) flagField(CLICK_FIELD.head);
  if (head.prefetch) flagField(CLICK_FIELD.prefetch);
  const size = at - start - RECORD_HEADER_BYTES;
  target[start + 1] = size & 0xff;
  target[start + 2] = size >> 8;
  return at;
}

function flagField(tag: number): void {
  target[at++] = tag >> 8;
  target[at++] = tag & 0xff;
  target[at++] = 1;
}

function cleanField(tag: number, from: Buffer, start: number, end: number, limit: number): void {
  if (end <= start) return;
  const text = cleanText(from.subarray(start, end), limit);
  field(tag, text, 0, text.length);
}

/** Valid UTF-8 without control characters and at most `limit` bytes: what is not UTF-8 is read as Latin-1. */
export function cleanText(bytes: Buffer, limit: number): Buffer {
  const text = isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1');
  let clean = '';
  for (const c of text) clean += c < ' ' || (c >= '\x7f' && c < '\xa0') ? ' ' : c;
  const encoded = Buffer.from(clean, 'utf8');
  if (encoded.length <= limit) return encoded;
  let cut = limit;
  while (cut > 0 && (encoded[cut]! & 0xc0) === 0x80) cut--;
  return encoded.subarray(0, cut);
}
