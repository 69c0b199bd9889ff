import { readCookie, removeCookie, writeCookie } from '../../lib/cookies';

const accessCookie = 'accessToken';
const accessTokenSeconds = 900; // 1/96 day
const rememberKey = 'linqr.remember';

/** The bearer token, if its cookie is there: on the client that alone decides whether somebody counts as signed in. */
export const accessToken = (): string | undefined => readCookie(accessCookie);

/** The server sets the cookie too; writing it again only matters where the API answers from another path. */
export function storeAccessToken(token: string): void {
  if (token && accessToken() !== token) writeCookie(accessCookie, token, accessTokenSeconds);
}

/** The refresh token is HttpOnly: only the server can remove it, and does on logout and on a refused refresh. */
export function clearTokens(): void {
  removeCookie(accessCookie);
  rememberSession(false);
}

/**
 * "Remember me": says at the next start that a refresh is worth trying although the 15-minute access cookie is gone.
 * Holds no secret.
 */
export function rememberSession(remember: boolean): void {
  try {
    if (remember) localStorage.setItem(rememberKey, '1');
    else localStorage.removeItem(rememberKey);
  } catch {
    // Without storage a closed browser means signing in again.
  }
}

export function isSessionRemembered(): boolean {
  try {
    return localStorage.getItem(rememberKey) === '1';
  } catch {
    return false;
  }
}
