const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after each failed attempt; together 23 hours and 43 minutes. After the last one the delivery has failed. */
export const PAUSES_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 6 * HOUR, 10 * HOUR];
export const MAX_ATTEMPTS = PAUSES_MS.length + 1;
/** Either way, so that what failed together does not come back together. */
export const JITTER = 0.2;

/** Milliseconds until the next attempt, after `made` of them; undefined: that was the last. `random` in [0, 1). */
export function pauseAfter(made: number, random: number): number | undefined {
  const pause = PAUSES_MS[made - 1];
  return pause === undefined ? undefined : Math.round(pause * (1 - JITTER + 2 * JITTER * random));
}
