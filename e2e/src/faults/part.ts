// What a scenario asks the operating system and the management ports about a running part.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Product } from '@linqr/testing/product';

/** Of the process that was started with them only: a channel to its parent. */
const ITS_OWN = new Set(['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']);

/** Environment of a running part, from the operating system (Linux): what a second one of it would be started with. */
export function environmentOf(product: Product, name: string): Record<string, string> {
  const text = readFileSync(`/proc/${product.processes()[name]}/environ`, 'utf8');
  return Object.fromEntries(
    text
      .split('\0')
      .flatMap((line) => (line.includes('=') ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const] : []))
      .filter(([variable]) => !ITS_OWN.has(variable)),
  );
}

/** Ends a process that a scenario has started. Throws where it has ended by itself: then nothing was shown. */
export async function endChild(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null) throw new Error(`a process of the scenario ended by itself with ${child.exitCode}`);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

/** Value of a metric of a part, summed over its labels (those given must be there). */
export async function metricOf(product: Product, part: string, name: string, label = ''): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${product.ports[`${part}:management`]}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(name) && /^[{ ]/.test(line.slice(name.length)) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Most memory that a process ever had, MiB (Linux). */
export function peakMemoryOf(pid: number): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1_024);
}
