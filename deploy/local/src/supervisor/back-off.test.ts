import { describe, expect, it } from '@jest/globals';
import { BackOff } from './back-off.js';

describe('BackOff', () => {
  const options = { firstMs: 500, mostMs: 4_000, steadyMs: 60_000 };

  it('doubles the wait from crash to crash up to its limit', () => {
    const backOff = new BackOff(options);
    expect([1, 2, 3, 4, 5].map(() => backOff.next(10))).toEqual([500, 1_000, 2_000, 4_000, 4_000]);
  });

  it('forgets earlier crashes after a steady run', () => {
    const backOff = new BackOff(options);
    backOff.next(10);
    backOff.next(10);
    expect(backOff.next(60_000)).toBe(500);
    expect(backOff.inARow).toBe(1);
  });
});
