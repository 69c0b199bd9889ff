import { expect, it } from '@jest/globals';
import { retryAfterMs } from './retry-after.js';

const NOW = Date.UTC(2026, 10, 21, 12);

it.each([
  ['120', 120_000],
  [' 5 ', 5_000],
  ['0', 0],
  ['Sat, 21 Nov 2026 12:01:30 GMT', 90_000],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['999999999', 86_400_000],
  ['Fri, 31 Dec 2100 23:59:59 GMT', 86_400_000],
  [undefined, 0],
  ['', 0],
  ['-1', 0],
  ['soon', 0],
  ['1e9', 0],
])('Retry-After %j asks for %d ms', (header, ms) => {
  expect(retryAfterMs(header, NOW)).toBe(ms);
});
