// Monthly periods, counted from an anchor so that short months never shift the day: 31 Jan → 28 Feb → 31 Mar.

export interface Period {
  start: Date;
  /** First moment of the next period. */
  end: Date;
}

/** The same moment of the day `months` later, UTC; the month's last day where it has no such day. */
export function addMonths(anchor: Date, months: number): Date {
  const month = anchor.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return new Date(
    Date.UTC(
      anchor.getUTCFullYear(),
      month,
      Math.min(anchor.getUTCDate(), lastDay),
      anchor.getUTCHours(),
      anchor.getUTCMinutes(),
      anchor.getUTCSeconds(),
      anchor.getUTCMilliseconds(),
    ),
  );
}

/** The period that contains `at`: start ≤ at < end. A moment before the anchor counts as the first period. */
export function periodAt(anchor: Date, at: Date): Period {
  const guess = (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth();
  // In the anchor's own month of the year the day decides, so the guess is right or one too high.
  const number = Math.max(0, addMonths(anchor, guess) <= at ? guess : guess - 1);
  return { start: addMonths(anchor, number), end: addMonths(anchor, number + 1) };
}
