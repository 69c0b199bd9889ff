import { validationFailed } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import { BulkAction, type Import, ImportState } from '@linqr/proto/link/v1/bulk';
import { Body, Controller, Get, Inject, Param, Post, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute, FILE } from '../http/api-route.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import type { GatewayRequest } from '../http/request.js';
import { DownloadTurns } from '../qrcodes/qr-files.js';
import { LOGGER } from '../tokens.js';
import { LINK_FILTERS } from './link.controller.js';
import {
  bulkAnswer,
  bulkBody,
  exportQuery,
  idsAnswer,
  importAnswer,
  importQuery,
  MAX_BEGINNING_BYTES,
  previewAnswer,
  previewQuery,
  resultsAnswer,
  resultsQuery,
  selectionQuery,
} from './link-bulk.dto.js';
import { csvAttachment, importRowsAsCsv, linksAsCsv, presentImportRow } from './link-export.js';

const ACTIONS = {
  archive: BulkAction.BULK_ACTION_ARCHIVE,
  restore: BulkAction.BULK_ACTION_RESTORE,
  delete: BulkAction.BULK_ACTION_DELETE,
  addTags: BulkAction.BULK_ACTION_ADD_TAGS,
  removeTags: BulkAction.BULK_ACTION_REMOVE_TAGS,
  setExpiry: BulkAction.BULK_ACTION_SET_EXPIRY,
  clearExpiry: BulkAction.BULK_ACTION_CLEAR_EXPIRY,
};
const BULK_TIMEOUT_MS = 25_000;
const CSV_BODY = {
  description:
    'UTF-8 (with or without a byte-order mark), UTF-16 with one, or Windows-1252; at most 5 MB and 10,000 rows. Columns: originalUrl, customAlias, title, description, tags, password, startsAt, expiresAt, maxClicks, redirectType, forwardQuery, domain; exports of Bitly, Dub, Kutt, YOURLS and Shlink are read by their own headers.',
  schema: { type: 'string' },
} as const;

/** Many links at once. Its routes come before those of one link: `export` and `imports` are no ids. */
@ApiTags('Short links')
@Controller('urls')
export class LinkBulkController {
  private readonly turns = new DownloadTurns(2);

  constructor(
    private readonly services: Services,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('bulk')
  @ApiRoute({
    summary: 'Archive, restore, delete, tag or set the expiry of up to 500 links; each has its own result',
    access: 'signed-in',
    answer: bulkAnswer,
    errors: ['PLAN_FEATURE_REQUIRED'],
  })
  async bulk(@Body({ schema: bulkBody }) body: z.output<typeof bulkBody>): Promise<z.output<typeof bulkAnswer>> {
    const { results } = await this.services.bulk.changeLinks({ ...body, action: ACTIONS[body.action] }, { timeoutMs: BULK_TIMEOUT_MS });
    const succeeded = results.filter(({ ok }) => ok).length;
    return {
      results: results.map(({ id, ok, code, message }) => (ok ? { id, ok } : { id, ok, code, message })),
      succeeded,
      failed: results.length - succeeded,
    };
  }

  @Get('ids')
  @ApiRoute({ summary: 'The ids of all links that a list with these filters shows', access: 'signed-in', answer: idsAnswer })
  async ids(@Query({ schema: selectionQuery }) query: z.output<typeof selectionQuery>) {
    return this.services.bulk.listLinkIds({ ...query, filter: LINK_FILTERS[query.filter] });
  }

  @Get('export')
  @ApiRoute({
    summary: 'The listed links as CSV; the filters are those of the list',
    access: 'signed-in',
    answer: FILE,
    media: ['text/csv'],
  })
  async export(
    @Query({ schema: exportQuery }) asked: z.output<typeof exportQuery>,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const stream = await linksAsCsv(this.services, this.logger, request, { ...asked, filter: LINK_FILTERS[asked.filter] });
    const taken = this.turns.take(request.user?.workspaceId ?? '', stream);
    // A reader who goes away ends the work for him.
    response.once('close', () => taken.destroy());
    return csvAttachment(taken, 'linqr-links');
  }

  @Post('import')
  @ApiConsumes('text/csv')
  @ApiBody(CSV_BODY)
  @ApiRoute({
    summary: 'Create links out of a CSV file, in the background',
    access: 'signed-in',
    status: 202,
    answer: z.object({ import: importAnswer }),
    errors: ['PLAN_FEATURE_REQUIRED', 'PAYLOAD_TOO_LARGE', 'CONFLICT'],
  })
  async start(
    @Req() request: GatewayRequest,
    @Query({ schema: importQuery }) { columns, fileName }: z.output<typeof importQuery>,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ) {
    const content = fileOf(request);
    const started = await this.services.bulk.createImport(
      { content, fields: columns, fileName, idempotencyKey },
      { timeoutMs: BULK_TIMEOUT_MS },
    );
    return { import: present(started) };
  }

  @Post('import/preview')
  @ApiConsumes('text/csv')
  @ApiBody(CSV_BODY)
  @ApiRoute({
    summary: 'How an import would read a file (its first 256 KiB are enough); nothing is made',
    access: 'signed-in',
    answer: previewAnswer,
    errors: ['PAYLOAD_TOO_LARGE'],
  })
  async preview(
    @Req() request: GatewayRequest,
    @Query({ schema: previewQuery }) { beginning }: z.output<typeof previewQuery>,
  ): Promise<z.output<typeof previewAnswer>> {
    const whole = fileOf(request);
    const content = whole.subarray(0, MAX_BEGINNING_BYTES);
    const preview = await this.services.bulk.previewImport({ content, isBeginning: beginning || content.length < whole.length });
    return {
      columns: preview.columns.map(({ header, field }) => ({ header, field: field || null })),
      samples: preview.samples.map(({ cells }) => cells),
      rows: preview.rows,
      source: preview.source,
      encoding: preview.encoding,
    };
  }

  @Get('imports')
  @ApiRoute({
    summary: 'Imports of the last 30 days, newest first, 100 at most',
    access: 'signed-in',
    answer: z.object({ imports: z.array(importAnswer) }),
  })
  async imports() {
    return { imports: (await this.services.bulk.listImports({})).imports.map(present) };
  }

  @Get('imports/:id')
  @ApiRoute({
    summary: 'How far an import is',
    access: 'signed-in',
    answer: z.object({ import: importAnswer }),
    errors: ['IMPORT_NOT_FOUND'],
  })
  async import(@Param('id') id: string) {
    return { import: present(await this.services.bulk.getImport({ id })) };
  }

  @Post('imports/:id/cancel')
  @ApiRoute({
    summary: 'Stop an import; links that were made stay',
    access: 'signed-in',
    answer: z.object({ import: importAnswer }),
    errors: ['IMPORT_NOT_FOUND'],
  })
  async cancel(@Param('id') id: string) {
    return { import: present(await this.services.bulk.cancelImport({ id })) };
  }

  @Get('imports/:id/results')
  @ApiRoute({
    summary: 'What became of each row, in pages as JSON or whole as CSV',
    access: 'signed-in',
    answer: resultsAnswer,
    media: ['text/csv'],
    errors: ['IMPORT_NOT_FOUND'],
  })
  async results(
    @Param('id') id: string,
    @Query({ schema: resultsQuery }) { format, failed, cursor, limit }: z.output<typeof resultsQuery>,
    @Req() request: GatewayRequest,
  ) {
    if (format === 'csv') return csvAttachment(await importRowsAsCsv(this.services, request, id, failed), 'linqr-import-results');
    const { rows, more } = await this.services.bulk.listImportRows({ id, afterRow: Number(cursor), limit, onlyFailed: failed });
    const nextCursor = more ? String(rows.at(-1)?.row ?? '') || null : null;
    return { results: rows.map(presentImportRow), pagination: { limit, nextCursor } };
  }
}

const STATES: Partial<Record<ImportState, z.output<typeof importAnswer>['state']>> = {
  [ImportState.IMPORT_STATE_QUEUED]: 'queued',
  [ImportState.IMPORT_STATE_RUNNING]: 'running',
  [ImportState.IMPORT_STATE_DONE]: 'done',
  [ImportState.IMPORT_STATE_CANCELLED]: 'cancelled',
};

function present(it: Import): z.output<typeof importAnswer> {
  return {
    id: it.id,
    kind: 'links',
    state: STATES[it.state] ?? 'failed',
    total: it.total,
    processed: it.processed,
    succeeded: it.succeeded,
    failed: it.failed,
    fileName: it.fileName,
    source: it.source,
    stoppedBy: it.stoppedBy || null,
    createdAt: it.createdAt ?? '',
    finishedAt: it.finishedAt ?? null,
  };
}

function fileOf(request: GatewayRequest): Buffer {
  const body: unknown = request.body;
  if (Buffer.isBuffer(body)) return body;
  throw validationFailed({ field: 'file', message: 'Send the file as the body, with the content type text/csv.' });
}
