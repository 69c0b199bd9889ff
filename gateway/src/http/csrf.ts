import { randomBytes } from 'node:crypto';
import { AppError } from '@linqr/platform/errors';
import { doubleCsrf } from 'csrf-csrf';
import type { NextFunction, Request, Response } from 'express';
import { ACCESS_COOKIE, CSRF_COOKIE, CSRF_SEED_COOKIE, REFRESH_COOKIE } from './cookies.js';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Signed double submit (decisions §1): GET /api/health sets the token, unsafe calls with a session cookie send it back. */
export class Csrf {
  private readonly utilities: ReturnType<typeof doubleCsrf>;

  constructor(
    secret: string,
    private readonly secure: boolean,
  ) {
    this.utilities = doubleCsrf({
      getSecret: () => secret,
      getSessionIdentifier: (request) => String(request.cookies?.[CSRF_SEED_COOKIE] ?? ''),
      cookieName: CSRF_COOKIE,
      cookieOptions: { httpOnly: false, sameSite: 'lax', secure, path: '/' },
      getCsrfTokenFromRequest: (request) => request.get('x-xsrf-token') ?? null,
    });
  }

  /** Makes sure that the browser holds a valid token; answers with it. */
  issue(request: Request, response: Response): string {
    if (!/^[0-9a-f]{32}$/.test(String(request.cookies?.[CSRF_SEED_COOKIE] ?? ''))) {
      const seed = randomBytes(16).toString('hex');
      request.cookies = { ...request.cookies, [CSRF_SEED_COOKIE]: seed };
      response.cookie(CSRF_SEED_COOKIE, seed, {
        httpOnly: true,
        sameSite: 'lax',
        secure: this.secure,
        path: '/',
        maxAge: 365 * 86_400_000,
      });
      return this.utilities.generateCsrfToken(request, response, { overwrite: true });
    }
    return this.utilities.generateCsrfToken(request, response, { overwrite: false, validateOnReuse: false });
  }

  /** Middleware. Calls without a session cookie (bearer key, bearer token) cannot be forged by a browser: exempt. */
  readonly protect = (request: Request, _response: Response, next: NextFunction): void => {
    const carriesSession = request.cookies?.[ACCESS_COOKIE] !== undefined || request.cookies?.[REFRESH_COOKIE] !== undefined;
    if (SAFE.has(request.method) || !carriesSession || this.utilities.validateRequest(request)) next();
    else next(new AppError('CSRF_TOKEN_INVALID', 'Your session could not be verified. Please reload the page and try again.'));
  };
}
