import { AppError, type ErrorCode, toAppError } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { GatewayRequest } from './request.js';

const BY_STATUS: Record<number, [ErrorCode, string]> = {
  400: ['BODY_MALFORMED', 'The request could not be read. Please check its format.'],
  401: ['NOT_SIGNED_IN', 'Please sign in.'],
  403: ['FORBIDDEN', 'You may not do this.'],
  404: ['NOT_FOUND', 'There is nothing at this address.'],
  413: ['PAYLOAD_TOO_LARGE', 'The request is too large.'],
  415: ['BODY_MALFORMED', 'This content type is not supported. Send JSON.'],
};

/** Errors of Nest, Express and body-parser by their status; a status of ours stays what it is. */
function fromHttpError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const status = thrown instanceof HttpException ? thrown.getStatus() : Number((thrown as { status?: unknown })?.status);
  const known = BY_STATUS[status] ?? (status >= 400 && status < 500 ? BY_STATUS[400] : undefined);
  return known ? new AppError(known[0], known[1], { internal: String((thrown as Error)?.message), cause: thrown }) : toAppError(thrown);
}

/** The error envelope of decisions §1, written once. */
export function answerError(logger: Logger, thrown: unknown, request: Request, response: Response): void {
  const error = fromHttpError(thrown);
  const fields = { code: error.code, internal: error.internal, route: request.route?.path };
  if (error.code === 'INTERNAL') logger.error({ ...fields, err: error.cause }, 'request failed');
  else if (error.httpStatus >= 500) logger.warn(fields, 'request failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(Math.ceil(error.retryAfterSeconds)));
  if (error.httpStatus === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  response.setHeader('Cache-Control', 'no-store');
  response.status(error.httpStatus).json({
    success: false,
    message: error.message,
    code: error.code,
    details: error.details,
    requestId: (request as GatewayRequest).requestId,
  });
}

@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    answerError(this.logger, thrown, host.switchToHttp().getRequest<Request>(), host.switchToHttp().getResponse<Response>());
  }
}

/** For what fails before Nest: body parsing, CSRF, limits. */
export function expressErrors(logger: Logger) {
  return (thrown: unknown, request: Request, response: Response, _next: NextFunction): void =>
    answerError(logger, thrown, request, response);
}
