import { describe, expect, it } from '@jest/globals';
import { AppError, ERROR_CATALOGUE, type ErrorCode, isErrorCode, toAppError, validationFailed } from './index.js';

describe('the catalogue of errors', () => {
  it.each(Object.entries(ERROR_CATALOGUE))(
    '%s has an HTTP status of an error, a gRPC status and a sentence',
    (_code, { http, grpc, about }) => {
      expect(http).toBeGreaterThanOrEqual(400);
      expect(http).toBeLessThan(600);
      expect(grpc).toBeGreaterThanOrEqual(1);
      expect(grpc).toBeLessThanOrEqual(16);
      expect(about).toMatch(/^[A-Z].*\.$/);
    },
  );

  it('knows its own codes from names that every object has', () => {
    expect(isErrorCode('NOT_FOUND')).toBe(true);
    for (const name of ['constructor', 'toString', '__proto__', '', 'not_found']) expect(isErrorCode(name)).toBe(false);
  });
});

describe('an error', () => {
  it('keeps what it was made with', () => {
    const cause = new Error('deep');
    const error = new AppError('RATE_LIMITED', 'Slow down.', {
      internal: 'bucket 7',
      retryAfterSeconds: 3,
      details: [{ field: 'a', message: 'b' }],
      cause,
    });
    expect(error).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Slow down.',
      internal: 'bucket 7',
      retryAfterSeconds: 3,
      httpStatus: 429,
      cause,
    });
    expect(error.details).toEqual([{ field: 'a', message: 'b' }]);
  });

  it('of a validation shows its first problem and holds all', () => {
    const error = validationFailed({ field: 'url', message: 'Enter a URL.' }, { field: 'title', message: 'Too long.' });
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', message: 'Enter a URL.' });
    expect(error.details).toHaveLength(2);
    expect(validationFailed().message).not.toBe('');
  });

  it.each([[new TypeError('x.secret is undefined')], ['text'], [undefined], [{ a: 1 }]])(
    'that is not ours keeps its text to itself: %p',
    (thrown) => {
      const error = toAppError(thrown);
      expect(error.code satisfies ErrorCode).toBe('INTERNAL');
      expect(error.message).not.toContain('secret');
      expect(error.internal).toBeDefined();
    },
  );

  it('that is ours stays itself', () => {
    const error = new AppError('NOT_FOUND', 'Nothing here.');
    expect(toAppError(error)).toBe(error);
  });
});
