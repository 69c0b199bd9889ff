import { requireAdmin } from '@linqr/platform/context';
import type { DataSource } from 'typeorm';
import type { Catalogue } from '../catalogue/catalogue.js';

export interface PlanSubscribers {
  plan: string;
  planName: string;
  count: number;
  trialing: number;
}

export interface WorkspacePlan {
  workspaceId: string;
  plan: string;
  planName: string;
  status: string;
}

/** What admins read about plans. */
export class PlanDesk {
  constructor(
    private readonly database: DataSource,
    private readonly catalogue: Catalogue,
  ) {}

  async subscribers(): Promise<PlanSubscribers[]> {
    requireAdmin();
    const rows = await this.database.query<{ plan: string; count: string; trialing: string }[]>(
      `select plan, count(*) as count, count(*) filter (where status = 'trialing') as trialing from subscriptions group by plan order by plan`,
    );
    return rows.map(({ plan, count, trialing }) => ({
      plan,
      planName: this.catalogue.plan(plan).name,
      count: Number(count),
      trialing: Number(trialing),
    }));
  }

  /** One for every workspace asked, in that order; who was never seen is on the default plan. */
  async plansOf(workspaceIds: readonly string[]): Promise<WorkspacePlan[]> {
    requireAdmin();
    const rows = await this.database.query<{ workspace_id: string; plan: string; status: string }[]>(
      `select workspace_id, plan, status from subscriptions where workspace_id = any($1)`,
      [workspaceIds],
    );
    const known = new Map(rows.map((row) => [row.workspace_id, row]));
    return workspaceIds.map((workspaceId) => {
      const { plan, status } = known.get(workspaceId) ?? { plan: this.catalogue.defaultPlanKey, status: 'active' };
      return { workspaceId, plan, planName: this.catalogue.plan(plan).name, status };
    });
  }
}
