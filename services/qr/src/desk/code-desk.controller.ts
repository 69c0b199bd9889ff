import { requireAdmin } from '@linqr/platform/context';
import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import * as wire from '@linqr/proto/qr/v1/desk';
import { Controller } from '@nestjs/common';
import { z } from 'zod';
import { qrTypeMessage } from '../codes/qr-code.mapping.js';
import { CodeDesk } from './code-desk.js';
import { findCodesSchema, setCodeStateSchema } from './code-desk.schemas.js';
import { CodeStates } from './code-states.js';
import type { RestrainedCode } from './restrained-code.js';

const MAX_WINDOW_MS = 400 * 86_400_000;
const moment = z
  .string({ error: 'from and to are required' })
  .transform((text) => new Date(text))
  .refine((date) => Number.isFinite(date.getTime()) && date.getTime() > 0, 'That is not a date.');
const windowSchema = z
  .object({ from: moment, to: moment })
  .refine(({ from, to }) => from < to && to.getTime() - from.getTime() <= MAX_WINDOW_MS, 'from must be before to, by 400 days at most.');

/** Parse, call, map; nothing else. */
@Controller()
@GrpcService(wire.QrDeskServiceService)
export class CodeDeskController implements Handlers<typeof wire.QrDeskServiceService> {
  constructor(
    private readonly desk: CodeDesk,
    private readonly states: CodeStates,
  ) {}

  async getQrFigures(request: wire.GetQrFiguresRequest): Promise<wire.QrFigures> {
    const { from, to } = parseInput(windowSchema, request);
    const { series, ...figures } = await this.desk.figures(from, to);
    return { ...figures, series: series.map(({ day, count }) => ({ day: day.toISOString(), count })) };
  }

  async findQrCodes(request: wire.FindQrCodesRequest): Promise<wire.FindQrCodesResponse> {
    const { codes, total } = await this.states.find(parseInput(findCodesSchema, request));
    return { codes: codes.map(toFoundCode), total };
  }

  async setQrCodeState(request: wire.SetQrCodeStateRequest): Promise<wire.FoundQrCode> {
    requireAdmin();
    const { id, disabled, reason } = parseInput(setCodeStateSchema, request);
    return toFoundCode(await this.states.set(id, disabled, reason));
  }
}

function toFoundCode({ code, listed, ownerSuspended }: RestrainedCode): wire.FoundQrCode {
  return {
    id: code.id,
    workspaceId: code.workspaceId,
    ownerId: code.ownerId,
    type: qrTypeMessage(code.type),
    title: code.title,
    content: code.content,
    shortUrl: code.shortUrl,
    archived: code.archivedAt !== null,
    disabled: code.disabledAt !== null,
    disabledReason: code.disabledReason,
    listed,
    ownerSuspended,
    createdAt: code.createdAt.toISOString(),
    updatedAt: code.updatedAt.toISOString(),
  };
}
