/**
 * The watchdog's memory: per partition that this process works on, since when records wait without any having been
 * finished. `head` and `done` are offsets: the next one to be written and the next one to be handled.
 */
export class Progress {
  private readonly partitions = new Map<string, { head: number; done: number; sinceMs: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  seen(id: string, head: number, done?: number): void {
    const known = this.partitions.get(id);
    if (!known) {
      this.partitions.set(id, { head, done: done ?? 0, sinceMs: this.now() });
      return;
    }
    // Work that arrives at an idle partition starts the clock anew.
    if (known.done >= known.head && head > known.head) known.sinceMs = this.now();
    known.head = Math.max(known.head, head);
  }

  finished(id: string, done: number): void {
    const known = this.partitions.get(id);
    if (!known) return;
    if (done > known.done) known.sinceMs = this.now();
    known.done = Math.max(known.done, done);
  }

  forget(id: string): void {
    this.partitions.delete(id);
  }

  /** Age of the oldest standstill with work waiting, in milliseconds; 0 when there is none. */
  stalledMs(): number {
    let oldest = 0;
    for (const { head, done, sinceMs } of this.partitions.values()) if (head > done) oldest = Math.max(oldest, this.now() - sinceMs);
    return oldest;
  }
}
