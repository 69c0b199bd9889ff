import { describe, expect, it } from '@jest/globals';
import { eventually } from './index.js';

describe('eventually', () => {
  it('answers with what the check gives once it stops failing', async () => {
    let calls = 0;
    const answer = await eventually(
      () => {
        calls++;
        if (calls < 3) throw new Error('not yet');
        return calls === 3 ? false : 'done';
      },
      { intervalMs: 1 },
    );
    expect({ answer, calls }).toEqual({ answer: 'done', calls: 4 });
  });

  it('throws the last failure when time is up', async () => {
    const failing = eventually(() => Promise.reject(new Error('still closed')), { timeoutMs: 30, intervalMs: 1 });
    await expect(failing).rejects.toThrow('Not within 30 ms: still closed');
  });

  it('does not wait for a check that hangs', async () => {
    await expect(eventually(() => new Promise(() => {}), { timeoutMs: 30 })).rejects.toThrow('did not answer in time');
  });
});
