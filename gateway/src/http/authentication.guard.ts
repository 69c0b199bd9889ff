import { type Actor, currentContext } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { ACCESS, type Access } from './api-route.js';
import type { GatewayRequest } from './request.js';

/** Every route is closed unless its ApiRoute says otherwise. Puts the verified actor into the call's context. */
@Injectable()
export class AuthenticationGuard extends AuthGuard(['session', 'api-key']) {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.accessOf(context);
    if (access === 'public') return true;
    await super.canActivate(context);
    const actor = context.switchToHttp().getRequest<GatewayRequest>().user;
    if (access === 'admin' && (actor?.role !== 'admin' || actor.via !== 'session'))
      throw new AppError('FORBIDDEN', 'Only admins may do this.');
    const call = currentContext();
    if (actor && call) call.actor = actor;
    return true;
  }

  override handleRequest<T = Actor>(error: unknown, actor: T | false, info: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (actor) return actor;
    if (this.accessOf(context) === 'optional') return undefined as T;
    const expired = [info].flat().some((i) => i instanceof Error && i.name === 'TokenExpiredError');
    throw expired
      ? new AppError('SESSION_EXPIRED', 'Your session has expired. Please sign in again.')
      : new AppError('NOT_SIGNED_IN', 'Please sign in.');
  }

  private accessOf(context: ExecutionContext): Access {
    return this.reflector.get<Access | undefined>(ACCESS, context.getHandler()) ?? 'signed-in';
  }
}
