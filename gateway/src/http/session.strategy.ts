import { createPublicKey } from 'node:crypto';
import type { Actor } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import { ACCESS_COOKIE } from './cookies.js';
import type { LiveSessions } from './live-sessions.js';

/** Claims of an access token; auth signs them (services/auth). */
interface AccessClaims {
  sub: string;
  ws: string;
  role: 'user' | 'admin';
  sid: string;
  iat: number;
}

/** The access token from the Authorization header, else from its cookie; an API key in the header is not ours. */
export function accessTokenOf(request: Request): string | null {
  const header = request.get('authorization');
  if (header !== undefined) {
    const bearer = /^Bearer ([\w.-]+)$/i.exec(header)?.[1];
    return bearer?.split('.').length === 3 ? bearer : null;
  }
  const cookie: unknown = request.cookies?.[ACCESS_COOKIE];
  return typeof cookie === 'string' && cookie.length > 0 ? cookie : null;
}

/** Verifies access tokens here, without asking auth: ES256 with a KeyObject (a string key would be parsed at every call). */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
  constructor(
    publicKeyPem: string,
    private readonly sessions: LiveSessions,
  ) {
    super({
      jwtFromRequest: accessTokenOf,
      // passport-jwt's types know strings and buffers only; jsonwebtoken takes the KeyObject.
      secretOrKey: createPublicKey(publicKeyPem) as unknown as string,
      algorithms: ['ES256'],
      issuer: 'linqr-auth',
      audience: 'linqr',
    });
  }

  async validate(claims: AccessClaims): Promise<Actor> {
    const session = { sessionId: claims.sid, userId: claims.sub, role: claims.role, issuedAtSeconds: claims.iat };
    // The role that counts is the account's now, not the one it had when the token was made.
    const role = await this.sessions.roleOf(session);
    if (!role) throw new AppError('SESSION_EXPIRED', 'Your session has ended. Please sign in again.');
    return { userId: claims.sub, workspaceId: claims.ws, role, via: 'session', credentialId: claims.sid };
  }
}
