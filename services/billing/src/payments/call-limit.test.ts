import { describe, expect, it } from '@jest/globals';
import { CallLimit } from './call-limit.js';

const times = (count: number, work: () => void) => {
  for (let i = 0; i < count; i++) work();
};

describe('calls of the payment provider', () => {
  it('are sixty a minute and workspace, and the next minute begins anew', () => {
    let now = 1_000_000;
    const limit = new CallLimit({ now: () => now });
    times(60, () => limit.take('ws_1'));
    now += 30_000;
    expect(() => limit.take('ws_1')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds: 30 }));
    limit.take('ws_2');
    now += 30_000;
    limit.take('ws_1');
  });

  it('are forgotten for the quietest when there are too many workspaces', () => {
    const limit = new CallLimit({ now: () => 0 });
    times(60, () => limit.take('ws_first'));
    for (let i = 0; i < 10_000; i++) limit.take(`ws_${i}`);
    limit.take('ws_first');
  });
});
