import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import * as wire from '@linqr/proto/auth/v1/desk';
import { Controller } from '@nestjs/common';
import { z } from 'zod';
import { userToProto } from '../auth.proto.js';
import { AccountDesk } from './account-desk.js';

const MAX_WINDOW_MS = 400 * 86_400_000;
const moment = z
  .string({ error: 'from and to are required' })
  .transform((text) => new Date(text))
  .refine((date) => Number.isFinite(date.getTime()) && date.getTime() > 0, 'That is not a date.');
const windowSchema = z
  .object({ from: moment, to: moment })
  .refine(({ from, to }) => from < to && to.getTime() - from.getTime() <= MAX_WINDOW_MS, 'from must be before to, by 400 days at most.');
const describeSchema = z.object({ ids: z.array(z.string().max(100)).max(200, 'At most 200 accounts at a time.') });

/** Parse, call, map; nothing else. */
@Controller()
@GrpcService(wire.AccountDeskServiceService)
export class AccountDeskController implements Handlers<typeof wire.AccountDeskServiceService> {
  constructor(private readonly desk: AccountDesk) {}

  async describeUsers(request: wire.DescribeUsersRequest): Promise<wire.DescribeUsersResponse> {
    return { users: (await this.desk.describe(parseInput(describeSchema, request).ids)).map(userToProto) };
  }

  async getAccountFigures(request: wire.GetAccountFiguresRequest): Promise<wire.AccountFigures> {
    const { from, to } = parseInput(windowSchema, request);
    const { series, ...figures } = await this.desk.figures(from, to);
    return { ...figures, series: series.map(({ day, count }) => ({ day: day.toISOString(), count })) };
  }
}
