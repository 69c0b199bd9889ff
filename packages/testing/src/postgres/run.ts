// Which test run this process belongs to.
import { startTime } from '@linqr/embedded/process';

/** The jest process: our parent in a worker, else ourselves. */
export function runProcessId(): number {
  return process.argv[1]?.includes('jest-worker') ? process.ppid : process.pid;
}

/** Differs between runs even where process ids are used again. */
export function runName(): string {
  const pid = runProcessId();
  return `${pid}-${startTime(pid) || '0'}`;
}
