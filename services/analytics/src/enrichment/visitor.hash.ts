// Who came twice, without knowing who came: a keyed hash of address, user agent and the link or code, with a key of the
// day. It ends the life of the address. The day's key is derived from VISITOR_HASH_KEY and the click's UTC day: every
// replica and every redelivery arrives at the same hash without a shared store, hashes of two days or two links cannot be
// joined, and whoever does not hold the key cannot test a guess. A visitor who comes back tomorrow is unique again.
import { createHmac } from 'node:crypto';

const DAY_MS = 86_400_000;
/** Keys of the days that batches in flight touch. */
const KEPT_DAYS = 400;

export class VisitorHasher {
  private readonly dayKeys = new Map<number, Buffer>();

  constructor(private readonly key: Buffer) {}

  /** An unsigned 64-bit number in decimal. `subjectId`: the link's id, or the code's for a scan without a link. */
  hash(address: string, userAgent: string, subjectId: string, clickedAtMs: number): string {
    const digest = createHmac('sha256', this.dayKey(Math.floor(clickedAtMs / DAY_MS)))
      .update(`${address}\u0000${userAgent}\u0000${subjectId}`)
      .digest();
    return digest.readBigUInt64LE(0).toString();
  }

  private dayKey(day: number): Buffer {
    let key = this.dayKeys.get(day);
    if (!key) {
      if (this.dayKeys.size >= KEPT_DAYS) this.dayKeys.clear();
      key = createHmac('sha256', this.key).update(`visitors of day ${day}`).digest();
      this.dayKeys.set(day, key);
    }
    return key;
  }
}
