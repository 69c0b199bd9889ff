import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import type { Clock } from '@linqr/platform/clock';
import jwt from 'jsonwebtoken';
import type { User } from '../users/user.js';

export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const ACCESS_TOKEN_ISSUER = 'linqr-auth';
export const ACCESS_TOKEN_AUDIENCE = 'linqr';

/**
 * Makes ES256 JWTs: sub (user), ws (workspace), role, sid (session), ev (e-mail verified), iat, exp, iss, aud. The header's kid
 * is a fingerprint of the public key, so that a verifier can hold two while keys change.
 */
export class AccessTokenIssuer {
  private readonly keyId: string;

  constructor(
    private readonly privateKey: KeyObject,
    private readonly clock: Clock,
  ) {
    const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
    this.keyId = createHash('sha256').update(publicKey).digest('base64url').slice(0, 16);
  }

  issue(user: User, sessionId: string): string {
    const iat = Math.floor(this.clock.now() / 1_000);
    const claims = { ws: user.workspaceId, role: user.role, sid: sessionId, ev: user.emailVerified, iat };
    // A KeyObject: from a PEM text jsonwebtoken would parse the key anew at each call.
    return jwt.sign(claims, this.privateKey, {
      algorithm: 'ES256',
      keyid: this.keyId,
      subject: user.id,
      issuer: ACCESS_TOKEN_ISSUER,
      audience: ACCESS_TOKEN_AUDIENCE,
      expiresIn: ACCESS_TOKEN_SECONDS,
    });
  }
}
