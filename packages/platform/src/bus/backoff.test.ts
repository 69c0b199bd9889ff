import { describe, expect, it } from '@jest/globals';
import { Backoff, pause } from './backoff.js';

describe('back-off', () => {
  it('doubles up to its limit, never more, and begins anew after a success', () => {
    const backoff = new Backoff(100, 1_000);
    for (const top of [100, 200, 400, 800, 1_000, 1_000]) {
      const ms = backoff.next();
      expect(ms).toBeGreaterThanOrEqual(top / 2);
      expect(ms).toBeLessThanOrEqual(top);
    }
    backoff.reset();
    expect(backoff.next()).toBeLessThanOrEqual(100);
  });

  it('ends a pause at once when it is called off, before or during', async () => {
    const abort = new AbortController();
    const waiting = pause(3_600_000, abort.signal);
    abort.abort();
    await waiting;
    await pause(3_600_000, abort.signal);
  });
});
