// Damaged bytes of a spool are kept for a person to look at, counted, and never stand in the way of the rest.
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@linqr/platform/logging';

/** Past this the oldest evidence is enough; more is only counted. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

export class Quarantine {
  /** Stretches that were damaged, and their bytes. */
  corrupt = 0;
  corruptBytes = 0;
  /** Unfinished last frames of killed processes: their answers were never sent. */
  torn = 0;
  /** A stretch is read again with every attempt to ship it: its damage counts once. Bounded like the spool itself. */
  private readonly known = new Set<string>();

  constructor(
    private readonly root: string,
    private readonly spoolId: string,
    private readonly logger: Logger,
  ) {}

  async setAside(segment: number, offset: number, bytes: Buffer, kind: 'corrupt' | 'torn'): Promise<void> {
    const place = `${segment}:${offset}`;
    if (this.known.has(place)) return;
    this.known.add(place);
    if (kind === 'torn') {
      this.torn++;
      this.logger.info({ spool: this.spoolId, segment, offset, bytes: bytes.length }, 'torn end of a spool cut off');
      return;
    }
    this.corrupt++;
    this.corruptBytes += bytes.length;
    this.logger.error({ spool: this.spoolId, segment, offset, bytes: bytes.length }, 'damaged stretch of the spool set aside');
    const folder = join(this.root, 'quarantine');
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      let kept = 0;
      for (const name of await readdir(folder)) kept += (await stat(join(folder, name))).size;
      if (kept + bytes.length <= MAX_KEPT_BYTES) {
        await writeFile(join(folder, `${this.spoolId}-${segment}-${offset}.bad`), bytes, { mode: 0o600 });
      }
    } catch (error) {
      this.logger.error({ err: error }, 'damaged stretch not kept');
    }
  }
}
