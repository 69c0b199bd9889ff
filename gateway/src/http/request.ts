import type { Actor } from '@linqr/platform/context';
import type { Request } from 'express';

/** What our middleware and guards add to Express's request. */
export interface GatewayRequest extends Request {
  requestId: string;
  /** Set by the authentication guard. */
  user?: Actor;
}

/** Who is at the other end, for throttles and session lists; Express resolves the address by TRUSTED_PROXIES. */
export function clientInfo(request: Request): { address: string; userAgent: string } {
  return { address: request.ip ?? '', userAgent: (request.get('user-agent') ?? '').slice(0, 512) };
}
