import { GrpcService, type Handlers } from '@linqr/platform/grpc';
import { parseInput } from '@linqr/platform/validation';
import * as wire from '@linqr/proto/billing/v1/desk';
import { Controller } from '@nestjs/common';
import { z } from 'zod';
import { PlanDesk } from './plan-desk.js';

const plansOfSchema = z.object({ workspaceIds: z.array(z.string().max(100)).max(200, 'At most 200 workspaces at a time.') });

/** Parse, call, map; nothing else. */
@Controller()
@GrpcService(wire.BillingDeskServiceService)
export class PlanDeskController implements Handlers<typeof wire.BillingDeskServiceService> {
  constructor(private readonly desk: PlanDesk) {}

  async countSubscribers(): Promise<wire.CountSubscribersResponse> {
    return { plans: await this.desk.subscribers() };
  }

  async getPlansOf(request: wire.GetPlansOfRequest): Promise<wire.GetPlansOfResponse> {
    return { plans: await this.desk.plansOf(parseInput(plansOfSchema, request).workspaceIds) };
  }
}
