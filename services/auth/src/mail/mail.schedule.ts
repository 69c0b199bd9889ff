/** After so many attempts, about a day and a half, a mail is given up. */
export const MAX_MAIL_ATTEMPTS = 40;

/** Seconds until the next attempt: 2, 4, 8 … at most an hour, a fifth of it random so that a returning server is not rushed. */
export function mailBackoffSeconds(attempts: number, random: () => number = Math.random): number {
  return Math.min(3_600, 2 ** Math.min(attempts, 20)) * (0.9 + 0.2 * random());
}
