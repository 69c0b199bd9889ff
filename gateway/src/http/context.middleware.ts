import { newContext, runInContext, strangersTraceparent } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import { Histogram, type Registry } from '@linqr/platform/management';
import { startRootSpan, startSpan, traceparentOf } from '@linqr/platform/tracing';
import type { NextFunction, Request, Response } from 'express';
import type { GatewayRequest } from './request.js';

/** Longest that one API call may take, its calls to services included; the client gives up at 30 s (spec section 9). */
const CALL_DEADLINE_MS = 28_000;

/** Gives each request its context, its id in the answer, its line in the log and its place in the metrics. */
export function requestContext(logger: Logger, registry: Registry) {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    const parent = strangersTraceparent(request.get('traceparent'));
    const context = newContext({ requestId: request.get('x-request-id'), traceparent: parent });
    const span = parent
      ? startSpan(request.method, { kind: 'server', parent })
      : startRootSpan(request.method, 'server', context.traceparent);
    if (span) context.traceparent = traceparentOf(span);
    if (!request.get('accept')?.includes('text/event-stream')) context.deadlineMs = Date.now() + CALL_DEADLINE_MS;
    (request as GatewayRequest).requestId = context.requestId;
    response.setHeader('X-Request-Id', context.requestId);
    response.once('close', () => {
      const seconds = (performance.now() - started) / 1_000;
      const route = typeof request.route?.path === 'string' ? request.route.path : 'unmatched';
      if (span) {
        // The route's pattern, never the path: paths hold ids and, for admins, addresses.
        span.updateName(`${request.method} ${route}`);
        span.setAttributes({
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': response.statusCode,
        });
        if (response.statusCode >= 500) span.setStatus({ code: 2 });
        span.end();
      }
      duration.observe({ method: request.method, route, status: response.statusCode }, seconds);
      runInContext(context, () =>
        logger.debug({ method: request.method, route, status: response.statusCode, seconds }, 'request answered'),
      );
    });
    runInContext(context, next);
  };
}

/** `/api/v1` is `/api`; so is the doubled `/api/api` of existing clients. Another version is refused by name. */
export function apiVersion(request: Request, _response: Response, next: NextFunction): void {
  const asked = request.get('x-api-version');
  if (asked !== undefined && asked !== 'v1') {
    next(new AppError('API_VERSION_UNSUPPORTED', `This API version is not supported. Supported: v1.`));
    return;
  }
  const match = /^\/api\/(?:api\/)?(?:v1(?=[/?]|$))?\/?(.*)$/s.exec(request.url);
  if (match) request.url = `/api/${match[1]}`;
  next();
}
