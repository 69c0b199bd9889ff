import type { Readable } from 'node:stream';
import { validationFailed } from '@linqr/platform/errors';
import { type Logger } from '@linqr/platform/logging';
import { QrBulkAction, type QrImport, type QrImportRow, QrImportState } from '@linqr/proto/qr/v1/qr';
import { Body, Controller, Get, Inject, Param, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { csvCell } from '../analytics/csv.js';
import { Services } from '../clients.js';
import type { GatewayConfig } from '../config.js';
import { ApiRoute, FILE } from '../http/api-route.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import type { GatewayRequest } from '../http/request.js';
import { countsOf } from '../links/link-counts.js';
import { CONFIG, LOGGER } from '../tokens.js';
import {
  bulkAnswer,
  bulkBody,
  downloadQuery,
  type ExportListQuery,
  exportListQuery,
  importAnswer,
  importResultsAnswer,
  MAX_ZIP,
  resultsQuery,
} from './qr-bulk.dto.js';
import { FORMATS, toQrType } from './qr-code.presenter.js';
import { codesAsCsv, codesAsZip, DownloadTurns, everyCode, type ListRequest, type ZipEntry } from './qr-files.js';

const ACTIONS = {
  archive: QrBulkAction.QR_BULK_ACTION_ARCHIVE,
  restore: QrBulkAction.QR_BULK_ACTION_RESTORE,
  delete: QrBulkAction.QR_BULK_ACTION_DELETE,
};
const BULK_TIMEOUT_MS = 60_000;
const IMPORT_TIMEOUT_MS = 20_000;
const RESULT_COLUMNS = ['row', 'ok', 'id', 'name', 'content', 'qrUrl', 'code', 'message'] as const;

/** Many codes at once. Its routes come before those of one code: `export` and `imports` are no ids. */
@ApiTags('QR codes')
@Controller('qrcodes')
export class QrBulkController {
  private readonly turns = new DownloadTurns(2);

  constructor(
    private readonly services: Services,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('bulk')
  @ApiRoute({ summary: 'Archive, restore or delete some QR codes', access: 'signed-in', answer: bulkAnswer })
  async bulk(@Body({ schema: bulkBody }) { action, ids }: z.output<typeof bulkBody>): Promise<z.output<typeof bulkAnswer>> {
    const { results } = await this.services.qr.changeQrCodes({ action: ACTIONS[action], ids }, { timeoutMs: BULK_TIMEOUT_MS });
    const succeeded = results.filter(({ ok }) => ok).length;
    return {
      results: results.map(({ id, ok, code, message }) => (ok ? { id, ok } : { id, ok, code, message })),
      succeeded,
      failed: results.length - succeeded,
    };
  }

  @Get('export')
  @ApiRoute({
    summary: 'The listed QR codes as a ZIP of images (1,000 at most) or as a CSV table; the filters are those of the list',
    access: 'signed-in',
    answer: FILE,
    media: ['application/zip', 'text/csv'],
  })
  async export(
    @Query({ schema: exportListQuery }) query: ExportListQuery,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const list = listRequest(query);
    if (query.format === 'csv') {
      const counts = (kind: Parameters<typeof countsOf>[2], ids: string[]) => countsOf(this.services, this.logger, kind, ids);
      return this.send(request, response, await codesAsCsv(everyCode(this.services, list), this.config.APP_ORIGIN, counts), 'csv');
    }
    const entries: ZipEntry[] = [];
    for await (const codes of everyCode(this.services, list)) {
      entries.push(...codes.map(({ id, title, content }) => ({ id, title, content })));
      if (entries.length > MAX_ZIP)
        throw validationFailed({
          field: 'ids',
          message: `A ZIP holds ${MAX_ZIP.toLocaleString('en')} codes at most. Filter the list or choose some.`,
        });
    }
    return this.send(request, response, this.zip(entries, query.image, query), 'zip');
  }

  @Post('import')
  @ApiConsumes('text/csv')
  @ApiBody({
    description:
      'UTF-8 (with or without a byte-order mark), UTF-16 with one, or Windows-1252; at most 4 MB and 1,000 rows. Columns: content, type, name, description, template, color, backgroundColor, style, cornerStyle, frame, frameText, size, margin, errorCorrectionLevel; ssid, password, security, hidden; address, subject, message; number.',
    schema: { type: 'string' },
  })
  @ApiRoute({
    summary: 'Create QR codes out of a CSV file, in the background',
    access: 'signed-in',
    status: 202,
    answer: z.object({ import: importAnswer }),
    errors: ['PLAN_FEATURE_REQUIRED', 'PAYLOAD_TOO_LARGE', 'CONFLICT'],
  })
  async start(@Req() request: GatewayRequest, @IdempotencyKey() key: string | undefined) {
    const csv: unknown = request.body;
    if (!Buffer.isBuffer(csv))
      throw validationFailed({ field: 'file', message: 'Send the file as the body, with the content type text/csv.' });
    return { import: present(await this.services.qr.startQrImport({ csv, idempotencyKey: key }, { timeoutMs: IMPORT_TIMEOUT_MS })) };
  }

  @Get('imports')
  @ApiRoute({ summary: 'The last 20 imports, newest first', access: 'signed-in', answer: z.object({ imports: z.array(importAnswer) }) })
  async list() {
    return { imports: (await this.services.qr.listQrImports({})).imports.map(present) };
  }

  @Get('imports/:id')
  @ApiRoute({ summary: 'How far an import is', access: 'signed-in', answer: z.object({ import: importAnswer }), errors: ['NOT_FOUND'] })
  async get(@Param('id') id: string) {
    return { import: present(await this.services.qr.getQrImport({ id })) };
  }

  @Post('imports/:id/cancel')
  @ApiRoute({
    summary: 'Stop an import; codes that were made stay',
    access: 'signed-in',
    answer: z.object({ import: importAnswer }),
    errors: ['NOT_FOUND'],
  })
  async cancel(@Param('id') id: string) {
    return { import: present(await this.services.qr.cancelQrImport({ id })) };
  }

  @Get('imports/:id/results')
  @ApiRoute({
    summary: 'What became of each row',
    access: 'signed-in',
    answer: importResultsAnswer,
    media: ['text/csv'],
    errors: ['NOT_FOUND'],
  })
  async results(@Param('id') id: string, @Query({ schema: resultsQuery }) { format }: z.output<typeof resultsQuery>) {
    const state = (await this.services.qr.getQrImport({ id })).state;
    const { rows } = await this.services.qr.listQrImportRows({ id, afterRow: 0, limit: MAX_ZIP });
    const results = rows
      .filter(({ processed }) => processed || state === QrImportState.QR_IMPORT_STATE_CANCELLED)
      .map((row) => this.presentRow(row));
    if (format === 'json') return { results };
    const lines = results.map((result) => RESULT_COLUMNS.map((column) => csvCell(asCell(result[column]))).join(','));
    return new StreamableFile(Buffer.from(`\uFEFF${[RESULT_COLUMNS.join(','), ...lines].join('\r\n')}\r\n`), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="linqr-import-results.csv"',
    });
  }

  @Get('imports/:id/download')
  @ApiRoute({
    summary: 'The images of an import as a ZIP',
    access: 'signed-in',
    answer: FILE,
    media: ['application/zip'],
    errors: ['NOT_FOUND'],
  })
  async download(
    @Param('id') id: string,
    @Query({ schema: downloadQuery }) query: z.output<typeof downloadQuery>,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    await this.services.qr.getQrImport({ id });
    const { rows } = await this.services.qr.listQrImportRows({ id, afterRow: 0, limit: MAX_ZIP });
    const entries = rows.filter(({ ok }) => ok).map(({ qrId, name, content }) => ({ id: qrId, title: name, content }));
    if (entries.length === 0) throw validationFailed({ field: 'id', message: 'This import has made no codes yet.' });
    return this.send(request, response, this.zip(entries, query.format, query), 'zip');
  }

  private zip(
    entries: readonly ZipEntry[],
    format: keyof typeof FORMATS,
    { size, millimetres, dpi }: Pick<ExportListQuery, 'size' | 'millimetres' | 'dpi'>,
  ): Readable {
    const image = { format: FORMATS[format], size: size ?? 0, millimetres: millimetres ?? 0, dpi: dpi ?? 0 };
    return codesAsZip(this.services, entries, image, format === 'jpeg' ? 'jpg' : format);
  }

  /** A reader who goes away ends the work for him. */
  private send(request: GatewayRequest, response: Response, stream: Readable, extension: 'zip' | 'csv'): StreamableFile {
    const taken = this.turns.take(request.user?.workspaceId ?? '', stream);
    response.once('close', () => taken.destroy());
    return new StreamableFile(taken, {
      type: extension === 'zip' ? 'application/zip' : 'text/csv; charset=utf-8',
      disposition: `attachment; filename="linqr-qr-codes.${extension}"`,
    });
  }

  private presentRow(row: QrImportRow): z.output<typeof importResultsAnswer>['results'][number] {
    return {
      row: row.row,
      ok: row.ok,
      id: row.qrId || null,
      name: row.name,
      content: row.content,
      qrUrl: row.qrId ? `${this.config.APP_ORIGIN}/qr/${row.qrId}` : null,
      code: row.processed ? row.code : 'CANCELLED',
      message: row.processed ? row.message : 'The import was stopped before this row.',
    };
  }
}

function listRequest(query: ExportListQuery): ListRequest {
  return {
    page: 1,
    limit: 0,
    cursor: '',
    search: query.search,
    // Chosen codes are meant whatever the list shows.
    includeArchived: query.show === 'all' || query.ids.length > 0,
    type: query.type ? toQrType(query.type) : undefined,
    createdFrom: query.createdFrom,
    createdTo: query.createdTo,
    ids: query.ids,
    withoutImages: true,
  };
}

function present({ state, createdAt, finishedAt, ...counts }: QrImport): z.output<typeof importAnswer> {
  return {
    ...counts,
    kind: 'qrcodes',
    state: state.replace('QR_IMPORT_STATE_', '').toLowerCase() as z.output<typeof importAnswer>['state'],
    createdAt: createdAt ?? '',
    finishedAt: finishedAt ?? null,
  };
}

const asCell = (value: string | number | boolean | null): string | number => (typeof value === 'boolean' ? String(value) : (value ?? ''));
