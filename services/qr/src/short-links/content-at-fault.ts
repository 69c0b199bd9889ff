import { AppError, toAppError } from '@linqr/platform/errors';

/** The link service calls a code's content `originalUrl`. */
export function contentAtFault(thrown: unknown): AppError {
  const error = toAppError(thrown);
  if (!error.details.some(({ field }) => field === 'originalUrl')) return error;
  const details = error.details.map(({ field, message }) => ({ field: field === 'originalUrl' ? 'content' : field, message }));
  return new AppError(error.code, error.message, { details, internal: error.internal });
}
