import { z } from 'zod';

/** Trimmed; no control characters but line breaks and tabs (PostgreSQL takes no NUL). */
export function plainText(name: string, max: number) {
  return z
    .string()
    .trim()
    .max(max, `The ${name} must not be longer than ${max.toLocaleString('en')} characters.`)
    .refine((value) => !hasControlCharacters(value), `The ${name} must not contain control characters.`);
}

/** Control characters but tab, line feed and carriage return. */
function hasControlCharacters(value: string): boolean {
  return /\p{Cc}/u.test(value.replace(/[\t\n\r]/g, ''));
}
