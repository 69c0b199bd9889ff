// Facts about other processes that `kill(pid, 0)` alone gets wrong.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The fields of /proc/<pid>/stat behind the command name, which may itself hold blanks and brackets; undefined off Linux. */
function statFields(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ');
  } catch {
    return undefined;
  }
}

/** Runs, and is no zombie: PID 1 of a container often never reaps, and a zombie still answers kill(pid, 0). */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (statFields(pid)?.[0] === 'Z') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Start time in clock ticks since boot: tells a process from a later one with the same id. Empty where the system does not say. */
export function startTime(pid: number): string {
  return statFields(pid)?.[19] ?? '';
}

/** Whether the process was started with this text in its arguments; true where the system does not say. */
export function commandLineHas(pid: number, text: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
  } catch {
    return process.platform !== 'linux';
  }
}

/** Sends the signal (a process already gone is fine) and waits for its end; false when it is still there after `timeoutMs`. */
export async function endProcess(pid: number, signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  return waitForEnd(pid, timeoutMs);
}

export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > until) return false;
    await sleep(15);
  }
  return true;
}
