// Waiting for a condition instead of sleeping.

export interface EventuallyOptions {
  /** Default 10 s. */
  timeoutMs?: number;
  /** Default 25 ms. */
  intervalMs?: number;
}

/**
 * Runs the check until it neither throws nor answers false, and gives its answer. When time is up, the last failure is
 * thrown with how long was waited. A check that hangs counts as failing.
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  { timeoutMs = 10_000, intervalMs = 25 }: EventuallyOptions = {},
): Promise<Exclude<T, false>> {
  const until = Date.now() + timeoutMs;
  let last: unknown = new Error('the check did not answer in time');
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    try {
      const timeUp = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(last), Math.max(1, until - Date.now()));
      });
      const answer = await Promise.race([check(), timeUp]);
      if (answer !== false) return answer as Exclude<T, false>;
      last = new Error('the condition was still false');
    } catch (error) {
      last = error;
    } finally {
      clearTimeout(timer);
    }
    if (Date.now() >= until) {
      const message = last instanceof Error ? last.message : String(last);
      throw new Error(`Not within ${timeoutMs} ms: ${message}`, { cause: last });
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}
