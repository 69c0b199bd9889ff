// What a scenario asks the operating system and the management ports about a running part.
import { readFileSync } from 'node:fs';
import type { Product } from '@linqr/testing/product';

/** Environment of a running part, from the operating system (Linux): what a second one of it would be started with. */
export function environmentOf(product: Product, name: string): Record<string, string> {
  const text = readFileSync(`/proc/${product.processes()[name]}/environ`, 'utf8');
  return Object.fromEntries(
    text.split('\0').flatMap((line) => (line.includes('=') ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]] : [])),
  );
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
