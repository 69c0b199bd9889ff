import type { TargetCache } from '../target/target.cache.js';
import { readTargeting, type Targeting } from './targeting.js';

/** Of the packed texts; read ones take a few times as much. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_LINKS = 4_000;
/** What a small one takes besides its text. */
const LEAST_BYTES = 2_048;

/** Rules of the links visited lately, read once. The cache has them all, packed. */
export class TargetingTable {
  private readonly kept = new Map<number, { targeting: Targeting; bytes: number }>();
  private bytes = 0;

  constructor(private readonly cache: TargetCache) {}

  /** Of an entry that has some. */
  of(entry: number): Targeting {
    const serial = this.cache.serial(entry);
    const known = this.kept.get(serial);
    if (known) {
      // Taken out and put in again: the first of the map is the one that was not asked for longest.
      this.kept.delete(serial);
      this.kept.set(serial, known);
      return known.targeting;
    }
    const packed = this.cache.targeting(entry);
    const one = { targeting: readTargeting(packed), bytes: Math.max(packed.length, LEAST_BYTES) };
    this.kept.set(serial, one);
    this.bytes += one.bytes;
    for (const [oldest, { bytes }] of this.kept) {
      if (this.kept.size <= MAX_LINKS && this.bytes <= MAX_BYTES) break;
      this.kept.delete(oldest);
      this.bytes -= bytes;
    }
    return one.targeting;
  }
}
