import { describe, expect, test } from '@jest/globals';
import { parseInput } from '@linqr/platform/validation';
import { z } from 'zod';
import { isCommonPassword } from './common-passwords.js';
import { changedPassword, meetsSignUpRules, newPassword } from './password-rules.js';

describe('the rules of sign-up', () => {
  test.each(Array.from('!@#$%^&*(),.?":{}|<>'))('take %s for a special character', (special) => {
    expect(meetsSignUpRules(`Abcdef1${special}`)).toBe(true);
  });

  test.each(['Abcde1!', 'abcdef1!', 'ABCDEF1!', 'Abcdefg!', 'Abcdefg1', 'Abcdef1-', 'Abcdef1_', ''])('refuse %j', (password) => {
    expect(meetsSignUpRules(password)).toBe(false);
  });

  test('speak in the words of the specification', () => {
    const message = (schema: z.ZodType, password: string) => {
      try {
        parseInput(z.object({ password: schema }), { password });
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(message(newPassword, 'weak')).toBe('Please ensure your password meets all requirements');
    expect(message(newPassword, '')).toBe('Password is required');
    expect(message(newPassword, `Aa1!${'x'.repeat(124)}`)).toBe('');
    expect(message(newPassword, `Aa1!${'x'.repeat(125)}`)).toContain('at most 128');
    expect(message(changedPassword, 'seven77')).toBe('Password must be at least 8 characters long');
    expect(message(changedPassword, 'eight-888')).toBe('');
  });

  test.each(['P@ssw0rd', 'p@SSW0rd', 'Password1', '12345678', 'Trustno1'])(
    'no new password is %s, which everybody tries first',
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
      expect(changedPassword.safeParse(password).error?.issues[0]?.message).toMatch(/most used/);
    },
  );
});
