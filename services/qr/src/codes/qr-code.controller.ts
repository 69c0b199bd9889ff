import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import {
  type AddShortLinkRequest,
  type CancelQrImportRequest,
  type ChangeQrCodesRequest,
  type ChangeQrCodesResponse,
  type CreateQrCodeRequest,
  type CreateQrTemplateRequest,
  type DeleteQrCodeRequest,
  type DeleteQrCodeResponse,
  type DeleteQrTemplateRequest,
  type DeleteQrTemplateResponse,
  type ExportQrCodeRequest,
  type ExportQrCodeResponse,
  type GetQrCodeRequest,
  type GetQrImportRequest,
  type ListQrCodesRequest,
  type ListQrCodesResponse,
  type ListQrImportRowsRequest,
  type ListQrImportRowsResponse,
  type ListQrImportsResponse,
  type ListQrTemplatesResponse,
  type QrImport as QrImportMessage,
  type QrCode as QrMessage,
  QrServiceService,
  type QrTemplate as QrTemplateMessage,
  type ResolvedQrCode,
  type ResolveQrCodeRequest,
  type ResolveQrCodesRequest,
  type ResolveQrCodesResponse,
  type StartQrImportRequest,
  type UpdateQrCodeRequest,
} from '@linqr/proto/qr/v1/qr';
import { Controller } from '@nestjs/common';
import { toImportMessage } from '../imports/import.mapping.js';
import { Imports } from '../imports/import.starting.js';
import { ShortLinkAdding } from '../short-links/short-link.adding.js';
import { TemplateKeeping } from '../templates/template.keeping.js';
import { QrCodeBulk } from './qr-code.bulk.js';
import { QrCodeCreation } from './qr-code.creation.js';
import { QrCodeEditing } from './qr-code.editing.js';
import { toQrMessage, toTemplateMessage } from './qr-code.mapping.js';
import { QrCodeReading } from './qr-code.reading.js';
import {
  addShortLinkSchema,
  changeQrCodesSchema,
  createQrCodeSchema,
  createTemplateSchema,
  exportQrCodeSchema,
  idempotencyKeySchema,
  listQrCodesSchema,
  updateQrCodeSchema,
} from './qr-code.schemas.js';

@Controller()
@GrpcService(QrServiceService)
export class QrCodeController implements Handlers<typeof QrServiceService> {
  constructor(
    private readonly creation: QrCodeCreation,
    private readonly editing: QrCodeEditing,
    private readonly reading: QrCodeReading,
    private readonly bulk: QrCodeBulk,
    private readonly shortLinks: ShortLinkAdding,
    private readonly templates: TemplateKeeping,
    private readonly imports: Imports,
  ) {}

  async createQrCode(request: CreateQrCodeRequest): Promise<QrMessage> {
    return toQrMessage(await this.creation.create(parseInput(createQrCodeSchema, request)));
  }

  async getQrCode({ id }: GetQrCodeRequest): Promise<QrMessage> {
    return toQrMessage(await this.reading.get(id));
  }

  async listQrCodes(request: ListQrCodesRequest): Promise<ListQrCodesResponse> {
    const { codes, total, nextCursor } = await this.reading.list(parseInput(listQrCodesSchema, request));
    return { qrCodes: codes.map(toQrMessage), total, nextCursor };
  }

  async updateQrCode(request: UpdateQrCodeRequest): Promise<QrMessage> {
    return toQrMessage(await this.editing.update(parseInput(updateQrCodeSchema, request)));
  }

  async deleteQrCode({ id, keepShortLink }: DeleteQrCodeRequest): Promise<DeleteQrCodeResponse> {
    await this.editing.delete(id, keepShortLink);
    return {};
  }

  async changeQrCodes(request: ChangeQrCodesRequest): Promise<ChangeQrCodesResponse> {
    const results = await this.bulk.change(parseInput(changeQrCodesSchema, request));
    return {
      results: results.map(({ id, problem }) => ({ id, ok: !problem, code: problem?.code ?? '', message: problem?.message ?? '' })),
    };
  }

  async addShortLink(request: AddShortLinkRequest): Promise<QrMessage> {
    return toQrMessage(await this.shortLinks.add(parseInput(addShortLinkSchema, request)));
  }

  async listQrTemplates(): Promise<ListQrTemplatesResponse> {
    return { templates: (await this.templates.list()).map(toTemplateMessage) };
  }

  async createQrTemplate(request: CreateQrTemplateRequest): Promise<QrTemplateMessage> {
    return toTemplateMessage(await this.templates.create(parseInput(createTemplateSchema, request)));
  }

  async deleteQrTemplate({ id }: DeleteQrTemplateRequest): Promise<DeleteQrTemplateResponse> {
    await this.templates.delete(id);
    return {};
  }

  async startQrImport({ csv, idempotencyKey }: StartQrImportRequest): Promise<QrImportMessage> {
    return toImportMessage(await this.imports.start(csv, parseInput(idempotencyKeySchema, idempotencyKey)));
  }

  async getQrImport({ id }: GetQrImportRequest): Promise<QrImportMessage> {
    return toImportMessage(await this.imports.get(id));
  }

  async listQrImports(): Promise<ListQrImportsResponse> {
    return { imports: (await this.imports.list()).map(toImportMessage) };
  }

  async cancelQrImport({ id }: CancelQrImportRequest): Promise<QrImportMessage> {
    return toImportMessage(await this.imports.cancel(id));
  }

  async listQrImportRows({ id, afterRow, limit }: ListQrImportRowsRequest): Promise<ListQrImportRowsResponse> {
    return { rows: await this.imports.rows(id, Math.max(0, afterRow), Math.min(Math.max(1, limit || 1_000), 1_000)) };
  }

  async exportQrCode(request: ExportQrCodeRequest): Promise<ExportQrCodeResponse> {
    return this.reading.export(parseInput(exportQrCodeSchema, request));
  }

  async resolveQrCode({ id }: ResolveQrCodeRequest): Promise<ResolvedQrCode> {
    return this.reading.resolve(id);
  }

  async resolveQrCodes({ ids }: ResolveQrCodesRequest): Promise<ResolveQrCodesResponse> {
    return { answers: (await this.reading.resolveAll(ids)).map((qrCode) => (qrCode ? { qrCode } : { missing: true })) };
  }
}
