// Waiting between attempts, so that a part that is down costs next to nothing and is found again within seconds.

/** Doubles from first to most, with half of it at random so that processes do not knock in step. */
export class Backoff {
  private nextMs: number;

  constructor(
    private readonly firstMs: number,
    private readonly mostMs: number,
  ) {
    this.nextMs = firstMs;
  }

  /** Milliseconds to wait now. */
  next(): number {
    const ms = this.nextMs;
    this.nextMs = Math.min(ms * 2, this.mostMs);
    return ms * (0.5 + Math.random() / 2);
  }

  reset(): void {
    this.nextMs = this.firstMs;
  }
}

/** Resolves after `ms`, or at once when the signal is or becomes aborted. Never rejects. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
