// Remembers that a visitor showed a link's password, or was warned of it: signed, short-lived, for that link (and that
// password) only.
import { createHmac, timingSafeEqual } from 'node:crypto';

const LIFETIME_MS = 15 * 60_000;

export class UnlockCookie {
  constructor(
    private readonly secret: string,
    /** Set where the short domain is served over TLS. */
    private readonly secure: boolean,
    private readonly name: 'lq_unlock' | 'lq_warned' = 'lq_unlock',
  ) {}

  /** Value of Set-Cookie. `key` is the link's cache key: domain and slug. */
  issue(key: string, slug: string, passwordVersion: number, nowMs: number): string {
    const expiresAtMs = nowMs + LIFETIME_MS;
    const value = `${expiresAtMs.toString(36)}.${this.sign(key, passwordVersion, expiresAtMs)}`;
    return `${this.name}=${value}; Path=/${slug}; Max-Age=${LIFETIME_MS / 1000}; HttpOnly; SameSite=Lax${this.secure ? '; Secure' : ''}`;
  }

  /** `header` is the request's Cookie header. */
  opens(header: string, key: string, passwordVersion: number, nowMs: number): boolean {
    for (const pair of header.split(';', 64)) {
      const equals = pair.indexOf('=');
      if (equals < 0 || pair.slice(0, equals).trim() !== this.name) continue;
      const [expiry = '', signature = ''] = pair
        .slice(equals + 1)
        .trim()
        .split('.');
      const expiresAtMs = Number.parseInt(expiry, 36);
      if (!(expiresAtMs > nowMs && expiresAtMs <= nowMs + LIFETIME_MS) || expiresAtMs.toString(36) !== expiry) continue;
      const expected = Buffer.from(this.sign(key, passwordVersion, expiresAtMs));
      const given = Buffer.from(signature);
      if (given.length === expected.length && timingSafeEqual(given, expected)) return true;
    }
    return false;
  }

  private sign(key: string, passwordVersion: number, expiresAtMs: number): string {
    return createHmac('sha256', this.secret)
      .update(`${this.name === 'lq_unlock' ? '' : `${this.name}\n`}${key}\n${passwordVersion}\n${expiresAtMs}`)
      .digest('base64url');
  }
}
