import { validationFailed } from '@linqr/platform/errors';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The Idempotency-Key header: 1 to 200 characters, or absent. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const key = context.switchToHttp().getRequest<Request>().get('idempotency-key');
  if (key !== undefined && (key.length < 1 || key.length > 200))
    throw validationFailed({ field: 'Idempotency-Key', message: 'Idempotency-Key has 1 to 200 characters' });
  return key;
});
