// Parsing of untrusted input into VALIDATION_FAILED.
import { z } from 'zod';
import { AppError, type FieldProblem } from '../errors/index.js';

/** Parses untrusted input or throws VALIDATION_FAILED naming every bad field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const details: FieldProblem[] = result.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
  throw new AppError('VALIDATION_FAILED', details[0]?.message ?? 'The request is not valid.', { details });
}
