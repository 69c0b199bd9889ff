import { describe, expect, test } from '@jest/globals';
import { codeOfStep, fromBase32, matchingStep, newTotpSecret, otpauthUrl, stepAt, toBase32 } from './totp.js';

const RFC_KEY = Buffer.from('12345678901234567890');

describe('codes', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at second %d is %s, as RFC 6238 appendix B says', (seconds, code) => {
    expect(codeOfStep(RFC_KEY, stepAt(seconds * 1_000), 8)).toBe(code);
  });

  test.each(
    ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
      (code, step) => [step, code] as const,
    ),
  )('of counter %d is %s, as RFC 4226 appendix D says', (step, code) => {
    expect(codeOfStep(RFC_KEY, step)).toBe(code);
  });
});

test('base 32 is that of RFC 4648, there and back', () => {
  for (const [text, encoded] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    expect(toBase32(Buffer.from(text))).toBe(encoded);
    expect(fromBase32(encoded).toString()).toBe(text);
  }
  expect(() => fromBase32('1')).toThrow(RangeError);
});

test('a code is good in its step and one beside it, once, and nowhere else', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const nowMs = 1_700_000_000_000;
  const step = stepAt(nowMs);
  const at = (offset: number) => codeOfStep(fromBase32(secret), step + offset);
  for (const offset of [-1, 0, 1]) expect(matchingStep(secret, at(offset), nowMs, 0)).toBe(step + offset);
  for (const offset of [-3, -2, 2, 3]) expect([undefined, step, step - 1, step + 1]).toContain(matchingStep(secret, at(offset), nowMs, 0));
  expect(matchingStep(secret, at(0), nowMs, step)).toBeUndefined();
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６']) expect(matchingStep(secret, code, nowMs, 0)).toBeUndefined();
});

test('the address names issuer and account', () => {
  const url = new URL(otpauthUrl('ABC', 'ada+x@example.com'));
  expect(url.href).toContain('otpauth://totp/Linqr:ada%2Bx%40example.com');
  expect(Object.fromEntries(url.searchParams)).toEqual({ secret: 'ABC', issuer: 'Linqr', algorithm: 'SHA1', digits: '6', period: '30' });
});
