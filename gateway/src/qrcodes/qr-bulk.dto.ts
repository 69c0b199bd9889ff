import { z } from 'zod';
import { exportQuery, listQrQuery } from './qr-code.dto.js';

/** Codes in one ZIP. */
export const MAX_ZIP = 1_000;
export const IMPORT_BODY_LIMIT = '4mb';

export const bulkBody = z
  .object({
    action: z.enum(['archive', 'restore', 'delete'], 'action is archive, restore or delete'),
    ids: z.array(z.string().max(100)).min(1, 'Choose at least one code.').max(500, 'Choose 500 codes at most.'),
  })
  .meta({ id: 'ChangeQrCodes' });

export const bulkAnswer = z
  .object({
    results: z.array(z.object({ id: z.string(), ok: z.boolean(), code: z.string().optional(), message: z.string().optional() })),
    succeeded: z.number(),
    failed: z.number(),
  })
  .meta({ id: 'QrBulkResult' });

/** Ids in one parameter, divided by commas: a URL has room for some 300. */
const ids = z
  .string()
  .max(12_000, 'Choose fewer codes.')
  .transform((text) => text.split(',').filter(Boolean))
  .refine((list) => list.length <= MAX_ZIP, `Choose ${MAX_ZIP} codes at most.`)
  .default([]);

const picture = { size: exportQuery.shape.size, millimetres: exportQuery.shape.millimetres, dpi: exportQuery.shape.dpi };
const image = z.enum(['png', 'svg', 'pdf', 'jpeg', 'webp'], 'image is png, svg, pdf, jpeg or webp').default('png');

export const exportListQuery = z.object({
  search: listQrQuery.shape.search,
  show: listQrQuery.shape.show,
  type: listQrQuery.shape.type,
  createdFrom: listQrQuery.shape.createdFrom,
  createdTo: listQrQuery.shape.createdTo,
  format: z.enum(['zip', 'csv'], 'format is zip or csv').default('zip'),
  image,
  ...picture,
  ids,
});
export type ExportListQuery = z.output<typeof exportListQuery>;

export const downloadQuery = z.object({ format: image, ...picture });
export const resultsQuery = z.object({ format: z.enum(['csv', 'json'], 'format is csv or json').default('json') });

export const importAnswer = z
  .object({
    id: z.string(),
    kind: z.literal('qrcodes'),
    state: z.enum(['queued', 'running', 'done', 'cancelled', 'failed']),
    total: z.number(),
    processed: z.number(),
    succeeded: z.number(),
    failed: z.number(),
    createdAt: z.string(),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: 'QrImport' });

export const importResultsAnswer = z.object({
  results: z.array(
    z
      .object({
        row: z.number().meta({ description: 'Of the file; the header is row 1' }),
        ok: z.boolean(),
        id: z.string().nullable(),
        name: z.string(),
        content: z.string(),
        qrUrl: z.string().nullable(),
        code: z.string(),
        message: z.string(),
      })
      .meta({ id: 'QrImportRow' }),
  ),
});
