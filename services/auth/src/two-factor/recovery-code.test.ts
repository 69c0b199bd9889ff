import { expect, test } from '@jest/globals';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-code.js';

test('ten different codes, read the same however they are typed', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    const hash = hashOfRecoveryCode(code);
    expect(hash).toHaveLength(32);
    for (const typed of [
      code.toUpperCase(),
      code.replaceAll('-', ''),
      ` ${code.replaceAll('-', ' ')} `,
      code.replaceAll('0', 'O').replaceAll('1', 'l'),
    ])
      expect(hashOfRecoveryCode(typed)).toEqual(hash);
  }
  for (const typed of ['', '123456', `${codes[0]}x`, 'u'.repeat(16)]) expect(hashOfRecoveryCode(typed)).toBeUndefined();
});
