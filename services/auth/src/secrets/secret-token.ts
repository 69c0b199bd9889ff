import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 characters of base64url. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The shape of newSecretToken; anything else need not be asked of the database. */
export function looksLikeSecretToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** What is stored of a secret with 256 bits: nothing slower is needed, guessing is hopeless. Looking up by it leaks no useful time. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
