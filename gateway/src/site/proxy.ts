import { request as httpRequest } from 'node:http';
import { AppError } from '@linqr/platform/errors';
import type { NextFunction, Request, Response } from 'express';

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']);
const TIMEOUT_MS = 10_000;

/** Passes a request on to a part on this machine (the edge's /qr/{id}, the mailbox); in a cluster the ingress does this. */
export function passOn(origin: string) {
  const target = new URL(origin);
  return (request: Request, response: Response, next: NextFunction): void => {
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name)));
    const upstream = httpRequest(
      {
        host: target.hostname,
        port: target.port,
        method: request.method,
        path: request.originalUrl,
        headers: {
          ...headers,
          'x-forwarded-for': request.ip ?? '',
          'x-forwarded-host': request.get('host') ?? '',
          'x-forwarded-proto': request.protocol,
        },
        timeout: TIMEOUT_MS,
      },
      (answer) => {
        const passed = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name)));
        response.writeHead(answer.statusCode ?? 502, passed);
        answer.pipe(response);
        answer.once('error', () => response.destroy());
      },
    );
    upstream.once('timeout', () => upstream.destroy(new Error('no answer in time')));
    upstream.once('error', (error) => {
      if (response.headersSent) response.destroy();
      else
        next(
          new AppError('PART_UNAVAILABLE', 'This page is unavailable right now. Please try again shortly.', {
            internal: error.message,
            retryAfterSeconds: 1,
          }),
        );
    });
    response.once('close', () => upstream.destroy());
    request.pipe(upstream);
  };
}
