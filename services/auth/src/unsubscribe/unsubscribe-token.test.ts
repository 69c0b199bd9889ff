import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { newId } from '@linqr/platform/ids';
import { UNSUBSCRIBE_LISTS, UnsubscribeTokens } from './unsubscribe-token.js';

const [root, older] = [randomBytes(32), randomBytes(32)];
const tokens = new UnsubscribeTokens([root, older]);

describe('an unsubscribe token', () => {
  test.each(UNSUBSCRIBE_LISTS)('for %s says whose and which, and needs no escaping in an address', (list) => {
    const userId = newId('usr');
    const token = tokens.sign({ userId, list });
    expect(tokens.read(token)).toEqual({ userId, list });
    expect(encodeURIComponent(token)).toBe(token);
  });

  test('made with an earlier key is still read', () => {
    const token = new UnsubscribeTokens([older]).sign({ userId: 'usr_1', list: 'weeklyReports' });
    expect(tokens.read(token)).toEqual({ userId: 'usr_1', list: 'weeklyReports' });
  });

  test('is worthless for another account, another list, another installation, and in pieces', () => {
    const token = tokens.sign({ userId: 'usr_1', list: 'weeklyReports' });
    const forged = [
      token.replace('usr_1', 'usr_2'),
      token.replace(/^w/, 'e'),
      new UnsubscribeTokens([randomBytes(32)]).sign({ userId: 'usr_1', list: 'weeklyReports' }),
      token.slice(0, -1),
      `${token}a`,
      `x${token}`,
      '',
      'w.usr_1.',
      '\u0000',
    ];
    for (const made of forged) expect([made, tokens.read(made)]).toEqual([made, undefined]);
  });
});
