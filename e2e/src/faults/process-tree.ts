import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '@linqr/testing/product';

/** A process and everything it started, parents first (Linux). */
export function withChildren(pid: number): number[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const ppid = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').pop()?.split(' ')[1]);
      parents.set(ppid, [...(parents.get(ppid) ?? []), Number(name)]);
    } catch {
      // Ended while we looked.
    }
  }
  const found = [pid];
  for (const parent of found) found.push(...(parents.get(parent) ?? []));
  return found;
}

/** Freezes a part and its children: its peers see connections that hang, as when a network is cut. */
export function freeze(pid: number): () => void {
  const frozen = withChildren(pid);
  for (const each of frozen) process.kill(each, 'SIGSTOP');
  return () => {
    for (const each of frozen.reverse()) {
      try {
        process.kill(each, 'SIGCONT');
      } catch {
        // Ended meanwhile.
      }
    }
  };
}

/** The postmaster of the product's own PostgreSQL. */
export function postmasterOf(product: Product): number {
  return Number(readFileSync(join(product.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}
