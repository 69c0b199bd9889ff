// Group commit: the records of all partitions that wait while an insert runs share the next one. An insert costs ClickHouse
// some 50 ms of processor time before its first click, so what matters is how few there are, not how large they get.
import type { BatchContext, IncomingRecord } from '@linqr/platform/bus';
import { INSERT_BYTES, INSERT_RECORDS, slices } from './ingest.plan.js';

/** What one partition hands over; settled when its records are in the warehouse or set aside. */
export interface Submission {
  records: IncomingRecord[];
  context: BatchContext;
}

interface Waiting extends Submission {
  bytes: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

export interface QueueOptions {
  /** Most inserts at once. A second one starts only over work for half an insert. */
  concurrency: number;
  /** Least time between the starts of two inserts that are not full, milliseconds. */
  intervalMs: number;
}

const HEARTBEAT_MS = 1_000;
const ENOUGH_BYTES = INSERT_BYTES / 2;

export class IngestQueue {
  private readonly waiting: Waiting[] = [];
  private waitingBytes = 0;
  private running = 0;
  private lastStart = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly work: (submissions: Submission[]) => Promise<void>,
    private readonly options: QueueOptions,
  ) {}

  /** Resolves when every record is settled; rejects when the bus must deliver them again. */
  async submit(records: IncomingRecord[], context: BatchContext): Promise<void> {
    const beat = setInterval(() => void context.heartbeat().catch(() => undefined), HEARTBEAT_MS);
    try {
      for (const run of slices(records)) await this.enqueue(run, context);
    } finally {
      clearInterval(beat);
    }
  }

  private enqueue(records: IncomingRecord[], context: BatchContext): Promise<void> {
    const bytes = records.reduce((sum, record) => sum + record.value.length, 0);
    return new Promise((resolve, reject) => {
      this.waiting.push({ records, context, bytes, resolve, reject });
      this.waitingBytes += bytes;
      this.pump();
    });
  }

  private pump(): void {
    while (this.waiting.length > 0) {
      const enough = this.waitingBytes >= ENOUGH_BYTES;
      if (this.running >= (enough ? this.options.concurrency : 1)) return;
      const dueInMs = this.lastStart + this.options.intervalMs - performance.now();
      if (!enough && dueInMs > 0) {
        this.timer ??= setTimeout(() => {
          this.timer = undefined;
          this.pump();
        }, dueInMs);
        return;
      }
      void this.run(this.take());
    }
  }

  /** The oldest that fit into one insert; at least one. */
  private take(): Waiting[] {
    let bytes = 0;
    let records = 0;
    let count = 0;
    for (const next of this.waiting) {
      if (count > 0 && (bytes + next.bytes > INSERT_BYTES || records + next.records.length > INSERT_RECORDS)) break;
      bytes += next.bytes;
      records += next.records.length;
      count++;
    }
    this.waitingBytes -= bytes;
    return this.waiting.splice(0, count);
  }

  private async run(taken: Waiting[]): Promise<void> {
    this.running++;
    this.lastStart = performance.now();
    try {
      await this.work(taken);
      for (const { resolve } of taken) resolve();
    } catch (error) {
      for (const { reject } of taken) reject(error);
    } finally {
      this.running--;
      this.pump();
    }
  }
}
