import { createHmac, hkdfSync } from 'node:crypto';

/** Pseudonyms of addresses: the same text gives the same 16 bytes, and without the key nobody can try texts out. */
export class KeyedHash {
  private readonly key: Buffer;

  constructor(root: Buffer) {
    this.key = Buffer.from(hkdfSync('sha256', root, '', 'linqr auth keyed hash v1', 32));
  }

  of(...parts: string[]): Buffer {
    const hmac = createHmac('sha256', this.key);
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`);
    return hmac.digest().subarray(0, 16);
  }
}
