import { randomBytes } from 'node:crypto';
import { hashOfSecret } from '../secrets/secret-token.js';

export const RECOVERY_CODES = 10;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'; // Crockford's base 32: no i, l, o, u
const LENGTH = 16; // 80 bits: nobody finds one by trying, so a plain hash is enough

/** Ten like `4k7v-0q2m-zx81-ntr5`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]);
    return [0, 4, 8, 12].map((at) => characters.slice(at, at + 4).join('')).join('-');
  });
}

/** What is stored of a code, however it is typed; undefined when it cannot be one. */
export function hashOfRecoveryCode(typed: string): Buffer | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  return code.length === LENGTH && [...code].every((character) => ALPHABET.includes(character)) ? hashOfSecret(code) : undefined;
}
