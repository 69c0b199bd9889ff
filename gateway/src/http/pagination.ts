import { z } from 'zod';

/** `page` from 1 and `limit` to 100, or a cursor for deep lists. */
export const pageQuery = z.object({
  page: z.coerce.number().int('page must be a whole number').min(1, 'page starts at 1').max(1_000_000).default(1),
  limit: z.coerce
    .number()
    .int('limit must be a whole number')
    .min(1, 'limit must be at least 1')
    .max(100, 'limit is at most 100')
    .default(50),
  cursor: z.string().max(500).default(''),
});

export const paginationAnswer = z
  .object({ page: z.number(), limit: z.number(), total: z.number(), totalPages: z.number(), nextCursor: z.string().nullable() })
  .meta({ id: 'Pagination' });

export function presentPagination(
  query: { page: number; limit: number },
  total: number,
  nextCursor = '',
): z.output<typeof paginationAnswer> {
  return { page: query.page, limit: query.limit, total, totalPages: Math.ceil(total / query.limit), nextCursor: nextCursor || null };
}
