import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, StreamableFile } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { LIFTED } from './api-route.js';

/**
 * `{ success: true, data }` around what a handler answers. Fields that existing clients read at two depths are named
 * once, on the route (`lift`), and carried at both.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const lifted = this.reflector.get<string[] | undefined>(LIFTED, context.getHandler()) ?? [];
    return next.handle().pipe(
      map((data: unknown) => {
        if (data instanceof StreamableFile) return data;
        const body: Record<string, unknown> = { success: true, data: data ?? {} };
        for (const field of lifted) body[field] = (data as Record<string, unknown>)[field];
        return body;
      }),
    );
  }
}
