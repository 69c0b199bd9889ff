// Standard output that never holds a process up. pino's own writer waits for ever at exit once the reader of the pipe is
// gone (a killed launcher): its final flush takes every error but EAGAIN for one that passes.
import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** A full pipe is waited for this often, then the line is lost; the next ones wait no more until one gets through. */
const MOST_WAITS = 40;
const WAIT_MS = 5;
const STANDARD_OUTPUT = 1;

export function standardOutput(fd = STANDARD_OUTPUT): DestinationStream {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  let gone = false;
  let patience = MOST_WAITS;
  return {
    write(line: string) {
      if (gone) return;
      let rest = Buffer.from(line);
      for (let waits = 0; rest.length > 0; ) {
        try {
          rest = rest.subarray(writeSync(fd, rest));
        } catch (error) {
          gone = (error as NodeJS.ErrnoException).code !== 'EAGAIN';
          if (gone) return;
          if (waits++ >= patience) {
            patience = 0;
            return;
          }
          Atomics.wait(clock, 0, 0, WAIT_MS);
        }
      }
      patience = MOST_WAITS;
    },
  };
}
