import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of the disk, and of the spool's own limit where there can be no such disk. */
export const SPOOL_BYTES = 12 * 1024 * 1024;

export interface SpoolDisk {
  /** A disk of SPOOL_BYTES that really gets full, or the spool's own limit. */
  isDisk: boolean;
  environment: Record<string, string>;
  remove: () => void;
}

/** Puts the product's spool on a small tmpfs, where the operating system lets us (root, Linux). */
export function spoolDisk(dataDir: string): SpoolDisk {
  const folder = join(dataDir, 'spool');
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SPOOL_BYTES}`, 'tmpfs', folder], { stdio: 'ignore' });
  if (status !== 0) return { isDisk: false, environment: { SPOOL_MAX_BYTES: String(SPOOL_BYTES) }, remove: () => {} };
  return {
    isDisk: true,
    environment: {}, // Lazily: a process that still ends may hold a file in it.
    remove: () => void spawnSync('umount', ['-l', folder], { stdio: 'ignore' }),
  };
}
