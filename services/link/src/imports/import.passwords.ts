import type { SecretBox } from '@linqr/platform/secrets';
import type { RowFields, StoredFields } from './import-row.js';

/** Of one row: what was sealed for it opens for no other. */
type Place = { importId: string; row: number };

/** Passwords of rows that wait, sealed: hashing ten thousand takes minutes, and a file is answered in seconds. */
export class ImportPasswords {
  /** Without a box rows that have a password cannot be taken in. */
  constructor(private readonly box: SecretBox | undefined) {}

  /** Undefined: there is a password and no key to keep it under. */
  seal(fields: RowFields, at: Place): StoredFields | undefined {
    const { password, ...rest } = fields;
    if (password === undefined) return rest;
    return this.box && { ...rest, password: { sealed: this.box.seal(password, contextOf(at)).toString('base64') } };
  }

  /** Undefined: sealed under a key that is not there any more. A bare text was stored by a version before 0.2. */
  open(fields: StoredFields, at: Place): RowFields | undefined {
    const { password, ...rest } = fields;
    if (password === undefined) return rest;
    if (typeof password === 'string') return { ...rest, password };
    const opened = this.box?.open(Buffer.from(password.sealed, 'base64'), contextOf(at));
    return opened === undefined ? undefined : { ...rest, password: opened };
  }
}

const contextOf = ({ importId, row }: Place): string => `import ${importId} ${row}`;
