// A running product and what its processes have cost.
import { cpuOf } from '@linqr/testing/accounting';
import type { Product } from '@linqr/testing/product';
import type { Account } from '../account.js';
import { postmasterOf } from '../faults/process-tree.js';

export interface Stage {
  product: Product;
  account: Account;
  quick: boolean;
}

/** CPU microseconds since the call, by part: the product's processes, its stores, and `all`: the launcher and everything under it. */
export function startAccounting(product: Product): () => Record<string, number> {
  const pids: Record<string, number> = { ...product.processes(), all: product.pid };
  pids['postgres'] ??= postmasterOf(product);
  const now = () => Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuOf(pid).all]));
  const before = now();
  return () => {
    const after = now();
    return Object.fromEntries(Object.keys(pids).map((name) => [name, after[name]! - before[name]!]));
  };
}
