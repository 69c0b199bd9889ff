import type { AuthenticatedSession } from '@linqr/proto/auth/v1/auth';
import type { CookieOptions, Response } from 'express';

export const ACCESS_COOKIE = 'accessToken';
export const REFRESH_COOKIE = 'refreshToken';
export const CSRF_COOKIE = 'XSRF-TOKEN';
/** Random per browser, HttpOnly: what the CSRF token is signed over. */
export const CSRF_SEED_COOKIE = 'lq_seed';

/** Holds the way to a sign-in provider and back to the browser that began it. */
export const JOURNEY_COOKIE = 'lq_journey';
const JOURNEY_MS = 10 * 60_000;

/** Cookies of the session; Secure as the installation's origin is. */
export class SessionCookies {
  private readonly base: CookieOptions;

  constructor(secure: boolean) {
    this.base = { path: '/', sameSite: 'lax', secure };
  }

  /** The access token's cookie is readable: its presence is the client's own sign-in test (spec section 4). */
  set(response: Response, session: AuthenticatedSession): void {
    response.cookie(ACCESS_COOKIE, session.accessToken, { ...this.base, maxAge: session.accessTokenSeconds * 1_000 });
    response.cookie(REFRESH_COOKIE, session.refreshToken, {
      ...this.base,
      httpOnly: true,
      ...(session.rememberMe ? { maxAge: session.refreshTokenSeconds * 1_000 } : {}),
    });
  }

  clear(response: Response): void {
    response.clearCookie(ACCESS_COOKIE, this.base);
    response.clearCookie(REFRESH_COOKIE, { ...this.base, httpOnly: true });
  }

  /** Lax: it has to come along when the provider sends the browser back. */
  beginJourney(response: Response, browser: string): void {
    response.cookie(JOURNEY_COOKIE, browser, { ...this.journey(), maxAge: JOURNEY_MS });
  }

  endJourney(response: Response): void {
    response.clearCookie(JOURNEY_COOKIE, this.journey());
  }

  private journey(): CookieOptions {
    return { ...this.base, httpOnly: true, path: '/api/auth/oauth' };
  }
}
