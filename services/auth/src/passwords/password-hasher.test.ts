import { describe, expect, test } from '@jest/globals';
import { newContext, runInContext } from '@linqr/platform/context';
import { PasswordHasher } from './password-hasher.js';

describe('hashing passwords', () => {
  const hasher = new PasswordHasher({ concurrency: 2, queue: 3 });

  test('uses argon2id with the chosen cost, and the same characters in any Unicode form match', async () => {
    const hash = await hasher.hash('Caf\u00e9-Horse-1!');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(hash, 'Cafe\u0301-Horse-1!')).toBe(true);
    expect(await hasher.verify(hash, 'Cafe-Horse-1!')).toBe(false);
    expect(hasher.needsRehash(hash)).toBe(false);
    expect(hasher.needsRehash('$argon2id$v=19$m=4096,t=3,p=1$c2FsdA$aGFzaA')).toBe(true);
  });

  test('does not cut long passwords off', async () => {
    const long = 'x'.repeat(199);
    expect(await hasher.verify(await hasher.hash(`${long}a`), `${long}b`)).toBe(false);
  });

  test('without a stored hash it answers false after as much work', async () => {
    expect(await hasher.verify(undefined, 'anything')).toBe(false);
  });

  test('refuses what does not fit the queue, serves the rest, and is free again afterwards', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => hasher.hash('x')));
    expect(answers.filter((a) => a.status === 'fulfilled')).toHaveLength(5);
    for (const a of answers) if (a.status === 'rejected') expect(a.reason).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 2 });
    expect(hasher.queued).toBe(0);
    const again = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.hash('x')));
    expect(again.every((a) => a.status === 'fulfilled')).toBe(true);
  });

  test('spends no work on a caller whose deadline passed while waiting', async () => {
    const late = runInContext({ ...newContext(), deadlineMs: Date.now() - 1 }, () => hasher.hash('x'));
    await expect(late).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await hasher.hash('x')).toContain('$argon2id$');
  });
});
