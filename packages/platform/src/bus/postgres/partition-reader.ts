import type { Logger } from '../../logging/index.js';
import { Backoff, pause } from '../backoff.js';
import type { IncomingRecord, Topic } from '../port.js';
import type { Progress } from '../progress.js';
import type { LogStore } from './log-store.js';

const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;

export interface PartitionReaderOptions {
  topic: Topic;
  part: number;
  /** Next offset to deliver. */
  cursor: number;
  /** Next offset to be written, as known so far. */
  head: number;
  maxBatch: number;
  store: LogStore;
  progress: Progress;
  /** Names this reader to the watchdog. */
  id: string;
  logger: Logger;
  /** Handles the records; what it resolves is done, what it rejects is delivered again. */
  deliver: (records: IncomingRecord[], reader: PartitionReader) => Promise<void>;
  /** Remembers that everything before `offset` is done; false: another owner has the partition, stop. */
  commit: (offset: number) => Promise<boolean>;
  /** Records were deleted by retention before they were delivered. */
  onGap: (missing: number) => void;
}

/** Delivers one partition in order, one call at a time, sleeping while nothing is there. */
export class PartitionReader {
  private readonly abort = new AbortController();
  private wake: (() => void) | undefined;
  private cursor: number;
  private head: number;
  private shorterBefore = false;
  /** Resolves when the last handler call has ended. */
  readonly ended: Promise<void>;

  constructor(private readonly options: PartitionReaderOptions) {
    this.cursor = options.cursor;
    this.head = options.head;
    options.progress.seen(options.id, this.head, this.cursor);
    this.ended = this.run().finally(() => options.progress.forget(options.id));
  }

  get active(): boolean {
    return !this.abort.signal.aborted;
  }

  /**
   * What a poll saw as the end of the log. True when the log has become shorter than what was read of it (it was restored
   * or made anew): not at the first sight, because a fetch may have overtaken the poll.
   */
  polled(head: number): boolean {
    this.advance(head);
    const shorter = head < this.cursor;
    const confirmed = shorter && this.shorterBefore;
    this.shorterBefore = shorter;
    return confirmed;
  }

  /** News of the end of the log. */
  advance(head: number): void {
    if (head <= this.head) return;
    this.head = head;
    this.options.progress.seen(this.options.id, head);
    this.wake?.();
  }

  /** The running handler call goes on to its end; `ended` says when. */
  stop(): void {
    this.abort.abort();
    this.wake?.();
  }

  private async run(): Promise<void> {
    const { store, topic, part, maxBatch, logger } = this.options;
    const backoff = new Backoff(FIRST_BACKOFF_MS, MAX_BACKOFF_MS);
    while (this.active) {
      if (this.cursor >= this.head) {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
        this.wake = undefined;
        continue;
      }
      try {
        const records = await store.fetch(topic, part, this.cursor, maxBatch);
        if (!this.active) return;
        const first = records.length > 0 ? Number(records[0]!.offset) : this.head;
        if (first > this.cursor) {
          this.options.onGap(first - this.cursor);
          this.cursor = first;
        }
        if (records.length > 0) await this.options.deliver(records, this);
        const next = records.length > 0 ? Number(records.at(-1)!.offset) + 1 : first;
        if (!(await this.commit(next))) return;
        backoff.reset();
      } catch (error) {
        if (!this.active) return;
        const waitMs = backoff.next();
        logger.warn(
          { err: error, topic, partition: part, offset: this.cursor, waitMs: Math.round(waitMs) },
          'records will be delivered again',
        );
        await pause(waitMs, this.abort.signal);
      }
    }
  }

  /** What was handled is not handled again because the database was away for a moment. */
  private async commit(offset: number): Promise<boolean> {
    const { topic, part, logger, progress, id } = this.options;
    const backoff = new Backoff(FIRST_BACKOFF_MS, MAX_BACKOFF_MS);
    for (let attempt = 1; ; attempt++) {
      try {
        if (!(await this.options.commit(offset))) {
          logger.warn({ topic, partition: part, offset }, 'another consumer has taken the partition');
          this.stop();
          return false;
        }
        this.cursor = offset;
        progress.finished(id, offset);
        return true;
      } catch (error) {
        // A reader that was told to stop tries once more and leaves the rest to the next owner.
        if (!this.active && attempt > 1) throw error;
        const waitMs = backoff.next();
        logger.warn({ err: error, topic, partition: part, offset, waitMs: Math.round(waitMs) }, 'offset not committed yet');
        await pause(waitMs, this.abort.signal);
      }
    }
  }
}
