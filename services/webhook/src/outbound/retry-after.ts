/** Nobody may ask us to keep a delivery for longer. */
export const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** Milliseconds from now that a Retry-After header asks for (RFC 9110: seconds or a date), at most a day; 0 for none and nonsense. */
export function retryAfterMs(header: string | undefined, nowMs: number): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text) * 1_000, MAX_RETRY_AFTER_MS);
  // Only the date forms of HTTP; Date.parse would take "1" for a month.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return 0;
  const at = Date.parse(text);
  return Number.isFinite(at) ? Math.min(Math.max(0, at - nowMs), MAX_RETRY_AFTER_MS) : 0;
}
