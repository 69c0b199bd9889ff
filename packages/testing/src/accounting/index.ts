// What processes cost, as the operating system accounts for it. Linux only.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICK_MICROS = process.platform === 'linux' ? 1_000_000 / Number(execFileSync('getconf', ['CLK_TCK']).toString()) : 0;

export interface CpuMicros {
  user: number;
  system: number;
  all: number;
}

/**
 * CPU time so far of the process with all its threads and its living descendants, and of its children that ended, in
 * microseconds, in steps of a clock tick (10 ms). A process that is gone counts 0.
 */
export function cpuOf(pid: number): CpuMicros {
  let user = 0;
  let system = 0;
  for (const member of familyOf(pid)) {
    const fields = statOf(member);
    if (!fields) continue;
    // utime, stime; then those of children that were waited for.
    user += Number(fields[11]) + Number(fields[13]);
    system += Number(fields[12]) + Number(fields[14]);
  }
  return { user: user * TICK_MICROS, system: system * TICK_MICROS, all: (user + system) * TICK_MICROS };
}

/** Resident memory now, and its peak, in MB (2^20). */
export function memoryOf(pid: number): { rss: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { rss: of('VmRSS'), peak: of('VmHWM') };
}

/** The process and all its living descendants, parents first. */
export function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(statOf(Number(name))?.[1]);
    if (parent > 0) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const members = [pid];
  for (const member of members) members.push(...(children.get(member) ?? []));
  return members;
}

/** Processes ready to run, mean of the last minute. */
export function loadAverage(): number {
  return Number(readFileSync('/proc/loadavg', 'latin1').split(' ')[0]);
}

/** Fields of /proc/<pid>/stat behind the command name: state first. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').pop()!.split(' ');
  } catch {
    // Ended while we looked.
    return undefined;
  }
}
