// The fast path's reader of request heads: plain `GET /{slug}` and `HEAD /{slug}` of HTTP/1.1, nothing else. Strict on
// purpose: what two servers could read in two ways is refused, what is merely unusual is left to node:http.
import type { RequestHead } from './request-head.js';

/** The head is not complete yet. */
export const NEED_MORE = 0;
/** Well formed or not, it is not for the fast path: hand the bytes to node:http. */
export const NOT_PLAIN = -1;
/** Ambiguous or malformed: answer 400 and close. */
export const MALFORMED = -2;
/** Longer than MAX_HEAD_BYTES: answer 431 and close. */
export const TOO_LARGE = -3;

export const MAX_HEAD_BYTES = 16 * 1024;
const MAX_TARGET_BYTES = 8 * 1024;
const MAX_FIELDS = 100;
const MIN_SLUG = 3;
const MAX_SLUG = 50;

const SLUG = 1;
const QUERY = 2;
const TOKEN = 4;
const VALUE = 8;
/** In a value, but not as it is in a record: a tab, a byte above ASCII. */
const UNCLEAN = 16;
const classes = new Uint8Array(256);
for (let c = 0; c < 256; c++) {
  const s = String.fromCharCode(c);
  if (/[A-Za-z0-9_-]/.test(s)) classes[c]! |= SLUG;
  if (c > 0x20 && c < 0x7f && s !== '#') classes[c]! |= QUERY;
  if (/[!#$%&'*+\-.^_`|~0-9A-Za-z]/.test(s)) classes[c]! |= TOKEN;
  if (c === 9 || (c >= 0x20 && c !== 0x7f)) classes[c]! |= VALUE;
  if (c === 9 || c >= 0x80) classes[c]! |= UNCLEAN;
}

const GET = Buffer.from('GET /');
const HEAD = Buffer.from('HEAD /');
const VERSION = Buffer.from(' HTTP/1.1\r\n');

const names = new Map<number, { name: Buffer; field: number }[]>();
const [HOST, AGENT, REFERRER, LANGUAGE, FORWARDED, COOKIE, CONNECTION, PREFETCH, UNUSUAL] = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
for (const [name, field] of [
  ['host', HOST],
  ['user-agent', AGENT],
  ['referer', REFERRER],
  ['accept-language', LANGUAGE],
  ['x-forwarded-for', FORWARDED],
  ['cookie', COOKIE],
  ['connection', CONNECTION],
  ['purpose', PREFETCH],
  ['sec-purpose', PREFETCH],
  ['x-purpose', PREFETCH],
  ['x-moz', PREFETCH],
  ['content-length', UNUSUAL],
  ['transfer-encoding', UNUSUAL],
  ['upgrade', UNUSUAL],
  ['http2-settings', UNUSUAL],
  ['expect', UNUSUAL],
  ['trailer', UNUSUAL],
  ['te', UNUSUAL],
  ['proxy-connection', UNUSUAL],
] as const) {
  const list = names.get(name.length) ?? [];
  list.push({ name: Buffer.from(name), field });
  names.set(name.length, list);
}
const byLength = Array.from({ length: 32 }, (_, length) => names.get(length));

/** Which header it is: 0 for one without meaning here. */
function fieldOf(buffer: Buffer, start: number, end: number): number {
  const candidates = byLength[end - start];
  if (candidates === undefined) return 0;
  for (let i = 0; i < candidates.length; i++) {
    if (equalsIgnoringCase(buffer, start, end, candidates[i]!.name)) return candidates[i]!.field;
  }
  return 0;
}

/** `lower` is lower-case and as long as the range. */
function equalsIgnoringCase(buffer: Buffer, start: number, end: number, lower: Buffer): boolean {
  for (let i = start, j = 0; i < end; i++, j++) {
    const c = buffer[i]!;
    if ((c >= 0x41 && c <= 0x5a ? c | 0x20 : c) !== lower[j]) return false;
  }
  return true;
}

const KEEP_ALIVE = Buffer.from('keep-alive');
const CLOSE = Buffer.from('close');

/** Index after `expected`, NEED_MORE while it may still come, NOT_PLAIN where it does not stand there. */
function expectBytes(buffer: Buffer, at: number, expected: Buffer): number {
  for (let i = 0; i < expected.length; i++) {
    if (at + i >= buffer.length) return NEED_MORE;
    if (buffer[at + i] !== expected[i]) return NOT_PLAIN;
  }
  return at + expected.length;
}

/**
 * Reads the head that starts at `from` into `head`. Answers the index of the first byte after it, or NEED_MORE, NOT_PLAIN,
 * MALFORMED, TOO_LARGE; `head` is meaningful only in the first case.
 */
export function parseRequestHead(buffer: Buffer, from: number, head: RequestHead): number {
  const result = parse(buffer, from, head);
  const taken = (result > 0 ? result : buffer.length) - from;
  return taken > MAX_HEAD_BYTES && (result > 0 || result === NEED_MORE) ? TOO_LARGE : result;
}

function parse(buffer: Buffer, from: number, head: RequestHead): number {
  const end = buffer.length;
  head.reset(buffer);
  head.isHead = buffer[from] === 0x48;
  let at = expectBytes(buffer, from, head.isHead ? HEAD : GET);
  if (at <= 0) return at;

  head.slugStart = at;
  while (at < end && (classes[buffer[at]!]! & SLUG) !== 0) at++;
  if (at - head.slugStart > MAX_SLUG) return NOT_PLAIN;
  if (at === end) return NEED_MORE;
  if (at - head.slugStart < MIN_SLUG) return NOT_PLAIN;
  head.slugEnd = at;
  if (buffer[at] === 0x3f) {
    head.queryStart = ++at;
    while (at < end && (classes[buffer[at]!]! & QUERY) !== 0) at++;
    if (at - from > MAX_TARGET_BYTES) return NOT_PLAIN;
    if (at === end) return NEED_MORE;
    if (at > head.queryStart) head.queryEnd = at;
  }
  at = expectBytes(buffer, at, VERSION);
  if (at <= 0) return at;

  let present = 0;
  for (let fields = 0; ; fields++) {
    if (at >= end) return NEED_MORE;
    if (buffer[at] === 0x0d) {
      if (at + 1 >= end) return NEED_MORE;
      if (buffer[at + 1] !== 0x0a) return MALFORMED;
      // HTTP/1.1 without exactly one Host is an error, never a guess.
      return head.hostEnd === 0 ? MALFORMED : at + 2;
    }
    if (fields === MAX_FIELDS) return TOO_LARGE;
    const nameStart = at;
    while (at < end && (classes[buffer[at]!]! & TOKEN) !== 0) at++;
    if (at === end) return NEED_MORE;
    // Catches a folded line, white space before the colon, an empty name and a bare line feed.
    if (buffer[at] !== 0x3a || at === nameStart) return MALFORMED;
    const field = fieldOf(buffer, nameStart, at);
    at++;
    while (at < end && (buffer[at] === 0x20 || buffer[at] === 0x09)) at++;
    const start = at;
    let seen = 0;
    for (let kind = 0; at < end; at++) {
      kind = classes[buffer[at]!]!;
      if ((kind & VALUE) === 0) break;
      seen |= kind;
    }
    if (at === end) return NEED_MORE;
    if (buffer[at] !== 0x0d) return MALFORMED;
    if (at + 1 >= end) return NEED_MORE;
    if (buffer[at + 1] !== 0x0a) return MALFORMED;
    let stop = at;
    while (stop > start && (buffer[stop - 1] === 0x20 || buffer[stop - 1] === 0x09)) stop--;
    at += 2;
    if (field !== 0) {
      // Which of two counts, or whether both do, is node:http's to say; of two Hosts none can be trusted.
      if ((present & (1 << field)) !== 0 && field !== PREFETCH) return field === HOST ? MALFORMED : NOT_PLAIN;
      present |= 1 << field;
      const verdict = note(buffer, head, field, start, stop, (seen & UNCLEAN) === 0);
      if (verdict < 0) return verdict;
    }
  }
}

/** Keeps one known field; 0, or the reason to leave the fast path. */
function note(buffer: Buffer, head: RequestHead, field: number, start: number, stop: number, isClean: boolean): number {
  if (stop === start && field < CONNECTION) return field === HOST ? MALFORMED : 0;
  switch (field) {
    case HOST:
      head.hostStart = start;
      head.hostEnd = stop;
      return 0;
    case AGENT:
      head.agentStart = start;
      head.agentEnd = stop;
      break;
    case REFERRER:
      head.referrerStart = start;
      head.referrerEnd = stop;
      break;
    case LANGUAGE:
      head.languageStart = start;
      head.languageEnd = stop;
      break;
    case FORWARDED:
      head.forwardedStart = start;
      head.forwardedEnd = stop;
      return 0;
    case COOKIE:
      head.cookieStart = start;
      head.cookieEnd = stop;
      return 0;
    case CONNECTION:
      if (stop - start === KEEP_ALIVE.length && equalsIgnoringCase(buffer, start, stop, KEEP_ALIVE)) return 0;
      if (stop - start !== CLOSE.length || !equalsIgnoringCase(buffer, start, stop, CLOSE)) return NOT_PLAIN;
      head.keepAlive = false;
      return 0;
    case PREFETCH:
      head.prefetch = true;
      return 0;
    default:
      return NOT_PLAIN;
  }
  if (!isClean) head.plain = false;
  return 0;
}
