// Cache of targets, packed: one arena of bytes used as a ring, an index of 32-bit offsets beside it. Bounded by bytes,
// no object per entry, nothing for the garbage collector to walk. The oldest entry leaves first; one that was read since
// it was written is written again at the front instead (CLOCK, the affordable LRU).
import { randomInt } from 'node:crypto';
import { OwnerTable } from './owner.table.js';
import { type ContentType, KIND, type Kind, type State, type Target } from './target.js';
import { hashBytes } from './target.key.js';

/** Entry: 32-bit words, then doubles, then bytes; all entries start at a multiple of 8. */
const WORD = { size: 0, hash: 1, version: 2, passwordVersion: 3, owner: 4, bytes: 5, keyLength: 6, lengths: 7 } as const;
const BYTE = { kind: 20, state: 21, flags: 22, shard: 23 } as const;
const DOUBLE = { loadedAt: 4, expiresAt: 5, startsAt: 6 } as const;
const HEADER_BYTES = 56;
const FLAG = { read: 1, dead: 2, forwardQuery: 4, password: 8, targeted: 16, limited: 32, goOn: 64 } as const;
/** Behind the destination of links with rules, variants or a cap: three 32-bit words, then the packed rules. */
const EXTRA = { length: 0, freePasses: 4, serial: 8, bytes: 12 } as const;
const MOST_FREE_PASSES = 0xffffffff;
/** What an entry takes at least, with its slot: decides how large the index is. */
const EXPECTED_ENTRY_BYTES = 128;
/** Entries one insertion may write again before it simply drops the next. */
const MAX_SECOND_CHANCES = 16;
const NO_OWNER = 0xffffffff;
const EMPTY = Buffer.alloc(0);

export class TargetCache {
  private readonly bytes: Buffer;
  private readonly words: Uint32Array;
  private readonly doubles: Float64Array;
  private readonly slots: Uint32Array;
  private readonly mask: number;
  private readonly owners = new OwnerTable();
  private readonly seed = randomInt(2 ** 32);
  private readonly capacity: number;
  /** Ever-growing positions; modulo capacity they are places in the arena. */
  private head = 0;
  private tail = 0;
  private count = 0;
  private serials = 0;
  evictions = 0;

  constructor(maxBytes: number) {
    // The index takes its share of the bound.
    this.capacity = Math.floor((maxBytes * 0.96) / 8) * 8;
    const memory = new ArrayBuffer(this.capacity);
    this.bytes = Buffer.from(memory);
    this.words = new Uint32Array(memory);
    this.doubles = new Float64Array(memory);
    const slots = 2 ** Math.ceil(Math.log2(maxBytes / EXPECTED_ENTRY_BYTES));
    this.slots = new Uint32Array(slots);
    this.mask = slots - 1;
  }

  get size(): number {
    return this.count;
  }
  get usedBytes(): number {
    return this.head - this.tail;
  }

  /** Where the entry lies, -1 for none. Valid until the next insertion. */
  find(key: Uint8Array, start: number, end: number): number {
    const hash = hashBytes(key, start, end, this.seed);
    for (let slot = hash & this.mask; ; slot = (slot + 1) & this.mask) {
      const value = this.slots[slot]!;
      if (value === 0) return -1;
      const at = (value - 1) * 8;
      if (this.words[at / 4 + WORD.hash] === hash && this.keyEquals(at, key, start, end)) {
        this.bytes[at + BYTE.flags]! |= FLAG.read;
        return at;
      }
    }
  }

  findKey(key: string): number {
    const bytes = Buffer.from(key, 'latin1');
    return this.find(bytes, 0, bytes.length);
  }

  /** Replaces what was there under the key. */
  put(key: string, target: Target, nowMs: number): void {
    this.removeKey(key);
    const keyBytes = Buffer.from(key, 'latin1');
    const { ownFields, destination, targeting } = target;
    const limited = target.freePasses !== Number.POSITIVE_INFINITY;
    const extraBytes = limited || targeting.length > 0 ? EXTRA.bytes + targeting.length : 0;
    const size = align(HEADER_BYTES + keyBytes.length + ownFields.length + destination.length + extraBytes);
    // One entry never pushes out a large part of the others.
    if (size > this.capacity / 8 || ownFields.length > 0xffff || destination.length > 0xffff) return;
    const at = this.allocate(size);
    const w = at / 4;
    this.words[w + WORD.size] = size;
    this.words[w + WORD.hash] = hashBytes(keyBytes, 0, keyBytes.length, this.seed);
    this.words[w + WORD.version] = target.version;
    this.words[w + WORD.passwordVersion] = target.passwordVersion;
    this.words[w + WORD.owner] = target.kind === KIND.missing ? NO_OWNER : this.owners.acquire(target.ownerFields);
    this.bytes[at + BYTE.kind] = target.kind;
    this.bytes[at + BYTE.state] = target.state;
    this.bytes[at + BYTE.flags] =
      (target.forwardQuery ? FLAG.forwardQuery : 0) |
      (target.hasPassword ? FLAG.password : 0) |
      (targeting.length > 0 ? FLAG.targeted : 0) |
      (limited ? FLAG.limited : 0) |
      (target.mayGoOn ? FLAG.goOn : 0);
    this.bytes[at + BYTE.shard] = target.shard;
    this.words[w + WORD.keyLength] = keyBytes.length | (target.content << 10) | (target.redirectType << 16);
    this.words[w + WORD.lengths] = (ownFields.length | (destination.length << 16)) >>> 0;
    const d = at / 8;
    this.doubles[d + DOUBLE.loadedAt] = nowMs;
    this.doubles[d + DOUBLE.expiresAt] = target.expiresAtMs;
    this.doubles[d + DOUBLE.startsAt] = target.startsAtMs;
    let to = at + HEADER_BYTES;
    to += keyBytes.copy(this.bytes, to);
    to += ownFields.copy(this.bytes, to);
    to += destination.copy(this.bytes, to);
    if (extraBytes > 0) {
      this.bytes.writeUInt32LE(targeting.length, to + EXTRA.length);
      this.bytes.writeUInt32LE(limited ? Math.min(target.freePasses, MOST_FREE_PASSES) : 0, to + EXTRA.freePasses);
      this.serials = (this.serials + 1) >>> 0;
      this.bytes.writeUInt32LE(this.serials, to + EXTRA.serial);
      targeting.copy(this.bytes, to + EXTRA.bytes);
    }
    this.link(at);
  }

  /** True where there was an entry. */
  removeKey(key: string): boolean {
    const at = this.findKey(key);
    if (at < 0) return false;
    this.discard(at);
    return true;
  }

  /** Drops every entry whose owner fields hold these bytes (a workspace's id); walks the whole index. Answers with how many. */
  removeOwner(ownerBytes: Buffer): number {
    const owners = this.owners.idsHolding(ownerBytes);
    if (owners.size === 0) return 0;
    const doomed: number[] = [];
    for (const value of this.slots) {
      const at = (value - 1) * 8;
      if (value !== 0 && owners.has(this.words[at / 4 + WORD.owner]!)) doomed.push(at);
    }
    // Afterwards: taking one out moves others to other slots.
    for (const at of doomed) this.discard(at);
    return doomed.length;
  }

  kind(at: number): Kind {
    return this.bytes[at + BYTE.kind] as Kind;
  }
  state(at: number): State {
    return this.bytes[at + BYTE.state] as State;
  }
  shard(at: number): number {
    return this.bytes[at + BYTE.shard]!;
  }
  version(at: number): number {
    return this.words[at / 4 + WORD.version]!;
  }
  passwordVersion(at: number): number {
    return this.words[at / 4 + WORD.passwordVersion]!;
  }
  hasPassword(at: number): boolean {
    return (this.bytes[at + BYTE.flags]! & FLAG.password) !== 0;
  }
  forwardQuery(at: number): boolean {
    return (this.bytes[at + BYTE.flags]! & FLAG.forwardQuery) !== 0;
  }
  isTargeted(at: number): boolean {
    return (this.bytes[at + BYTE.flags]! & FLAG.targeted) !== 0;
  }
  isLimited(at: number): boolean {
    return (this.bytes[at + BYTE.flags]! & FLAG.limited) !== 0;
  }
  mayGoOn(at: number): boolean {
    return (this.bytes[at + BYTE.flags]! & FLAG.goOn) !== 0;
  }
  /** Of a targeted entry: no other has had it for four thousand million entries. */
  serial(at: number): number {
    return this.bytes.readUInt32LE(this.destinationEnd(at) + EXTRA.serial);
  }
  /** Packed rules of a targeted entry; a view, valid until the next insertion. */
  targeting(at: number): Buffer {
    const from = this.destinationEnd(at) + EXTRA.bytes;
    return this.bytes.subarray(from, from + this.bytes.readUInt32LE(from - EXTRA.bytes + EXTRA.length));
  }
  /** Of a limited entry: visits that may still pass without a seat. */
  freePasses(at: number): number {
    return this.bytes.readUInt32LE(this.destinationEnd(at) + EXTRA.freePasses);
  }
  useFreePass(at: number): void {
    const place = this.destinationEnd(at) + EXTRA.freePasses;
    this.bytes.writeUInt32LE(Math.max(0, this.bytes.readUInt32LE(place) - 1), place);
  }
  redirectType(at: number): number {
    return this.words[at / 4 + WORD.keyLength]! >>> 16;
  }
  content(at: number): ContentType {
    return ((this.words[at / 4 + WORD.keyLength]! >>> 10) & 0x3f) as ContentType;
  }
  loadedAtMs(at: number): number {
    return this.doubles[at / 8 + DOUBLE.loadedAt]!;
  }
  expiresAtMs(at: number): number {
    return this.doubles[at / 8 + DOUBLE.expiresAt]!;
  }
  startsAtMs(at: number): number {
    return this.doubles[at / 8 + DOUBLE.startsAt]!;
  }
  ownerFields(at: number): Buffer {
    const owner = this.words[at / 4 + WORD.owner]!;
    return owner === NO_OWNER ? EMPTY : this.owners.block(owner);
  }
  /** The arena; ranges below are places in it. */
  get arena(): Buffer {
    return this.bytes;
  }
  ownFieldsStart(at: number): number {
    return at + HEADER_BYTES + (this.words[at / 4 + WORD.keyLength]! & 0x3ff);
  }
  ownFieldsEnd(at: number): number {
    return this.ownFieldsStart(at) + (this.words[at / 4 + WORD.lengths]! & 0xffff);
  }
  destinationEnd(at: number): number {
    return this.ownFieldsEnd(at) + (this.words[at / 4 + WORD.lengths]! >>> 16);
  }
  /** The same answer came again: fresh as of now. */
  touch(at: number, nowMs: number): void {
    this.doubles[at / 8 + DOUBLE.loadedAt] = nowMs;
  }

  private keyEquals(at: number, key: Uint8Array, start: number, end: number): boolean {
    if ((this.words[at / 4 + WORD.keyLength]! & 0x3ff) !== end - start) return false;
    for (let i = start, j = at + HEADER_BYTES; i < end; i++, j++) if (key[i] !== this.bytes[j]) return false;
    return true;
  }

  private allocate(size: number): number {
    for (let chances = 0; ; ) {
      const place = this.head % this.capacity;
      const gap = this.capacity - place < size ? this.capacity - place : 0;
      const full = this.count >= this.slots.length * 0.7;
      if (!full && this.capacity - this.usedBytes >= size + gap) {
        if (gap > 0) this.pad(gap);
        const at = this.head % this.capacity;
        this.head += size;
        return at;
      }
      if (this.evictOldest(chances < MAX_SECOND_CHANCES)) chances++;
    }
  }

  /** Fills the rest of the arena, which is too short for the next entry. */
  private pad(gap: number): void {
    const at = this.head % this.capacity;
    this.words[at / 4 + WORD.size] = gap;
    // A gap may be as short as 8 bytes: it has no flags of its own, an empty hash word marks it together with its place.
    if (gap > HEADER_BYTES) this.bytes[at + BYTE.flags] = FLAG.dead;
    this.head += gap;
  }

  /** True when the entry was written again instead. */
  private evictOldest(mayKeep: boolean): boolean {
    const at = this.tail % this.capacity;
    const size = this.words[at / 4 + WORD.size]!;
    if (size <= HEADER_BYTES || (this.bytes[at + BYTE.flags]! & FLAG.dead) !== 0) {
      this.tail += size;
      return false;
    }
    const place = this.head % this.capacity;
    const wasRead = (this.bytes[at + BYTE.flags]! & FLAG.read) !== 0;
    if (!mayKeep || !wasRead || this.kind(at) === KIND.missing || this.capacity - place < size) {
      this.discard(at);
      this.tail += size;
      this.evictions++;
      return false;
    }
    this.unlink(at);
    this.tail += size;
    // Its own bytes are free now, so the front always has room for it; the ranges may overlap.
    this.bytes.copyWithin(place, at, at + size);
    this.bytes[place + BYTE.flags]! &= ~FLAG.read;
    this.head += size;
    this.link(place);
    return true;
  }

  private discard(at: number): void {
    this.unlink(at);
    const owner = this.words[at / 4 + WORD.owner]!;
    if (owner !== NO_OWNER) this.owners.release(owner);
    this.bytes[at + BYTE.flags]! |= FLAG.dead;
  }

  private link(at: number): void {
    let slot = this.words[at / 4 + WORD.hash]! & this.mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & this.mask;
    this.slots[slot] = at / 8 + 1;
    this.count++;
  }

  /** Linear probing without tombstones: what probed past the freed slot moves back. */
  private unlink(at: number): void {
    let slot = this.words[at / 4 + WORD.hash]! & this.mask;
    while (this.slots[slot] !== at / 8 + 1) slot = (slot + 1) & this.mask;
    this.count--;
    for (let next = (slot + 1) & this.mask; ; next = (next + 1) & this.mask) {
      const value = this.slots[next]!;
      if (value === 0) break;
      const home = this.words[(value - 1) * 2 + WORD.hash]! & this.mask;
      if (((next - home) & this.mask) >= ((next - slot) & this.mask)) {
        this.slots[slot] = value;
        slot = next;
      }
    }
    this.slots[slot] = 0;
  }
}

const align = (size: number): number => Math.ceil(size / 8) * 8;
