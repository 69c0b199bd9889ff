// Whoever tries addresses until one works is slowed down, alone: known links go on working even for them.

/** Addresses that lead nowhere one visitor may open in a window, each asked of a store. */
const MAX_MISSES = 60;
const WINDOW_MS = 60_000;
const MAX_VISITORS = 20_000;

export class ScanGuard {
  private readonly visitors = new Map<string, { misses: number; sinceMs: number }>();

  /** Seconds to wait; 0 when the visitor may ask. IPv6 visitors count by their /64. */
  waitSeconds(address: string, nowMs: number): number {
    const visitor = this.visitors.get(network(address));
    if (!visitor || visitor.misses < MAX_MISSES) return 0;
    const leftMs = visitor.sinceMs + WINDOW_MS - nowMs;
    return leftMs <= 0 ? 0 : Math.ceil(leftMs / 1000);
  }

  noteMiss(address: string, nowMs: number): void {
    const key = network(address);
    const visitor = this.visitors.get(key);
    if (visitor && nowMs - visitor.sinceMs < WINDOW_MS) {
      visitor.misses++;
      return;
    }
    this.visitors.delete(key);
    if (this.visitors.size >= MAX_VISITORS) this.visitors.delete(this.visitors.keys().next().value!);
    this.visitors.set(key, { misses: 1, sinceMs: nowMs });
  }
}

function network(address: string): string {
  if (!address.includes(':')) return address;
  const [left = '', right = ''] = address.split('::');
  const head = left.split(':').filter(Boolean);
  const tail = right.split(':').filter(Boolean);
  const groups = [...head, ...Array(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
  return groups.slice(0, 4).join(':');
}
