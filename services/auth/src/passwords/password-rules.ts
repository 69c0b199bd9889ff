import { z } from 'zod';
import { isCommonPassword } from './common-passwords.js';

export const PASSWORD_MIN_LENGTH = 8;
/** Long enough for every pass phrase, short enough that hashing stays cheap; nothing is ever cut off. */
export const PASSWORD_MAX_LENGTH = 128;

/** Longer ones are nobody's: an attempt with one is refused without hashing. */
const PRESENTED_MAX_LENGTH = 1_024;
const COMMON = 'This password is one of the most used ones, so it is among the first to be guessed. Please choose another.';

const SPECIAL = /[!@#$%^&*(),.?":{}|<>]/;
const TOO_LONG = `Password must be at most ${PASSWORD_MAX_LENGTH} characters long`;

/** The rules of sign-up, all five. */
export function meetsSignUpRules(password: string): boolean {
  return (
    password.length >= PASSWORD_MIN_LENGTH &&
    /[A-Z]/.test(password) &&
    /[a-z]/.test(password) &&
    /[0-9]/.test(password) &&
    SPECIAL.test(password)
  );
}

/** A password that is only compared, never chosen. */
export const presentedPassword = (missing: string) => z.string().min(1, missing).max(PRESENTED_MAX_LENGTH, TOO_LONG);

/** A password chosen at sign-up or after a reset. */
export const newPassword = z
  .string()
  .min(1, 'Password is required')
  .max(PASSWORD_MAX_LENGTH, TOO_LONG)
  .refine((password) => password.length === 0 || meetsSignUpRules(password), 'Please ensure your password meets all requirements')
  .refine((password) => !isCommonPassword(password), COMMON);

/** A password chosen on the settings screen, whose only rule is the length. */
export const changedPassword = z
  .string()
  .min(PASSWORD_MIN_LENGTH, `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`)
  .max(PASSWORD_MAX_LENGTH, TOO_LONG)
  .refine((password) => !isCommonPassword(password), COMMON);
