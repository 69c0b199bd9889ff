import { describe, expect, it } from '@jest/globals';
import { judge } from './delivery.outcome.js';
import { MAX_ATTEMPTS } from './delivery.schedule.js';

const NOW = Date.UTC(2026, 10, 21);
const answer = (status: number, retryAfter?: string) => ({ status, body: 'b', retryAfter });
const judged = (result: Parameters<typeof judge>[0], round = 1, maxRound = MAX_ATTEMPTS) => judge(result, round, maxRound, NOW, 0.5);

describe('an answer', () => {
  it.each([200, 201, 202, 204, 299])('of %d is success', (status) => {
    expect(judged(answer(status))).toMatchObject({ kind: 'succeeded', error: '', nextAttemptAt: null, responseStatus: status });
  });

  it.each([301, 302, 307, 400, 401, 404, 418, 429, 500, 502, 503])('of %d is tried again on schedule', (status) => {
    const outcome = judged(answer(status), 2);
    expect(outcome).toMatchObject({ kind: 'again', gone: false, responseStatus: status, holdUntil: null });
    expect(outcome.nextAttemptAt?.getTime()).toBe(NOW + 30_000);
    expect(outcome.error).toContain(String(status));
  });

  it('of 410 ends it and says never again', () => {
    expect(judged(answer(410))).toMatchObject({ kind: 'failed', gone: true, nextAttemptAt: null });
  });

  it('with Retry-After is waited for, and keeps the endpoint quiet; the schedule is the least', () => {
    const soon = judged(answer(503, '1'));
    expect([soon.nextAttemptAt?.getTime(), soon.holdUntil?.getTime()]).toEqual([NOW + 5_000, NOW + 1_000]);
    const late = judged(answer(429, '3600'));
    expect([late.nextAttemptAt?.getTime(), late.holdUntil?.getTime()]).toEqual([NOW + 3_600_000, NOW + 3_600_000]);
  });
});

describe('no answer', () => {
  it('is tried again, and has failed after the last attempt', () => {
    expect(judged({ noAnswer: 'The connection was refused.' })).toMatchObject({
      kind: 'again',
      responseStatus: 0,
      error: 'The connection was refused.',
    });
    expect(judged({ noAnswer: 'x' }, MAX_ATTEMPTS)).toMatchObject({ kind: 'failed', nextAttemptAt: null });
    expect(judged({ noAnswer: 'x' }, 1, 1)).toMatchObject({ kind: 'failed' });
  });
});
