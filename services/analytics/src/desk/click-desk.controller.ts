import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import * as wire from '@linqr/proto/analytics/v1/desk';
import { Controller } from '@nestjs/common';
import { z } from 'zod';
import { ClickDesk } from './click-desk.js';

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
@GrpcService(wire.AnalyticsDeskServiceService)
export class ClickDeskController implements Handlers<typeof wire.AnalyticsDeskServiceService> {
  constructor(private readonly desk: ClickDesk) {}

  async getClickFigures(request: wire.GetClickFiguresRequest): Promise<wire.ClickFigures> {
    const { from, to } = parseInput(windowSchema, request);
    const { series, ...figures } = await this.desk.figures(from, to);
    return { ...figures, series: series.map(({ day, ...counts }) => ({ day: day.toISOString(), ...counts })) };
  }
}
