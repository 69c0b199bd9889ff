import { beforeEach, describe, expect, it } from '@jest/globals';
import { Progress } from './progress.js';

describe('the watchdog', () => {
  let now: number;
  let progress: Progress;
  beforeEach(() => {
    now = 1_000;
    progress = new Progress(() => now);
  });

  it('is quiet while nothing waits, for however long', () => {
    progress.seen('p0', 10, 10);
    now += 3_600_000;
    expect(progress.stalledMs()).toBe(0);
  });

  it('counts from the arrival of work at an idle partition, not from its last work', () => {
    progress.seen('p0', 10, 10);
    now += 3_600_000;
    progress.seen('p0', 11);
    now += 500;
    expect(progress.stalledMs()).toBe(500);
  });

  it('counts anew with every step forward, and not with repetitions', () => {
    progress.seen('p0', 10, 0);
    now += 400;
    progress.finished('p0', 5);
    now += 300;
    expect(progress.stalledMs()).toBe(300);
    progress.finished('p0', 5);
    progress.seen('p0', 12);
    expect(progress.stalledMs()).toBe(300);
    progress.finished('p0', 12);
    expect(progress.stalledMs()).toBe(0);
  });

  it('tells the longest standstill of all partitions and forgets those that are no longer ours', () => {
    progress.seen('p0', 1, 0);
    now += 100;
    progress.seen('p1', 1, 0);
    now += 100;
    expect(progress.stalledMs()).toBe(200);
    progress.forget('p0');
    expect(progress.stalledMs()).toBe(100);
  });
});
