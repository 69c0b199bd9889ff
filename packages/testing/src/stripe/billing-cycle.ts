// Stripe's calendar: periods counted from an anchor, proration by the second.

/** `count` intervals after the anchor, on the month's last day where it has no such day. Seconds. */
export function after(anchor: number, interval: 'month' | 'year', count: number): number {
  const from = new Date(anchor * 1_000);
  const month = from.getUTCMonth() + count * (interval === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(month);
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1_000;
}

/** The first end of a period after `at`. */
export function nextBoundary(anchor: number, interval: 'month' | 'year', at: number): number {
  for (let count = 0; ; count++) {
    const boundary = after(anchor, interval, count);
    if (boundary > at) return boundary;
  }
}

/** The part of an amount that falls on the rest of a period. */
export function rest(amount: number, start: number, end: number, at: number): number {
  return Math.round((amount * Math.max(0, end - Math.max(start, at))) / (end - start));
}
