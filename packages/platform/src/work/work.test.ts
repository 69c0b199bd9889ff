import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging/index.js';
import { BackgroundWork, type BackgroundWorkOptions } from './index.js';

const NEVER_MS = 1_000_000;
const lines: { msg: string; waitMs: number }[] = [];
const logger = createLogger({
  service: 'test',
  level: 'warn',
  destination: { write: (line: string) => void lines.push(JSON.parse(line)) },
});

/** A round that a test begins and ends by hand. */
class Rounds {
  begun = 0;
  private waiting: ((outcome: unknown) => void)[] = [];
  private began: (() => void)[] = [];
  readonly round = (): Promise<unknown> => {
    this.begun += 1;
    for (const resolve of this.began.splice(0)) resolve();
    return new Promise((resolve, reject) =>
      this.waiting.push((outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome))),
    );
  };
  end(outcome?: unknown): void {
    this.waiting.shift()?.(outcome);
  }
  async next(): Promise<void> {
    await new Promise<void>((resolve) => this.began.push(resolve));
  }
}

describe('background work', () => {
  let work: BackgroundWork;
  let rounds: Rounds;
  const begin = async (options: Partial<BackgroundWorkOptions> = {}) => {
    rounds = new Rounds();
    work = new BackgroundWork({ round: rounds.round, everyMs: NEVER_MS, interrupted: 'work interrupted', logger, ...options });
    const first = rounds.next();
    work.start();
    work.start();
    if (!options.firstAfterMs) await first;
  };
  afterEach(async () => {
    const stopped = work.stop();
    rounds.end();
    await stopped;
    lines.length = 0;
  });

  it('looks at once when it starts, once', async () => {
    await begin();
    expect(rounds.begun).toBe(1);
  });

  it('rests before its first look where it is told to, and can be woken from that', async () => {
    await begin({ firstAfterMs: NEVER_MS });
    await new Promise((resolve) => setImmediate(resolve));
    expect(rounds.begun).toBe(0);
    const first = rounds.next();
    work.wake();
    await first;
  });

  it('goes on at once while there is more', async () => {
    await begin();
    const second = rounds.next();
    rounds.end(true);
    await second;
  });

  it('rests when there is no more, for as long as it is told to', async () => {
    await begin({ everyMs: 1 });
    const second = rounds.next();
    rounds.end(false);
    await second;
  });

  it('woken while it looks, looks again after that and never twice at a time', async () => {
    await begin();
    work.wake();
    work.wake();
    await new Promise((resolve) => setImmediate(resolve));
    expect(rounds.begun).toBe(1);
    const second = rounds.next();
    rounds.end();
    await second;
    expect(rounds.begun).toBe(2);
  });

  it('says what broke off a round and tries again, after longer and longer rests', async () => {
    await begin({ afterFailure: { firstMs: 4, mostMs: 1_000 } });
    for (let failures = 0; failures < 3; failures++) {
      const again = rounds.next();
      rounds.end(new Error('no database'));
      await again;
    }
    expect(lines.map(({ msg }) => msg)).toEqual(Array(3).fill('work interrupted'));
    for (const [at, { waitMs }] of lines.entries()) expect([waitMs >= 2 * 2 ** at, waitMs <= 4 * 2 ** at]).toEqual([true, true]);
  });

  it('stopped, ends after the round under way and begins no other', async () => {
    await begin();
    let ended = false;
    const stopped = work.stop().then(() => (ended = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect([ended, work.stopped]).toEqual([false, true]);
    work.wake();
    rounds.end(true);
    await stopped;
    expect(rounds.begun).toBe(1);
  });
});
