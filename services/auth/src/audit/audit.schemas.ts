import { z } from 'zod';

/** 0 is the wire's "not given". */
export const listSecurityEventsSchema = z.object({
  page: z
    .int()
    .min(0, 'Page must be 1 or more')
    .max(10_000, 'Page must be at most 10000')
    .transform((page) => page || 1),
  limit: z
    .int()
    .min(0, 'Limit must be 1 or more')
    .max(100, 'Limit must be at most 100')
    .transform((limit) => limit || 20),
});
