// Which stretch of the spool travels as which batches: decided once, written down before the first attempt, so that after
// any crash the same clicks travel again under the same batch ids. A cut lies within one segment; at most one is open.
//
// The file is a ring of slots of a fixed, preallocated size: a full disk must not keep the shipper from freeing it. Only
// the slot with the highest number counts. A slot, 64 bytes, little-endian: u32 CRC-32 of the rest, u8 type, u8 format,
// u16 most clicks a batch, u32 most bytes a batch, u32 segment, u32 from, u32 to, f64 cut at (ms), 16 bytes cut id,
// f64 number, 8 bytes spare.
import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { SpoolPosition } from './spool.position.js';

const SLOT_BYTES = 64;
const SLOTS = 256;
const TYPE = { cut: 1, acknowledged: 2 } as const;
/** Goes up when the way from a cut to its batches changes; then the old way must stay for cuts of the old format. */
const FORMAT = 1;

export interface Cut {
  id: Buffer;
  segment: number;
  from: number;
  to: number;
  cutAtMs: number;
  maxClicks: number;
  maxBytes: number;
}

export class CutJournal {
  /** Cut but not acknowledged. */
  open: Cut | undefined;
  /** Everything before is acknowledged. */
  acknowledged: SpoolPosition = { segment: 0, offset: 0 };
  private number = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly sync: boolean,
  ) {}

  /** Goes on where a former process stopped; a damaged slot counts as never written. */
  static async open(folder: string, sync: boolean): Promise<CutJournal> {
    const path = join(folder, 'cuts.ring');
    const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return open(path, 'w+', 0o600);
      throw error;
    });
    const journal = new CutJournal(file, sync);
    const content = Buffer.alloc(SLOTS * SLOT_BYTES);
    const { bytesRead } = await file.read(content, 0, content.length, 0);
    if (bytesRead < content.length) await file.write(content, bytesRead, content.length - bytesRead, bytesRead);
    for (let at = 0; at < content.length; at += SLOT_BYTES) journal.restore(content.subarray(at, at + SLOT_BYTES));
    return journal;
  }

  /** On return the cut is decided for good. */
  async cut(stretch: Omit<Cut, 'id'>): Promise<Cut> {
    const cut = { ...stretch, id: randomBytes(16) };
    await this.append(TYPE.cut, cut);
    this.open = cut;
    return cut;
  }

  /** The open cut's batches are on the bus. */
  async acknowledge(): Promise<void> {
    const cut = this.open;
    if (!cut) return;
    await this.append(TYPE.acknowledged, cut);
    this.open = undefined;
    this.acknowledged = { segment: cut.segment, offset: cut.to };
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private async append(type: number, cut: Cut): Promise<void> {
    const number = this.number + 1;
    const slot = encode(type, cut, number);
    const { bytesWritten } = await this.file.write(slot, 0, SLOT_BYTES, (number % SLOTS) * SLOT_BYTES);
    if (bytesWritten < SLOT_BYTES) throw new Error('cut journal: short write');
    if (this.sync) await this.file.datasync();
    this.number = number;
  }

  private restore(slot: Buffer): void {
    const number = slot.readDoubleLE(48);
    if (number <= this.number || crc32(slot.subarray(4)) !== slot.readUInt32LE(0) || slot[5] !== FORMAT) return;
    this.number = number;
    const cut = decode(slot);
    const isCut = slot[4] === TYPE.cut;
    this.open = isCut ? cut : undefined;
    this.acknowledged = { segment: cut.segment, offset: isCut ? cut.from : cut.to };
  }
}

function encode(type: number, cut: Cut, number: number): Buffer {
  const b = Buffer.alloc(SLOT_BYTES);
  b[4] = type;
  b[5] = FORMAT;
  b.writeUInt16LE(cut.maxClicks, 6);
  b.writeUInt32LE(cut.maxBytes, 8);
  b.writeUInt32LE(cut.segment, 12);
  b.writeUInt32LE(cut.from, 16);
  b.writeUInt32LE(cut.to, 20);
  b.writeDoubleLE(cut.cutAtMs, 24);
  cut.id.copy(b, 32);
  b.writeDoubleLE(number, 48);
  b.writeUInt32LE(crc32(b.subarray(4)), 0);
  return b;
}

function decode(b: Buffer): Cut {
  return {
    id: Buffer.from(b.subarray(32, 48)),
    segment: b.readUInt32LE(12),
    from: b.readUInt32LE(16),
    to: b.readUInt32LE(20),
    cutAtMs: b.readDoubleLE(24),
    maxClicks: b.readUInt16LE(6),
    maxBytes: b.readUInt32LE(8),
  };
}
