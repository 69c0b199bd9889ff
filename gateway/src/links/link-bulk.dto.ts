import { z } from 'zod';
import { listLinksQuery, orNone } from './link.dto.js';

export const IMPORT_BODY_LIMIT = '5mb';
/** What a preview reads; the link service's own bound. */
export const MAX_BEGINNING_BYTES = 256 * 1024;

const ACTIONS = ['archive', 'restore', 'delete', 'addTags', 'removeTags', 'setExpiry', 'clearExpiry'] as const;

export const bulkBody = z
  .object({
    action: z.enum(ACTIONS, `action is one of ${ACTIONS.join(', ')}`),
    ids: z.array(z.string().max(100)).min(1, 'Please choose at least one link.').max(500, 'At most 500 links can be changed in one call.'),
    tags: orNone(z.array(z.string().max(200)).max(100)),
    expiresAt: z.preprocess(
      (v) => (v === null || v === '' ? undefined : v),
      z.iso.datetime({ offset: true, error: 'Please enter a valid date and time (ISO 8601)' }).optional(),
    ),
  })
  .meta({ id: 'ChangeLinks' });

export const bulkAnswer = z
  .object({
    results: z.array(z.object({ id: z.string(), ok: z.boolean(), code: z.string().optional(), message: z.string().optional() })),
    succeeded: z.number(),
    failed: z.number(),
  })
  .meta({ id: 'LinkBulkResult' });

const { search, filter, tag, domain } = listLinksQuery.shape;
/** The list's filters without its pages. */
export const selectionQuery = z.object({ search, filter, tag, domain });

export const idsAnswer = z.object({
  ids: z.array(z.string()).meta({ description: 'Newest first, 10,000 at most' }),
  total: z.number().meta({ description: 'Exact, also beyond 10,000' }),
});

export const exportQuery = selectionQuery.extend({ format: z.literal('csv', 'format is csv').default('csv') });

/** One field a column, in the file's order, divided by commas; empty for a column that is left out. */
const columns = z
  .string()
  .max(4_000, 'The list of columns is too long')
  .transform((text) => (text === '' ? [] : text.split(',')))
  .default([])
  .meta({ description: 'One field a column, in order, divided by commas; empty: by the headers' });

export const importQuery = z.object({ columns, fileName: z.string().max(255).default('') });
export const previewQuery = z.object({
  beginning: z
    .enum(['true', 'false'], 'beginning is true or false')
    .default('false')
    .transform((v) => v === 'true')
    .meta({ description: 'What is sent is only the beginning of the file' }),
});

export const importAnswer = z
  .object({
    id: z.string(),
    kind: z.literal('links'),
    state: z.enum(['queued', 'running', 'done', 'cancelled', 'failed']),
    total: z.number(),
    processed: z.number(),
    succeeded: z.number(),
    failed: z.number(),
    fileName: z.string(),
    source: z.string().meta({ description: 'Whose export the file was taken for: linqr, bitly, dub, kutt, yourls, shlink or csv' }),
    stoppedBy: z.string().nullable().meta({ description: 'Code of what ended it early, PLAN_LIMIT_REACHED for one' }),
    createdAt: z.string(),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: 'LinkImport' });

export const previewAnswer = z
  .object({
    columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
    samples: z.array(z.array(z.string())),
    rows: z.number(),
    source: z.string(),
    encoding: z.string(),
  })
  .meta({ id: 'LinkImportPreview' });

export const resultsQuery = z.object({
  format: z.enum(['csv', 'json'], 'format is csv or json').default('json'),
  failed: z
    .enum(['true', 'false'], 'failed is true or false')
    .default('false')
    .transform((v) => v === 'true')
    .meta({ description: 'Only rows that made no link' }),
  cursor: z
    .string()
    .regex(/^\d{0,7}$/, 'cursor is not valid')
    .default(''),
  limit: z.coerce
    .number()
    .int('limit must be a whole number')
    .min(1, 'limit must be at least 1')
    .max(1_000, 'limit is at most 1,000')
    .default(100),
});

export const resultsAnswer = z.object({
  results: z.array(
    z
      .object({
        row: z.number().meta({ description: 'Of the file; the header is row 1' }),
        ok: z.boolean(),
        shortUrl: z.string().nullable(),
        code: z.string(),
        message: z.string(),
        originalUrl: z.string(),
      })
      .meta({ id: 'LinkImportRow' }),
  ),
  pagination: z.object({ limit: z.number(), nextCursor: z.string().nullable() }),
});
