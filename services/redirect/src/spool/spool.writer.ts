// The write-ahead spool of clicks: segments that only grow, one write per event-loop turn.
import { closeSync, fdatasync, fstatSync, fsyncSync, ftruncateSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@linqr/platform/logging';
import { MAX_RECORD_BYTES } from '../click/click.recorder.js';
import { FRAME_HEADER_BYTES, MAX_PAYLOAD_BYTES, SEGMENT_HEADER, sealFrame } from './frame.js';
import { type SpoolPosition, segmentName } from './spool.position.js';

/** How long after a failed write the next one is tried; what comes in between is dropped and counted. */
const RETRY_MS = 200;
const REPORT_EVERY_MS = 1_000;

export interface SpoolWriterOptions {
  folder: string;
  /** Most bytes this process may keep on disk; `heldBytes` says what else of its share is taken (adopted spools). */
  maxBytes: number;
  heldBytes: () => number;
  sync: boolean;
  logger: Logger;
  /** Called after a successful write. */
  onWritten: () => void;
}

export class SpoolWriter {
  /** Records of this turn stand here, behind the frame header's room. */
  readonly buffer = Buffer.allocUnsafeSlow(FRAME_HEADER_BYTES + MAX_PAYLOAD_BYTES);
  private length = FRAME_HEADER_BYTES;
  private records = 0;
  private fd = -1;
  private segment = 0;
  private offset = 0;
  /** Of each segment: where its last frame ends, and the bytes that it takes on the disk. */
  private readonly segments = new Map<number, { end: number; bytes: number }>();
  private acknowledged: SpoolPosition = { segment: 0, offset: 0 };
  private total = 0;
  /** The sync of a segment that was left while its last frames were not on the disk yet. */
  private leftBehind: Promise<void> = Promise.resolve();
  private readonly segmentBytes: number;
  private retryAtMs = 0;
  /** Of the last write that failed. */
  private failedBytes = 0;
  private reportedAtMs = 0;
  private unreported = 0;
  /** Counters for the metrics. */
  appended = 0;
  dropped = 0;
  writes = 0;
  failing: string | undefined;

  constructor(private readonly options: SpoolWriterOptions) {
    this.segmentBytes = Math.max(64 * 1024, Math.min(8 * 1024 * 1024, Math.floor(options.maxBytes / 8)));
    this.openSegment();
  }

  /** Up to here everything is in the files. */
  get position(): SpoolPosition {
    return { segment: this.segment, offset: this.offset };
  }

  /** On disk, all segments together. */
  get bytes(): number {
    return this.total;
  }

  /** Place in `buffer` for one record of at most MAX_RECORD_BYTES; `commit` follows. */
  reserve(nowMs: number): number {
    if (this.length + MAX_RECORD_BYTES > this.buffer.length) this.flush(nowMs);
    return this.length;
  }

  commit(end: number): void {
    this.length = end;
    this.records++;
  }

  /** Writes what this turn collected. Never throws: what cannot be written is dropped and counted. */
  flush(nowMs: number): void {
    const { records } = this;
    if (records === 0) return;
    const bytes = this.length;
    this.length = FRAME_HEADER_BYTES;
    this.records = 0;
    const problem = this.write(bytes, records, nowMs);
    if (problem === undefined) {
      this.appended += records;
      this.failing = undefined;
      this.options.onWritten();
    } else {
      this.dropped += records;
      this.unreported += records;
      this.failing = problem;
      this.failedBytes = bytes;
    }
    this.tick(nowMs);
  }

  /** Resolves when everything written before the call is on the disk. */
  async synced(): Promise<void> {
    const earlier = this.leftBehind;
    await this.sync(this.fd);
    await earlier;
  }

  /**
   * Once a second: what was dropped last is logged even when nothing comes any more; and a spool that failed finds out that
   * it would work again, because an edge that is not ready may get no visitor who shows it.
   */
  tick(nowMs: number): void {
    // Every turn comes here: on a disk that stays full nothing is tried before its time.
    if (this.failing !== undefined && nowMs >= this.retryAtMs) {
      this.releaseBehind(this.acknowledged);
      if (this.wouldWrite(nowMs)) this.failing = undefined;
    }
    if (this.unreported > 0 && nowMs - this.reportedAtMs >= REPORT_EVERY_MS) this.report(nowMs);
  }

  /** Deletes the segments that hold nothing but acknowledged clicks; the current one is left for a new one when it is worth it. */
  releaseBehind(acknowledged: SpoolPosition): void {
    this.acknowledged = acknowledged;
    const isUpToDate = acknowledged.segment === this.segment && acknowledged.offset === this.offset;
    const isLarge = this.segments.get(this.segment)!.bytes > this.segmentBytes / 2;
    if (isUpToDate && (isLarge || this.failing !== undefined) && !this.tryOpenNext()) this.empty();
    for (const [number, { end }] of this.segments) {
      if (number === this.segment || number > acknowledged.segment) continue;
      if (number === acknowledged.segment && acknowledged.offset < end) continue;
      this.unlink(number);
    }
  }

  /**
   * On a full disk there is no room for a next segment, and what takes the room may be this one, with nothing in it that is
   * still wanted: its bytes are given back, and it goes on where it was. Readers begin at the acknowledged position.
   */
  private empty(): void {
    const segment = this.segments.get(this.segment)!;
    try {
      ftruncateSync(this.fd, 0);
    } catch (error) {
      this.options.logger.error({ err: error }, 'spool segment not emptied');
      return;
    }
    this.total -= segment.bytes;
    segment.bytes = 0;
  }

  close(): void {
    if (this.unreported > 0) this.report(Date.now());
    if (this.fd >= 0) closeSync(this.fd);
    this.fd = -1;
  }

  private write(bytes: number, records: number, nowMs: number): string | undefined {
    const problem = this.makeRoom(bytes, nowMs);
    if (problem !== undefined) return problem;
    sealFrame(this.buffer, bytes - FRAME_HEADER_BYTES, records, nowMs);
    let written = 0;
    try {
      while (written < bytes) written += writeSync(this.fd, this.buffer, written, bytes - written, this.offset + written);
    } catch (error) {
      this.retryAtMs = nowMs + RETRY_MS;
      this.cutBack();
      return (error as NodeJS.ErrnoException).code ?? 'write failed';
    }
    this.offset += bytes;
    this.total += bytes;
    const segment = this.segments.get(this.segment)!;
    segment.end = this.offset;
    segment.bytes += bytes;
    this.writes++;
    return undefined;
  }

  /** Why so many bytes cannot be written now; undefined when the current segment may take them. */
  private makeRoom(bytes: number, nowMs: number): string | undefined {
    if (nowMs < this.retryAtMs) return this.failing ?? 'waiting';
    if (this.bytes + this.options.heldBytes() + bytes > this.options.maxBytes) return 'full';
    if (this.offset + bytes > this.segmentBytes && this.offset > SEGMENT_HEADER.length && !this.tryOpenNext()) {
      this.retryAtMs = nowMs + RETRY_MS;
      return 'segment not created';
    }
    return undefined;
  }

  /** Whether what failed last could be written now: tried behind the end, and taken back. */
  private wouldWrite(nowMs: number): boolean {
    if (this.makeRoom(this.failedBytes, nowMs) !== undefined) return false;
    try {
      return writeSync(this.fd, Buffer.alloc(this.failedBytes), 0, this.failedBytes, this.offset) === this.failedBytes;
    } catch {
      this.retryAtMs = nowMs + RETRY_MS;
      return false;
    } finally {
      this.cutBack();
    }
  }

  /** A frame that was written in part must not stand before the next one; positions are explicit, so this only tidies. */
  private cutBack(): void {
    try {
      if (fstatSync(this.fd).size > this.offset) ftruncateSync(this.fd, this.offset);
    } catch (error) {
      this.options.logger.error({ err: error }, 'spool not cut back');
    }
  }

  private tryOpenNext(): boolean {
    const previous = this.fd;
    try {
      this.openSegment();
    } catch (error) {
      this.options.logger.error({ err: error }, 'spool segment not created');
      return false;
    }
    // A sync of the segment left behind may be under way in a thread; the file stays open until it ended.
    if (previous >= 0) {
      if (this.options.sync) this.leftBehind = Promise.all([this.leftBehind, this.sync(previous)]).then(() => closeSync(previous));
      else closeSync(previous);
    }
    return true;
  }

  private openSegment(): void {
    const next = this.segment + 1;
    const path = join(this.options.folder, segmentName(next));
    const fd = openSync(path, 'w', 0o600);
    try {
      writeSync(fd, SEGMENT_HEADER, 0, SEGMENT_HEADER.length, 0);
      if (this.options.sync) this.syncFolder();
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    this.fd = fd;
    this.segment = next;
    this.offset = SEGMENT_HEADER.length;
    this.segments.set(next, { end: this.offset, bytes: this.offset });
    this.total += this.offset;
  }

  private sync(fd: number): Promise<void> {
    return new Promise((resolve) => {
      fdatasync(fd, (error) => {
        if (error) this.options.logger.error({ err: error }, 'spool sync failed');
        resolve();
      });
    });
  }

  private unlink(segment: number): void {
    try {
      unlinkSync(join(this.options.folder, segmentName(segment)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        this.options.logger.error({ err: error, segment }, 'spool segment not deleted');
        return;
      }
    }
    this.total -= this.segments.get(segment)!.bytes;
    this.segments.delete(segment);
  }

  private syncFolder(): void {
    const folder = openSync(this.options.folder, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  }

  private report(nowMs: number): void {
    this.options.logger.error({ dropped: this.unreported, droppedInAll: this.dropped, reason: this.failing ?? 'over' }, 'clicks dropped');
    this.unreported = 0;
    this.reportedAtMs = nowMs;
  }
}
