// A log file that stays small: at its limit it becomes `.1`, the one before goes.
import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

export class LogFile {
  private handle: number;
  private size: number;

  constructor(
    readonly path: string,
    private readonly maxBytes = 5 * 1024 * 1024,
  ) {
    this.handle = openSync(path, 'a', 0o600);
    this.size = fstatSync(this.handle).size;
  }

  write(text: string): void {
    // A full disk must not end the launcher: a lost log line is the lesser harm.
    try {
      if (this.size >= this.maxBytes) this.rotate();
      this.size += writeSync(this.handle, text);
    } catch {}
  }

  private rotate(): void {
    closeSync(this.handle);
    renameSync(this.path, `${this.path}.1`);
    this.handle = openSync(this.path, 'a', 0o600);
    this.size = 0;
  }

  close(): void {
    try {
      closeSync(this.handle);
    } catch {}
  }
}
