// Parsing of untrusted input into VALIDATION_FAILED, in words that a person can act on.
import { z } from 'zod';
import { AppError, type FieldProblem } from '../errors/index.js';

// Zod's own texts speak of types ("expected string, received undefined"); schemas with texts of their own keep them.
z.config({
  customError: (issue) => {
    const field = issue.path?.at(-1);
    const name = field === undefined ? 'The request body' : String(field);
    if (issue.code === 'invalid_type')
      return issue.input === undefined ? `${name} is required` : `${name} must be ${expected(String(issue.expected))}`;
    return undefined;
  },
});

function expected(type: string): string {
  const words: Record<string, string> = {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
    date: 'a date',
  };
  return words[type] ?? `of type ${type}`;
}

/** The details of a failed parse, whatever Standard Schema library it came from. */
export function fieldProblems(
  issues: readonly { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }[],
): FieldProblem[] {
  return issues.map((issue) => ({
    field: fieldName((issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part))),
    message: issue.message,
  }));
}

/** `rules[2].conditions[0].values` */
function fieldName(path: readonly PropertyKey[]): string {
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? String(part) : `.${String(part)}`)).join('');
}

/** VALIDATION_FAILED of such issues; the message is the first problem, so that it can be shown alone. */
export function validationError(issues: Parameters<typeof fieldProblems>[0]): AppError {
  const details = fieldProblems(issues);
  return new AppError('VALIDATION_FAILED', details[0]?.message ?? 'The request is not valid.', { details });
}

/** Parses untrusted input or throws VALIDATION_FAILED naming every bad field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw validationError(result.error.issues);
}
