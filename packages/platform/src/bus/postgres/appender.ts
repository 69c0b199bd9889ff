// Publishing: calls that come while a write is under way share the next one, so a burst of single events costs few commits.
import { AppError } from '../../errors/index.js';
import { partitionFor } from '../partitioner.js';
import type { OutgoingRecord, Topic } from '../port.js';
import { recordBytes } from '../records.js';
import type { LogStore } from './log-store.js';

/** One statement writes at most about this much. */
const WRITE_BYTES = 8 * 1024 * 1024;
const WRITE_RECORDS = 5_000;
/** Bytes that may wait for a topic; beyond, a publisher is told to come back. */
const QUEUE_BYTES = 256 * 1024 * 1024;

interface Waiting {
  records: OutgoingRecord[];
  bytes: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Writes one topic's records, one statement at a time, in the order of the calls. */
export class Appender {
  private queue: Waiting[] = [];
  private queuedBytes = 0;
  private running: Promise<void> | undefined;

  constructor(
    private readonly topic: Topic,
    private readonly store: LogStore,
    private readonly onAppended: (topic: Topic, heads: Map<number, number>) => void,
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
      this.running ??= this.drain().finally(() => {
        this.running = undefined;
      });
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
        await this.store.ready();
        await this.write(calls.flatMap((c) => c.records));
        for (const call of calls) call.resolve();
      } catch (error) {
        for (const call of calls) call.reject(error);
      }
      this.queuedBytes -= calls.reduce((sum, c) => sum + c.bytes, 0);
    }
  }

  /** Whole calls, as many as fit one write; at least one. */
  private take(): Waiting[] {
    let records = 0;
    let bytes = 0;
    let count = 0;
    for (const call of this.queue) {
      if (count > 0 && (records + call.records.length > WRITE_RECORDS || bytes + call.bytes > WRITE_BYTES)) break;
      records += call.records.length;
      bytes += call.bytes;
      count++;
    }
    return this.queue.splice(0, count);
  }

  private async write(records: OutgoingRecord[]): Promise<void> {
    let start = 0;
    while (start < records.length) {
      let end = start;
      let bytes = 0;
      while (end < records.length && end - start < WRITE_RECORDS && (end === start || bytes + recordBytes(records[end]!) <= WRITE_BYTES))
        bytes += recordBytes(records[end++]!);
      await this.writeOne(records.slice(start, end));
      start = end;
    }
  }

  private async writeOne(records: OutgoingRecord[]): Promise<void> {
    const partitions = this.store.partitionCount(this.topic);
    const byPart = new Map<number, OutgoingRecord[]>();
    for (const record of records) {
      const part = partitionFor(record.key, partitions);
      const batch = byPart.get(part);
      if (batch) batch.push(record);
      else byPart.set(part, [record]);
    }
    // Ascending, so that two writers lock partitions in the same order.
    const batches = [...byPart].sort(([a], [b]) => a - b).map(([part, partRecords]) => ({ part, records: partRecords }));
    const heads = await this.store.append(this.topic, batches);
    this.onAppended(this.topic, new Map(batches.map(({ part }, i) => [part, heads[i]!])));
  }
}
