import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import {
  type CreateQrCodeRequest,
  type DeleteQrCodeRequest,
  type DeleteQrCodeResponse,
  type ExportQrCodeRequest,
  type ExportQrCodeResponse,
  type GetQrCodeRequest,
  type ListQrCodesRequest,
  type ListQrCodesResponse,
  type QrCode as QrMessage,
  QrServiceService,
  type ResolvedQrCode,
  type ResolveQrCodeRequest,
  type UpdateQrCodeRequest,
} from '@linqr/proto/qr/v1/qr';
import { Controller } from '@nestjs/common';
import { QrCodeCreation } from './qr-code.creation.js';
import { QrCodeEditing } from './qr-code.editing.js';
import { toQrMessage } from './qr-code.mapping.js';
import { QrCodeReading } from './qr-code.reading.js';
import { createQrCodeSchema, exportQrCodeSchema, listQrCodesSchema, updateQrCodeSchema } from './qr-code.schemas.js';

@Controller()
@GrpcService(QrServiceService)
export class QrCodeController implements Handlers<typeof QrServiceService> {
  constructor(
    private readonly creation: QrCodeCreation,
    private readonly editing: QrCodeEditing,
    private readonly reading: QrCodeReading,
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

  async deleteQrCode({ id }: DeleteQrCodeRequest): Promise<DeleteQrCodeResponse> {
    await this.editing.delete(id);
    return {};
  }

  async exportQrCode(request: ExportQrCodeRequest): Promise<ExportQrCodeResponse> {
    return this.reading.export(parseInput(exportQrCodeSchema, request));
  }

  async resolveQrCode({ id }: ResolveQrCodeRequest): Promise<ResolvedQrCode> {
    return this.reading.resolve(id);
  }
}
