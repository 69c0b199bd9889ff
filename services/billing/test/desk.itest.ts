import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { BillingDeskServiceService } from '@linqr/proto/billing/v1/desk';
import { as, newActor, startBilling, type TestBilling } from './harness.js';

let billing: TestBilling;
let desk: GrpcClient<typeof BillingDeskServiceService>;
beforeAll(async () => {
  billing = await startBilling();
  desk = createGrpcClient({ definition: BillingDeskServiceService, target: `127.0.0.1:${billing.port}`, idempotent: [] });
}, 60_000);
afterAll(async () => {
  desk?.$close();
  await billing?.stop();
});

describe('what admins read about plans', () => {
  it('is for admins only', async () => {
    const calls: (() => Promise<unknown>)[] = [() => desk.countSubscribers({}), () => desk.getPlansOf({ workspaceIds: [] })];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
      await expect(as(newActor(), call)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
  });

  it('counts who is on which plan, trials apart, and names the plan of each workspace', async () => {
    const admin = newActor('admin');
    const [free, trying, growing, unseen] = [newActor(), newActor(), newActor(), newActor()];
    await as(free, () => billing.client.getSubscription({}));
    await as(trying, () => billing.client.startTrial({}));
    await billing.client.setPlan({ workspaceId: growing.workspaceId, plan: 'growth' });
    const { plans } = await as(admin, () => desk.countSubscribers({}));
    expect(plans).toEqual([
      { plan: 'free', planName: 'Free', count: 1, trialing: 0 },
      { plan: 'growth', planName: 'Growth', count: 1, trialing: 0 },
      { plan: 'professional', planName: 'Professional', count: 1, trialing: 1 },
    ]);
    const workspaceIds = [unseen, trying, growing].map(({ workspaceId }) => workspaceId);
    const of = await as(admin, () => desk.getPlansOf({ workspaceIds }));
    expect(of.plans.map(({ workspaceId, plan, status }) => [workspaceId, plan, status])).toEqual([
      [unseen.workspaceId, 'free', 'active'],
      [trying.workspaceId, 'professional', 'trialing'],
      [growing.workspaceId, 'growth', 'active'],
    ]);
  });
});
