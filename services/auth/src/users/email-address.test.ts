import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normaliseEmail } from './email-address.js';

describe('an e-mail address', () => {
  test.each([
    [' Ada@Example.COM ', 'ada@example.com'],
    ["o'brien+tag@mail.example.co.uk", "o'brien+tag@mail.example.co.uk"],
    ['ada@müller.example', 'ada@xn--mller-kva.example'],
    ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
  ])('is kept in one spelling: %s', (typed, kept) => {
    expect(normaliseEmail(typed)).toBe(kept);
  });

  test.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@example',
    'a@b@example.com',
    'ada@127.0.0.1',
    'ada@[::1]',
    '.ada@example.com',
    'ada..b@example.com',
    'ada@-example.com',
    'ada@example.com\r\nBcc: x@example.com',
    'ada b@example.com',
    'ada@exa mple.com',
    'ada@example.com/path',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    'ada\u0000@example.com',
    '"ada"@example.com',
  ])('is refused: %j', (typed) => {
    expect(normaliseEmail(typed)).toBeUndefined();
  });

  test('normalising twice changes nothing, and never lets a line break or a space through', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (typed) => {
        const once = normaliseEmail(typed);
        if (once === undefined) return;
        expect(normaliseEmail(once)).toBe(once);
        expect(once).toMatch(/^[\x21-\x7e]+$/);
      }),
    );
  });
});
