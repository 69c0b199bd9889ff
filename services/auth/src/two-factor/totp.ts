import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 6238 as every authenticator app speaks it: SHA-1, six digits, 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks differ, and codes are typed slowly: one step before and one after. */
const WINDOW = [0, -1, 1] as const;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 bits (RFC 4226 section 4) as 32 characters of base 32. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20));
}

export function toBase32(bytes: Uint8Array): string {
  let [text, bits, held] = ['', 0, 0];
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    for (held += 8; held >= 5; held -= 5) text += BASE32[(bits >>> (held - 5)) & 31];
    bits &= (1 << held) - 1;
  }
  return held > 0 ? text + BASE32[(bits << (5 - held)) & 31] : text;
}

export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  for (const character of text.toUpperCase()) {
    const value = BASE32.indexOf(character);
    if (value < 0) throw new RangeError('not base 32');
    bits = ((bits << 5) | value) & 0xfff;
    held += 5;
    if (held >= 8) {
      held -= 8;
      bytes.push((bits >>> held) & 0xff);
    }
  }
  return Buffer.from(bytes);
}

/** RFC 4226: the code of one step. */
export function codeOfStep(secret: Buffer, step: number, digits = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(message).digest();
  const offset = mac[mac.length - 1]! & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** The step of a time in milliseconds since the epoch. */
export function stepAt(ms: number): number {
  return Math.floor(ms / 1_000 / STEP_SECONDS);
}

/** The step that a code belongs to, now or beside it and after `lastStep`; undefined when it is none. */
export function matchingStep(secret: string, code: string, nowMs: number, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const key = fromBase32(secret);
  const given = Buffer.from(code);
  return WINDOW.map((offset) => stepAt(nowMs) + offset).find(
    (step) => step > lastStep && timingSafeEqual(Buffer.from(codeOfStep(key, step)), given),
  );
}

/** What the QR code of the setup says (Google Authenticator's key URI format). */
export function otpauthUrl(secret: string, account: string): string {
  const label = `Linqr:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=Linqr&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
