import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export { Resealing, type SealedColumn } from './resealing.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;

/** Seals short texts with AES-256-GCM: key id (4) ‖ nonce (12) ‖ tag (16) ‖ ciphertext, bound to a context text. */
export class SecretBox {
  private readonly keys: { id: Buffer; key: Buffer }[];

  /** 32-byte keys: the first seals, all of them open. */
  constructor(keys: readonly Buffer[]) {
    this.keys = keys.map((key) => ({
      id: createHash('sha256').update('linqr secret box').update(key).digest().subarray(0, KEY_ID_BYTES),
      key,
    }));
  }

  /** What sealed texts begin with that only a key behind the first one opens. */
  get oldKeyIds(): Buffer[] {
    return this.keys.slice(1).map(({ id }) => id);
  }

  seal(text: string, context: string): Buffer {
    const { id, key } = this.keys[0]!;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([id, iv, cipher.getAuthTag(), ciphertext]);
  }

  /** Undefined when none of the keys sealed it, or when it was changed or belongs to another context. */
  open(sealed: Buffer, context: string): string | undefined {
    const key = this.keys.find(({ id }) => id.equals(sealed.subarray(0, KEY_ID_BYTES)))?.key;
    if (!key || sealed.length < KEY_ID_BYTES + IV_BYTES + TAG_BYTES) return undefined;
    const iv = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + IV_BYTES);
    const tag = sealed.subarray(KEY_ID_BYTES + IV_BYTES, KEY_ID_BYTES + IV_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context)).setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(KEY_ID_BYTES + IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}
