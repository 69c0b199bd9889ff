import { z } from 'zod';

export const MAX_FILE_BYTES = 5 * 1024 * 1024;
export const MAX_ROWS = 10_000;
/** What a preview reads. */
export const MAX_BEGINNING_BYTES = 256 * 1024;

const bytes = z.instanceof(Uint8Array);

export const previewImportSchema = z.object({
  content: bytes.refine((content) => content.length <= MAX_BEGINNING_BYTES, 'A preview reads the first 256 KiB of a file.'),
  isBeginning: z.boolean(),
});

export const createImportSchema = z.object({
  content: bytes,
  fields: z.array(z.string().max(100)).max(100, 'More columns are named than a file may have.'),
  fileName: z
    .string()
    .transform((name) => name.replace(/\p{Cc}/gu, '').slice(0, 200))
    .default(''),
  idempotencyKey: z
    .string()
    .regex(/^[\x21-\x7e]{0,200}$/, 'An idempotency key has 200 visible ASCII characters at most.')
    .default(''),
});
export type CreateImportInput = z.output<typeof createImportSchema>;

export const listImportRowsSchema = z.object({
  id: z.string(),
  afterRow: z.number().int().min(0, 'The row must not be negative.').max(10_000_000),
  limit: z
    .number()
    .int()
    .min(0, 'The limit must be at least 1.')
    .max(1_000, 'The limit must be at most 1,000.')
    .transform((limit) => limit || 1_000),
  onlyFailed: z.boolean(),
});
