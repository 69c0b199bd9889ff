import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SecretBox } from '@linqr/platform/secrets';
import { ImportPasswords } from './import.passwords.js';

const passwords = new ImportPasswords(new SecretBox([randomBytes(32)]));
const fields = { originalUrl: 'https://a.example/', password: ' open sesame', tags: ['a'] };
const at = { importId: 'imp_1', row: 7 };

describe('the password of a row that waits', () => {
  it('is sealed, and opens for its row only', () => {
    const stored = passwords.seal(fields, at)!;
    expect(JSON.stringify(stored)).not.toContain('sesame');
    expect(passwords.open(stored, at)).toEqual(fields);
    expect(passwords.open(stored, { ...at, row: 8 })).toBeUndefined();
    expect(passwords.open(stored, { ...at, importId: 'imp_2' })).toBeUndefined();
    expect(new ImportPasswords(new SecretBox([randomBytes(32)])).open(stored, at)).toBeUndefined();
  });

  it('is no text, which a version that knows no seals would take for a password', () => {
    expect(typeof passwords.seal(fields, at)!.password).toBe('object');
  });

  it('is not kept without a key, and none needs none', () => {
    const keyless = new ImportPasswords(undefined);
    expect(keyless.seal(fields, at)).toBeUndefined();
    expect(keyless.open(passwords.seal(fields, at)!, at)).toBeUndefined();
    const open = { originalUrl: 'https://a.example/' };
    expect(keyless.open(keyless.seal(open, at)!, at)).toEqual(open);
  });

  it('stored as a bare text by an older version is taken as it is', () => {
    expect(passwords.open(fields, at)).toEqual(fields);
  });
});
