// The one error that crosses boundaries. Not for control flow inside a module.
import { ERROR_CATALOGUE, type ErrorCode, isErrorCode } from './catalogue.js';
import { isOutage } from './outage.js';

export { ERROR_CATALOGUE, type ErrorCode, isErrorCode };

/** What is wrong with one field; `field` is the path a caller sent, `message` a sentence for a person. */
export interface FieldProblem {
  field: string;
  message: string;
}

export interface AppErrorOptions {
  /** For the logs only; never leaves the process. */
  internal?: string;
  details?: FieldProblem[];
  /** After how long a retry makes sense. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A known failure: `code` for programs, `message` for people, `internal` for the logs. */
export class AppError extends Error {
  readonly details: FieldProblem[];
  readonly internal: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.details = options.details ?? [];
    this.internal = options.internal;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get httpStatus(): number {
    return ERROR_CATALOGUE[this.code].http;
  }

  get grpcStatus(): number {
    return ERROR_CATALOGUE[this.code].grpc;
  }
}

/** VALIDATION_FAILED with one problem a field; the message is the first problem, so that it can be shown alone. */
export function validationFailed(...details: FieldProblem[]): AppError {
  return new AppError('VALIDATION_FAILED', details[0]?.message ?? 'The request is not valid.', { details });
}

/** Any thrown value as an AppError: a store that is away PART_UNAVAILABLE, all else INTERNAL; the text is kept for the logs only. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const internal = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  if (isOutage(thrown))
    return new AppError('PART_UNAVAILABLE', 'A part of Linqr is unavailable right now. Please try again shortly.', {
      internal,
      cause: thrown,
      retryAfterSeconds: 1,
    });
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.', { internal, cause: thrown });
}
