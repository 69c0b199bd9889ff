import { t } from '../../messages/en/auth';

/** The rules of a new password, in the order they are shown (spec section 5). */
export const passwordRules = [
  { key: 'length', label: t('ruleLength'), holds: (password: string) => password.length >= 8 },
  { key: 'upper', label: t('ruleUpper'), holds: (password: string) => /[A-Z]/.test(password) },
  { key: 'lower', label: t('ruleLower'), holds: (password: string) => /[a-z]/.test(password) },
  { key: 'digit', label: t('ruleDigit'), holds: (password: string) => /\d/.test(password) },
  { key: 'special', label: t('ruleSpecial'), holds: (password: string) => /[!@#$%^&*(),.?":{}|<>]/.test(password) },
] as const;

export const meetsAllRules = (password: string): boolean => passwordRules.every((rule) => rule.holds(password));

/** A plain shape check; whether the address exists only a mail can tell. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
