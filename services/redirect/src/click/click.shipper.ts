// From the spool to the bus: cut, write the cut down, publish until it is taken, acknowledge, delete what is behind it.
import { setTimeout as delay } from 'node:timers/promises';
import type { EventBus } from '@linqr/platform/bus';
import type { Logger } from '@linqr/platform/logging';
import { isTracing } from '@linqr/platform/tracing';
import type { Cut, CutJournal } from '../spool/cut.journal.js';
import type { SpoolPosition } from '../spool/spool.position.js';
import type { SpoolReader, Stretch } from '../spool/spool.reader.js';
import { buildBatches } from './click.batcher.js';
import { traceClicks } from './click.traces.js';

/** A lone click leaves after LINGER_MS; while many come the cut waits for more of them, at most MAX_LINGER_MS. */
const LINGER_MS = 80;
const MAX_LINGER_MS = 300;
const MANY_BYTES = 64 * 1024;
const ENOUGH_BYTES = 1024 * 1024;
const MAX_BATCH_CLICKS = 1000;
const MAX_BATCH_BYTES = 64 * 1024;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
const PUBLISH_TIMEOUT_MS = 30_000;

export interface ShipperOptions {
  edgeId: string;
  journal: CutJournal;
  reader: SpoolReader;
  bus: EventBus;
  logger: Logger;
  /** How far the writer has come; undefined for a spool that nobody writes any more. */
  end: () => SpoolPosition | undefined;
  /** All segments before this one are acknowledged. */
  release: (position: SpoolPosition) => Promise<void> | void;
}

export class ClickShipper {
  shipped = 0;
  batches = 0;
  inFlight = 0;
  failures = 0;
  /** When the oldest click that is not acknowledged was written; 0 when there is none. */
  oldestWrittenAtMs = 0;
  private pendingSinceMs = 0;
  private wake: (() => void) | undefined;
  private readonly stopping = new AbortController();
  private draining = false;
  /** The last look found nothing left to ship. */
  private isEmpty = true;
  private running: Promise<void> | undefined;

  constructor(private readonly options: ShipperOptions) {}

  start(): void {
    this.running ??= this.run();
  }

  /** The writer has written. */
  notify(nowMs: number): void {
    if (this.pendingSinceMs !== 0) return;
    this.pendingSinceMs = nowMs;
    if (this.oldestWrittenAtMs === 0) this.oldestWrittenAtMs = nowMs;
    this.wake?.();
  }

  /** For a spool that nobody writes any more: true when all of it was shipped, false when the process stops before. */
  async finished(): Promise<boolean> {
    await this.running;
    return this.isEmpty;
  }

  /** Ships what can be shipped within `graceMs`; the rest stays on the disk. True when nothing is left. */
  async drain(graceMs: number): Promise<boolean> {
    this.draining = true;
    this.wake?.();
    const timer = setTimeout(() => this.stopping.abort(), graceMs);
    await this.running;
    clearTimeout(timer);
    return this.isEmpty;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let backoffMs = FIRST_BACKOFF_MS;
    while (!signal.aborted) {
      try {
        if (!this.options.journal.open) await this.somethingToDo();
        if (signal.aborted) return;
        if (!(await this.step()) && (this.draining || this.options.end() === undefined)) return;
        backoffMs = FIRST_BACKOFF_MS;
      } catch (error) {
        if (signal.aborted) return;
        this.failures++;
        this.options.logger.warn({ err: error, retryInMs: backoffMs }, 'clicks not shipped yet');
        await this.pause(backoffMs * (0.75 + Math.random() / 2));
        backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
      }
    }
  }

  /** Ships one cut; false when there is nothing to ship. */
  private async step(): Promise<boolean> {
    const { journal, reader } = this.options;
    let cut = journal.open;
    if (cut) this.isEmpty = false;
    let stretch: Stretch | undefined;
    if (cut) stretch = await reader.again(cut.segment, cut.from, cut.to);
    else {
      // What is written from here on notifies again.
      this.pendingSinceMs = 0;
      const end = this.options.end();
      stretch = await reader.next(journal.acknowledged, end);
      this.isEmpty = stretch === undefined;
      if (!stretch) {
        if (this.pendingSinceMs === 0) this.oldestWrittenAtMs = 0;
        return false;
      }
      const { segment, from, to } = stretch;
      if (end && (segment !== end.segment || to < end.offset)) this.pendingSinceMs ||= Date.now();
      cut = await journal.cut({ segment, from, to, cutAtMs: Date.now(), maxClicks: MAX_BATCH_CLICKS, maxBytes: MAX_BATCH_BYTES });
    }
    await this.publish(cut, stretch);
    await journal.acknowledge();
    await this.options.release(journal.acknowledged);
    this.oldestWrittenAtMs = this.pendingSinceMs;
    return true;
  }

  private async publish(cut: Cut, stretch: Stretch): Promise<void> {
    const first = stretch.frames[0];
    if (!first) return;
    this.oldestWrittenAtMs = first.writtenAtMs;
    const records = buildBatches(cut, this.options.edgeId, stretch.buffer, stretch.frames);
    if (isTracing()) traceClicks(records);
    this.inFlight = records.length;
    try {
      await this.withinTime(this.options.bus.publish('click.recorded.v1', records));
    } finally {
      this.inFlight = 0;
    }
    this.batches += records.length;
    for (const frame of stretch.frames) this.shipped += frame.records;
  }

  /** A publish that hangs is tried again under the same batch ids; should both arrive, the second changes nothing. */
  private withinTime(publishing: Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    return new Promise((resolve, reject) => {
      const stop = () => reject(new Error('stopping'));
      const timer = setTimeout(() => reject(new Error('the bus did not answer in time')), PUBLISH_TIMEOUT_MS);
      signal.addEventListener('abort', stop, { once: true });
      publishing.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
      });
    });
  }

  /** Waits for a click, then lingers so that clicks travel together. Not for a spool that nobody writes. */
  private async somethingToDo(): Promise<void> {
    if (this.draining || this.options.end() === undefined) return;
    if (this.pendingSinceMs === 0) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = undefined;
    }
    while (!this.draining && !this.stopping.signal.aborted) {
      const waitedMs = Date.now() - this.pendingSinceMs;
      const bytes = this.pendingBytes();
      if (bytes >= ENOUGH_BYTES || waitedMs >= MAX_LINGER_MS || (waitedMs >= LINGER_MS && bytes < MANY_BYTES)) return;
      await this.pause(waitedMs < LINGER_MS ? LINGER_MS - waitedMs : 20);
    }
  }

  private pendingBytes(): number {
    const end = this.options.end();
    const { segment, offset } = this.options.journal.acknowledged;
    if (!end) return 0;
    // Across segments at least one of them is full: enough.
    return end.segment === segment ? end.offset - offset : segment === 0 && end.segment === 1 ? end.offset : ENOUGH_BYTES;
  }

  private async pause(ms: number): Promise<void> {
    await delay(Math.max(1, ms), undefined, { signal: this.stopping.signal }).catch(() => {});
  }
}
