import { AppError } from '@linqr/platform/errors';
import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { GatewayConfig } from '../config.js';

/** Routes where guessing pays, in every spelling that the router takes: any case, and the slash that apiVersion swallows. */
const SIGN_IN =
  /^(\/api)?\/api(\/v1)?\/{1,2}auth\/(register|login|forgot-password|reset-password|resend-verification|verify-email|change-password|unsubscribe|account|email-change|two-factor\/|passkeys\/|oauth\/)/i;

export const isSignInCall = (url: string): boolean => SIGN_IN.test(url);

function perMinute(limit: number, identifier: string, skip?: (url: string) => boolean): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit,
    identifier,
    standardHeaders: 'draft-6',
    legacyHeaders: false,
    // An IPv6 client owns a /64 at least, so that is what counts as one.
    keyGenerator: (request) => ipKeyGenerator(request.ip ?? '', 64),
    ...(skip ? { skip: (request) => skip(request.originalUrl) } : {}),
    handler: (_request, response, next) => {
      const retryAfterSeconds = Number(response.getHeader('RateLimit-Reset') ?? 60);
      next(new AppError('RATE_LIMITED', 'Too many requests. Please wait a moment and try again.', { retryAfterSeconds }));
    },
  });
}

/**
 * Flood limits by client address, counted in this process: the coarse net. Exact limits live where the data is: API
 * calls an hour and sign-in attempts are counted by auth in its database, for all replicas together.
 */
export function floodLimits(config: GatewayConfig): RequestHandler[] {
  return [
    perMinute(config.REQUESTS_PER_MINUTE, 'address'),
    perMinute(config.SIGN_IN_CALLS_PER_MINUTE, 'sign-in', (url) => !isSignInCall(url)),
  ];
}
