// What an answer means. Pure.
import { retryAfterMs } from '../outbound/retry-after.js';
import { pauseAfter } from './delivery.schedule.js';

/** What came back of one attempt: an answer, or the reason why there was none. */
export type Result = { status: number; body: string; retryAfter: string | undefined } | { noAnswer: string };

export interface Outcome {
  kind: 'succeeded' | 'again' | 'failed';
  responseStatus: number;
  responseBody: string;
  /** A sentence; empty: it succeeded. */
  error: string;
  /** With `again`: when. */
  nextAttemptAt: Date | null;
  /** The receiver asked for a pause in everything until then. */
  holdUntil: Date | null;
  /** The receiver asked never to be called again (410). */
  gone: boolean;
}

/** `round` of `maxRound` attempts were made, this one included; `random` in [0, 1). */
export function judge(result: Result, round: number, maxRound: number, nowMs: number, random: number): Outcome {
  const answered = 'status' in result;
  const responseStatus = answered ? result.status : 0;
  const responseBody = answered ? result.body : '';
  const plain = { responseStatus, responseBody, nextAttemptAt: null, holdUntil: null, gone: false };
  if (responseStatus >= 200 && responseStatus < 300) return { ...plain, kind: 'succeeded', error: '' };
  const error = answered ? sentenceFor(responseStatus) : result.noAnswer;
  if (responseStatus === 410) return { ...plain, kind: 'failed', error, gone: true };
  const askedMs = answered ? retryAfterMs(result.retryAfter, nowMs) : 0;
  const holdUntil = askedMs > 0 ? new Date(nowMs + askedMs) : null;
  const pauseMs = round < maxRound ? pauseAfter(round, random) : undefined;
  if (pauseMs === undefined) return { ...plain, kind: 'failed', error, holdUntil };
  return { ...plain, kind: 'again', error, nextAttemptAt: new Date(nowMs + Math.max(pauseMs, askedMs)), holdUntil };
}

function sentenceFor(status: number): string {
  if (status >= 300 && status < 400) return `The answer was ${status}: redirects are not followed.`;
  if (status === 410) return 'The answer was 410: the receiver does not want to be called any more.';
  return `The answer was ${status}.`;
}
