// Time as a dependency, so that tests own it. Not for measuring durations: use performance.now().

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
