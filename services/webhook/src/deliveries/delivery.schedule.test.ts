import { describe, expect, it } from '@jest/globals';
import { MAX_ATTEMPTS, PAUSES_MS, pauseAfter } from './delivery.schedule.js';

describe('the schedule', () => {
  it('grows with every attempt and spans a day', () => {
    expect([...PAUSES_MS].sort((a, b) => a - b)).toEqual(PAUSES_MS);
    const total = PAUSES_MS.reduce((sum, pause) => sum + pause, 0);
    expect(total / 3_600_000).toBeGreaterThan(23.5);
    expect(total / 3_600_000).toBeLessThan(24);
  });

  it('strays by a fifth at most, and ends after the last attempt', () => {
    for (const [index, pause] of PAUSES_MS.entries()) {
      expect(pauseAfter(index + 1, 0)).toBe(pause * 0.8);
      expect(pauseAfter(index + 1, 0.5)).toBe(pause);
      expect(pauseAfter(index + 1, 0.999_999)).toBeLessThanOrEqual(pause * 1.2);
    }
    expect(pauseAfter(MAX_ATTEMPTS, 0.5)).toBeUndefined();
  });
});
