import type { Actor } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { Role } from '@linqr/proto/auth/v1/auth';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-custom';
import type { Services } from '../clients.js';

/** `Authorization: Bearer lq_live_…`; auth knows the key and counts the call, exactly and for all gateways together. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(Strategy, 'api-key') {
  constructor(private readonly services: Services) {
    super();
  }

  async validate(request: Request): Promise<Actor | null> {
    const key = /^Bearer (lq_live_[\w-]{8,200})$/i.exec(request.get('authorization') ?? '')?.[1];
    if (!key) return null;
    const answer = await this.services.auth.authenticateApiKey({ key });
    if (!answer.user) throw new AppError('API_KEY_INVALID', 'This API key is not valid.');
    // -1: unlimited, nothing to tell. Otherwise the key's own limit replaces the address's in the headers.
    if (answer.hourlyLimit >= 0) {
      request.res?.setHeader('RateLimit-Policy', `${answer.hourlyLimit};w=3600`);
      request.res?.setHeader('RateLimit-Limit', String(answer.hourlyLimit));
      request.res?.setHeader('RateLimit-Remaining', String(Math.max(answer.remaining, 0)));
      request.res?.setHeader('RateLimit-Reset', String(answer.resetSeconds));
    }
    if (answer.remaining < 0) {
      throw new AppError('RATE_LIMITED', `The hourly limit of ${answer.hourlyLimit} API calls is used up.`, {
        retryAfterSeconds: answer.resetSeconds,
      });
    }
    return {
      userId: answer.user.id,
      workspaceId: answer.user.workspaceId,
      role: answer.user.role === Role.ROLE_ADMIN ? 'admin' : 'user',
      via: 'api_key',
      credentialId: answer.keyId,
    };
  }
}
