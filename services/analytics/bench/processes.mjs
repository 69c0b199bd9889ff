// What the operating system says a process and its children cost. Linux only, like the figures in the README.
import { readdirSync, readFileSync } from 'node:fs';

const TICK_US = 10_000;

/** utime + stime of the process and its living descendants, microseconds. */
export function cpuMicros(pid) {
  let ticks = 0;
  for (const p of family(pid)) {
    const fields = stat(p);
    if (fields) ticks += Number(fields[11]) + Number(fields[12]) + (p === pid ? Number(fields[13]) + Number(fields[14]) : 0);
  }
  return ticks * TICK_US;
}

/** Resident memory, and its peak, MB. */
export function memoryMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { rss: of('VmRSS'), peak: of('VmHWM') };
}

function family(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = stat(name);
    if (fields) parents.set(Number(name), Number(fields[1]));
  }
  const members = [pid];
  for (let i = 0; i < members.length; i++) for (const [child, parent] of parents) if (parent === members[i]) members.push(child);
  return members;
}

/** Fields behind the command name: state first. */
function stat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
  } catch {
    return undefined;
  }
}
