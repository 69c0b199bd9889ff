import { requireActor } from '@linqr/platform/context';
import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import {
  BulkServiceService,
  type CancelImportRequest,
  type ChangeLinksRequest,
  type ChangeLinksResponse,
  type CreateImportRequest,
  type GetImportRequest,
  type Import as ImportMessage,
  type ImportPreview,
  type ListImportRowsRequest,
  type ListImportRowsResponse,
  type ListImportsResponse,
  type ListLinkIdsRequest,
  type ListLinkIdsResponse,
  type PreviewImportRequest,
} from '@linqr/proto/link/v1/bulk';
import { Controller } from '@nestjs/common';
import { ImportIntake } from '../imports/import.intake.js';
import { toImportMessage } from '../imports/import.mapping.js';
import { createImportSchema, listImportRowsSchema, previewImportSchema } from '../imports/import.schemas.js';
import { LinkReading } from '../links/link.reading.js';
import { LinkBulk } from './link-bulk.js';
import { changeLinksSchema, listLinkIdsSchema } from './link-bulk.schemas.js';

@Controller()
@GrpcService(BulkServiceService)
export class BulkController implements Handlers<typeof BulkServiceService> {
  constructor(
    private readonly bulk: LinkBulk,
    private readonly imports: ImportIntake,
    private readonly reading: LinkReading,
  ) {}

  async changeLinks(request: ChangeLinksRequest): Promise<ChangeLinksResponse> {
    const outcomes = await this.bulk.change(parseInput(changeLinksSchema, request));
    return {
      results: outcomes.map(({ id, error }) => ({ id, ok: error === undefined, code: error?.code ?? '', message: error?.message ?? '' })),
    };
  }

  async listLinkIds(request: ListLinkIdsRequest): Promise<ListLinkIdsResponse> {
    return this.reading.ids(parseInput(listLinkIdsSchema, request));
  }

  async previewImport(request: PreviewImportRequest): Promise<ImportPreview> {
    requireActor();
    const { content, isBeginning } = parseInput(previewImportSchema, request);
    const { file, fields, source, samples } = this.imports.preview(content, isBeginning);
    return {
      columns: file.header.map((header, index) => ({ header, field: fields[index] ?? '' })),
      samples: samples.map((cells) => ({ cells })),
      rows: file.rows.length,
      source,
      encoding: file.encoding,
    };
  }

  async createImport(request: CreateImportRequest): Promise<ImportMessage> {
    return toImportMessage(await this.imports.create(parseInput(createImportSchema, request)));
  }

  async getImport({ id }: GetImportRequest): Promise<ImportMessage> {
    return toImportMessage(await this.imports.get(id));
  }

  async listImports(): Promise<ListImportsResponse> {
    return { imports: (await this.imports.list()).map(toImportMessage) };
  }

  async cancelImport({ id }: CancelImportRequest): Promise<ImportMessage> {
    return toImportMessage(await this.imports.cancel(id));
  }

  async listImportRows(request: ListImportRowsRequest): Promise<ListImportRowsResponse> {
    const { id, afterRow, onlyFailed, limit } = parseInput(listImportRowsSchema, request);
    const { rows, more } = await this.imports.rows(id, afterRow, onlyFailed, limit);
    return {
      rows: rows.map((row) => ({
        row: row.row,
        ok: row.state === 'made',
        shortUrl: row.shortUrl,
        linkId: row.state === 'made' ? row.linkId : '',
        code: row.code,
        message: row.message,
        originalUrl: row.originalUrl,
      })),
      more,
    };
  }
}
