// Reads stretches of a spool folder back, and sets aside what is damaged.
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FRAME_HEADER_BYTES, type Frame, MAX_PAYLOAD_BYTES, SEGMENT_HEADER, type Walk, walkFrames } from './frame.js';
import type { Quarantine } from './quarantine.js';
import { type SpoolPosition, segmentName, segmentNumber } from './spool.position.js';

const MAX_FRAME_BYTES = FRAME_HEADER_BYTES + MAX_PAYLOAD_BYTES;
/** One read: room for a whole frame after a started one, so that a walk always gets on. */
const READ_BYTES = 2 * MAX_FRAME_BYTES;

export interface Stretch {
  segment: number;
  from: number;
  to: number;
  buffer: Buffer;
  /** Places in `buffer`. */
  frames: Frame[];
}

export class SpoolReader {
  constructor(
    private readonly folder: string,
    private readonly quarantine: Quarantine,
  ) {}

  async segments(): Promise<number[]> {
    const names = await readdir(this.folder);
    return names
      .map(segmentNumber)
      .filter((n): n is number => n !== undefined)
      .sort((a, b) => a - b);
  }

  /**
   * What comes next after `position`, undefined when there is nothing (yet). `end` is how far a living writer has come;
   * without it every file is complete.
   */
  async next(position: SpoolPosition, end?: SpoolPosition): Promise<Stretch | undefined> {
    const segments = await this.segments();
    for (const segment of segments) {
      if (segment < position.segment || (end && segment > end.segment)) continue;
      const from = segment === position.segment ? Math.max(position.offset, SEGMENT_HEADER.length) : SEGMENT_HEADER.length;
      const stretch = await this.read(segment, from, end?.segment === segment ? end.offset : undefined, segment === segments.at(-1));
      if (stretch) return stretch;
    }
    return undefined;
  }

  /** The very same stretch again. What was damaged since it was first read is set aside as well. */
  async again(segment: number, from: number, to: number): Promise<Stretch> {
    const buffer = await this.bytes(segment, from, to - from);
    const walk = walkFrames(buffer, true);
    if (walk.corrupt.length > 0) {
      const isLast = segment === (await this.segments()).at(-1);
      const isFilesEnd = isLast && (await this.bytes(segment, to, 1)).length === 0;
      await this.setAside(segment, from, buffer, walk.corrupt, isFilesEnd);
    }
    return { segment, from, to, buffer, frames: walk.frames };
  }

  private async read(segment: number, from: number, limit: number | undefined, isLast: boolean): Promise<Stretch | undefined> {
    const wanted = limit === undefined ? READ_BYTES : Math.min(READ_BYTES, limit - from);
    if (wanted <= 0) return undefined;
    const buffer = await this.bytes(segment, from, wanted);
    if (buffer.length === 0) return undefined;
    const complete = buffer.length < READ_BYTES;
    const walk = walkFrames(buffer, complete);
    if (walk.end === 0 && !complete) {
      // Damaged all along: leave as much as a frame may take that starts near the end.
      const stop = buffer.length - MAX_FRAME_BYTES;
      walk.corrupt.push({ start: 0, end: stop });
      walk.end = stop;
    }
    await this.setAside(segment, from, buffer, walk.corrupt, complete && isLast && limit === undefined);
    return { segment, from, to: from + walk.end, buffer, frames: walk.frames };
  }

  /** `isFilesEnd`: nothing was ever written after `buffer`, so damage that reaches its end is an unfinished write. */
  private async setAside(segment: number, from: number, buffer: Buffer, damaged: Walk['corrupt'], isFilesEnd: boolean): Promise<void> {
    for (const { start, end } of damaged) {
      const kind = isFilesEnd && end === buffer.length ? 'torn' : 'corrupt';
      await this.quarantine.setAside(segment, from + start, buffer.subarray(start, end), kind);
    }
  }

  private async bytes(segment: number, from: number, length: number): Promise<Buffer> {
    const file = await open(join(this.folder, segmentName(segment)), 'r');
    try {
      const buffer = Buffer.allocUnsafe(length);
      let got = 0;
      while (got < length) {
        const { bytesRead } = await file.read(buffer, got, length - got, from + got);
        if (bytesRead === 0) break;
        got += bytesRead;
      }
      return buffer.subarray(0, got);
    } finally {
      await file.close();
    }
  }
}
