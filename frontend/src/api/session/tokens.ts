import { readCookie, removeCookie, writeCookie } from '../../lib/cookies';

const accessCookie = 'accessToken';
const accessTokenSeconds = 900; // 1/96 day
const hintKey = 'linqr.session';

/** The bearer token, if its cookie is there: on the client that alone decides whether somebody counts as signed in. */
export const accessToken = (): string | undefined => readCookie(accessCookie);

/** The server sets the cookie too; writing it again only matters where the API answers from another path. */
export function storeAccessToken(token: string): void {
  if (token && accessToken() !== token) writeCookie(accessCookie, token, accessTokenSeconds);
}

/** The refresh token is HttpOnly: only the server can remove it, and does on logout and on a refused refresh. */
export function clearTokens(): void {
  removeCookie(accessCookie);
  for (const storage of [() => localStorage, () => sessionStorage]) attempt(() => storage().removeItem(hintKey));
}

/**
 * Says to the next start that a refresh is worth trying although the 15-minute access cookie is gone: for good with
 * "remember me", else as long as this tab lives. Holds no secret.
 */
export function hintSession(remember: boolean): void {
  attempt(() => (remember ? localStorage : sessionStorage).setItem(hintKey, '1'));
}

const expectedKey = 'linqr.expected';

/** Before leaving for a sign-in provider: whoever comes back signed in is remembered. Whoever does not is not asked about. */
export function expectSession(): void {
  attempt(() => sessionStorage.setItem(expectedKey, '1'));
}

/** After a start that found a session. */
export function hintExpectedSession(): void {
  if (attempt(() => sessionStorage.getItem(expectedKey)) !== '1') return;
  attempt(() => sessionStorage.removeItem(expectedKey));
  hintSession(true);
}

export const isSessionHinted = (): boolean =>
  attempt(() => localStorage.getItem(hintKey) === '1' || sessionStorage.getItem(hintKey) === '1') ?? false;

/** Storage can be closed to us; then a reload after a quarter of an hour means signing in again. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
