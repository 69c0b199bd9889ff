// Redirects as bytes, without a string on the way.
import type { TargetCache } from '../target/target.cache.js';
import { httpDate, REASONS } from './reply.js';

const SLAB_BYTES = 256 * 1024;
const MAX_FIXED_BYTES = 512;

const starts = new Map<number, Buffer>(
  [301, 302, 307, 308].map((status) => [status, Buffer.from(`HTTP/1.1 ${status} ${REASONS[status]}\r\nLocation: `, 'latin1')]),
);

export class RedirectBytes {
  // Answers of many requests share one allocation; the slab is left to the collector when it is used up.
  private slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
  private used = 0;
  private end = Buffer.alloc(0);
  private endSecond = 0;

  /** `location` '' for the entry's own destination; `clickId` '' where it is not told; `vary` '' for most. */
  make(cache: TargetCache, entry: number, location: string, vary: string, clickId: string, keepAlive: boolean, nowMs: number): Buffer {
    const start = starts.get(cache.redirectType(entry))!;
    const from = cache.ownFieldsEnd(entry);
    const to = cache.destinationEnd(entry);
    const most = MAX_FIXED_BYTES + (location === '' ? to - from : location.length);
    if (this.used + most > SLAB_BYTES) {
      this.slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
      this.used = 0;
    }
    const { slab, used } = this;
    let at = used;
    for (let i = 0; i < start.length; i++) slab[at++] = start[i]!;
    if (location === '') for (let i = from, { arena } = cache; i < to; i++) slab[at++] = arena[i]!;
    else at += slab.write(location, at, 'latin1');
    const tail = this.tail(nowMs);
    for (let i = 0; i < tail.length; i++) slab[at++] = tail[i]!;
    if (vary !== '') at += slab.write(`Vary: ${vary}\r\n`, at, 'latin1');
    if (clickId !== '') at += slab.write(`X-Click-Id: ${clickId}\r\n`, at, 'latin1');
    if (!keepAlive) at += slab.write('Connection: close\r\n', at, 'latin1');
    slab[at++] = 13;
    slab[at++] = 10;
    this.used = at;
    return slab.subarray(used, at);
  }

  private tail(nowMs: number): Buffer {
    const second = Math.floor(nowMs / 1000);
    if (second !== this.endSecond) {
      this.endSecond = second;
      this.end = Buffer.from(`\r\nCache-Control: private, max-age=0\r\nDate: ${httpDate(nowMs)}\r\nContent-Length: 0\r\n`, 'latin1');
    }
    return this.end;
  }
}
