import { expect, test } from '@jest/globals';
import { UnlockCookie } from './unlock.cookie.js';

const cookie = new UnlockCookie('s'.repeat(32), true);
const issued = cookie.issue('s.example/abc', 'abc', 3, 1_000_000);
const pair = issued.split(';')[0]!;

test('opens the link it was issued for, for a quarter of an hour', () => {
  expect(issued).toMatch(/^lq_unlock=[^;]+; Path=\/abc; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/);
  expect(cookie.opens(pair, 's.example/abc', 3, 1_000_001)).toBe(true);
  expect(cookie.opens(`a=b; ${pair}; c=d`, 's.example/abc', 3, 1_000_001)).toBe(true);
  expect(cookie.opens(pair, 's.example/abc', 3, 1_000_000 + 900_000)).toBe(false);
});

test.each([
  ['another link', pair, 's.example/abd', 3],
  ['the same slug on another domain', pair, 't.example/abc', 3],
  ['a password that was changed', pair, 's.example/abc', 4],
  ['another expiry', pair.replace(/=([^.]+)/, (_, e) => `=${(Number.parseInt(e, 36) - 1).toString(36)}`), 's.example/abc', 3],
  ['a cut signature', pair.slice(0, -1), 's.example/abc', 3],
  ['no signature', pair.split('.')[0]!, 's.example/abc', 3],
  ['nothing', 'lq_unlock=', 's.example/abc', 3],
  ['rubbish', 'lq_unlock=%%%.%%%; =; ;;', 's.example/abc', 3],
])('does not open with %s', (_, header, key, version) => {
  expect(cookie.opens(header, key, version, 1_000_001)).toBe(false);
});

test('signed with another secret it opens nothing', () => {
  expect(new UnlockCookie('t'.repeat(32), false).opens(pair, 's.example/abc', 3, 1_000_001)).toBe(false);
});
