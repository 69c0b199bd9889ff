import { ERROR_CATALOGUE, type ErrorCode } from '@linqr/platform/errors';
import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiExtension, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';

export const ACCESS = Symbol('access');
export const LIFTED = Symbol('lifted');

/** Who may call: anybody; anybody, but known where signed in; signed in; admin. */
export type Access = 'public' | 'optional' | 'signed-in' | 'admin';

export interface ApiRouteOptions {
  summary: string;
  access: Access;
  /** What `data` of the answer holds. */
  answer: z.ZodType;
  status?: number;
  /** Media types of answers that are no JSON; with `answer: FILE` there is no other. */
  media?: string[];
  /** The answer is the whole body: no envelope around it. */
  bare?: boolean;
  /** Fields of `data` that stand beside it too, for clients that read them there. */
  lift?: string[];
  /** Codes besides those that every route can answer with. */
  errors?: ErrorCode[];
}

/** The answer of a route that only ever sends a file. */
export const FILE = z.unknown();
/** Where the media types of a route stand until the document is made of it. */
export const MEDIA_EXTENSION = 'x-media';

/** Who may call, in the document: for tools that test it, and for readers. */
export const ACCESS_EXTENSION = 'x-access';

const errorBody = z
  .object({
    success: z.literal(false),
    message: z.string().meta({ description: 'A sentence that a person can act on' }),
    code: z.enum(Object.keys(ERROR_CATALOGUE) as [ErrorCode, ...ErrorCode[]]),
    details: z.array(z.object({ field: z.string(), message: z.string() })),
    requestId: z.string(),
  })
  .meta({ id: 'Error' });

const ALWAYS: ErrorCode[] = [
  'VALIDATION_FAILED',
  'BODY_MALFORMED',
  'PAYLOAD_TOO_LARGE',
  'HEADERS_TOO_LARGE',
  'RATE_LIMITED',
  'PART_UNAVAILABLE',
  'DEADLINE_EXCEEDED',
  'INTERNAL',
];
const WHEN_SIGNED_IN: ErrorCode[] = ['NOT_SIGNED_IN', 'SESSION_EXPIRED', 'API_KEY_INVALID', 'CSRF_TOKEN_INVALID'];

/** Everything about a route that is not its code: access, envelope, and its place in the OpenAPI document. */
export function ApiRoute(options: ApiRouteOptions): MethodDecorator {
  const signedIn = options.access !== 'public';
  const codes = new Set<ErrorCode>([
    ...ALWAYS,
    ...(signedIn ? WHEN_SIGNED_IN : []),
    ...(options.access === 'admin' ? (['FORBIDDEN'] as const) : []),
    ...(options.errors ?? []),
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERROR_CATALOGUE[code].http, [...(byStatus.get(ERROR_CATALOGUE[code].http) ?? []), code]);
  const status = options.status ?? 200;
  const lifted = Object.fromEntries(
    (options.lift ?? []).map((field) => [field, z.unknown().meta({ description: `The same as data.${field}` })]),
  );
  return applyDecorators(
    SetMetadata(ACCESS, options.access),
    SetMetadata(LIFTED, options.lift ?? []),
    HttpCode(status),
    ApiOperation({ summary: options.summary }),
    ApiExtension(ACCESS_EXTENSION, options.access),
    ...(options.media ? [ApiExtension(MEDIA_EXTENSION, { types: options.media, only: options.answer === FILE })] : []),
    ApiResponse({
      status,
      description: options.summary,
      // Who is sent elsewhere gets nothing to read.
      ...(status < 300 && {
        standardSchema: options.bare ? options.answer : z.object({ success: z.literal(true), data: options.answer, ...lifted }),
      }),
    }),
    ...[...byStatus].map(([httpStatus, list]) =>
      ApiResponse({ status: httpStatus, description: list.join(', '), standardSchema: errorBody }),
    ),
    ...(signedIn ? [ApiBearerAuth(), ApiCookieAuth('accessToken')] : []),
  );
}
