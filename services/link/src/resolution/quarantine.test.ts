import { expect, it } from '@jest/globals';
import { mayGoOn } from './quarantine.js';

it.each([
  [null, true],
  ['', true],
  ['Reported by several people, under review', true],
  ['Phishing for bank logins', false],
  ['spreads MALWARE', false],
  ['Its destination is on a block list (urlhaus).', false],
])('a warned visitor of a link quarantined for %j may go on: %s', (reason, may) => {
  expect(mayGoOn(reason)).toBe(may);
});
