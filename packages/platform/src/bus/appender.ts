// Publishing: calls that come while a write is under way share the next one, so a burst of single events costs few writes.
import { AppError } from '../errors/index.js';
import type { OutgoingRecord, Topic } from './port.js';
import { recordBytes } from './records.js';

/** Bytes that may wait for a topic; beyond, a publisher is told to come back. */
const QUEUE_BYTES = 256 * 1024 * 1024;

export interface WriteLimits {
  records: number;
  bytes: number;
}

interface Waiting {
  records: OutgoingRecord[];
  bytes: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Writes one topic's records, one write at a time, in the order of the calls. */
export class Appender {
  private readonly queue: Waiting[] = [];
  private queuedBytes = 0;
  private running: Promise<void> | undefined;

  constructor(
    private readonly topic: Topic,
    /** Most that one write gets; a larger call becomes several. */
    private readonly limits: WriteLimits,
    private readonly write: (records: OutgoingRecord[]) => Promise<void>,
  ) {}

  append(records: OutgoingRecord[]): Promise<void> {
    const bytes = records.reduce((sum, r) => sum + recordBytes(r), 0);
    if (this.queuedBytes > 0 && this.queuedBytes + bytes > QUEUE_BYTES)
      return Promise.reject(
        new AppError('PART_UNAVAILABLE', 'The event bus is behind. Please try again shortly.', {
          internal: `publish queue of ${this.topic} is full`,
          retryAfterSeconds: 1,
        }),
      );
    return new Promise((resolve, reject) => {
      this.queuedBytes += bytes;
      this.queue.push({ records, bytes, resolve, reject });
      this.running ??= this.drain();
    });
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    await this.running;
  }

  private async drain(): Promise<void> {
    await Promise.resolve(); // calls of the same turn share the first write
    while (this.queue.length > 0) {
      const calls = this.take();
      try {
        for (const part of this.split(calls.flatMap((c) => c.records))) await this.write(part);
        for (const call of calls) call.resolve();
      } catch (error) {
        for (const call of calls) call.reject(error);
      }
      this.queuedBytes -= calls.reduce((sum, c) => sum + c.bytes, 0);
    }
    // In the same turn as the look at the queue: a call that comes later starts anew.
    this.running = undefined;
  }

  /** Whole calls, as many as fit one write; at least one. */
  private take(): Waiting[] {
    let records = 0;
    let bytes = 0;
    let count = 0;
    for (const call of this.queue) {
      records += call.records.length;
      bytes += call.bytes;
      if (count > 0 && (records > this.limits.records || bytes > this.limits.bytes)) break;
      count++;
    }
    return this.queue.splice(0, count);
  }

  private *split(records: OutgoingRecord[]): Generator<OutgoingRecord[]> {
    let start = 0;
    let bytes = 0;
    for (let i = 0; i < records.length; i++) {
      const more = recordBytes(records[i]!);
      if (i > start && (i - start >= this.limits.records || bytes + more > this.limits.bytes)) {
        yield records.slice(start, i);
        start = i;
        bytes = 0;
      }
      bytes += more;
    }
    if (start < records.length) yield records.slice(start);
  }
}
