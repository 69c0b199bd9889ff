import { describe, expect, test } from '@jest/globals';
import { toAppError } from './index.js';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

describe('an unknown error', () => {
  test.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['both addresses of localhost refused', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])],
    ['PostgreSQL shutting down under a query', Object.assign(new Error('terminating'), { driverError: withCode('57P01') })],
    ['a connection cut', new Error('Connection terminated unexpectedly')],
    [
      'a connection cut between two statements',
      new Error('Database connection provided by a query runner was already released, cannot continue'),
    ],
    ['no free connection in time', new Error('timeout exceeded when trying to connect')],
  ])('that says a part is away is PART_UNAVAILABLE with a retry: %s', (_name, error) => {
    expect(toAppError(error)).toMatchObject({ code: 'PART_UNAVAILABLE', retryAfterSeconds: 1 });
  });

  test.each([withCode('23505'), withCode('42703'), new TypeError('x is not a function'), 'text', undefined])(
    'of any other kind is INTERNAL: %s',
    (error) => {
      expect(toAppError(error).code).toBe('INTERNAL');
    },
  );
});
