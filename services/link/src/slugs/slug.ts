import { randomBytes } from 'node:crypto';
import { isReserved } from './reserved-words.js';

export const GENERATED_LENGTH = 7;
/** Letters and digits without the look-alikes 0 O o and 1 I i l. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
/** Bytes from here on would make the first characters likelier than the others. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

const ALIAS = /^[A-Za-z0-9_-]{3,50}$/;

/** What is wrong with a chosen alias, as a sentence; undefined when nothing is. */
export function aliasProblem(alias: string): string | undefined {
  if (!ALIAS.test(alias)) return 'An alias has 3 to 50 characters: letters, digits, - and _.';
  if (isReserved(alias)) return 'That alias is reserved. Please choose another.';
  return undefined;
}

/** Seven characters of a cryptographic source: 55^7, about 1.5 million million. */
export function generateSlug(): string {
  for (;;) {
    let slug = '';
    while (slug.length < GENERATED_LENGTH)
      for (const byte of randomBytes(2 * GENERATED_LENGTH))
        if (byte < FAIR_BYTES && slug.length < GENERATED_LENGTH) slug += ALPHABET[byte % ALPHABET.length]!;
    if (!isReserved(slug)) return slug;
  }
}

/** True for anything a slug of ours can be: anything else need not be asked of a store. */
export function isSlug(text: string): boolean {
  return ALIAS.test(text);
}
