import type { EntityManager } from 'typeorm';
import type { Subscription, SubscriptionStatus } from './subscription.js';

const COLUMNS = `workspace_id, id, plan, status, interval, cancel_at_period_end, anchor_at, period_start, period_end, trial_end, revision`;

interface Row {
  workspace_id: string;
  id: string;
  plan: string;
  status: SubscriptionStatus;
  interval: '' | 'month' | 'year';
  cancel_at_period_end: boolean;
  anchor_at: Date;
  period_start: Date;
  period_end: Date;
  trial_end: Date | null;
  revision: number;
}

/** The SQL of subscriptions and trials; every method runs on the caller's connection, so in its transaction. */
export class SubscriptionRepository {
  /** With `lock` nobody else changes it before the caller's transaction ends. */
  async find(manager: EntityManager, workspaceId: string, lock: 'lock' | 'free'): Promise<Subscription | undefined> {
    const rows = await manager.query<Row[]>(
      `select ${COLUMNS} from subscriptions where workspace_id = $1 ${lock === 'lock' ? 'for update' : ''}`,
      [workspaceId],
    );
    return rows[0] && fromRow(rows[0]);
  }

  /** Does nothing where the workspace has one already. */
  async insert(manager: EntityManager, s: Subscription, now: Date): Promise<void> {
    await manager.query(
      `insert into subscriptions (${COLUMNS}, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) on conflict (workspace_id) do nothing`,
      [
        s.workspaceId,
        s.id,
        s.plan,
        s.status,
        s.interval,
        s.cancelAtPeriodEnd,
        s.anchorAt,
        s.periodStart,
        s.periodEnd,
        s.trialEnd,
        s.revision,
        now,
      ],
    );
  }

  /** False when somebody else changed it since it was read. */
  async update(manager: EntityManager, s: Subscription, now: Date): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(
      `update subscriptions
          set plan = $3, status = $4, interval = $5, cancel_at_period_end = $6, period_start = $7, period_end = $8, trial_end = $9,
              revision = revision + 1, updated_at = $10
        where workspace_id = $1 and revision = $2 returning 1`,
      [s.workspaceId, s.revision, s.plan, s.status, s.interval, s.cancelAtPeriodEnd, s.periodStart, s.periodEnd, s.trialEnd, now],
    );
    return rows.length === 1;
  }

  /** Workspaces whose trial has run out, oldest first. */
  async dueTrials(manager: EntityManager, now: Date, limit: number): Promise<string[]> {
    const rows = await manager.query<{ workspace_id: string }[]>(
      `select workspace_id from subscriptions where status = 'trialing' and trial_end <= $1 order by trial_end limit $2`,
      [now, limit],
    );
    return rows.map((row) => row.workspace_id);
  }

  /** False when the account or the workspace has had its trial. The unique keys decide. */
  async insertTrial(manager: EntityManager, workspaceId: string, userId: string, startedAt: Date, endsAt: Date): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `insert into trials (workspace_id, user_id, started_at, ends_at) values ($1, $2, $3, $4) on conflict do nothing returning 1`,
      [workspaceId, userId, startedAt, endsAt],
    );
    return rows.length === 1;
  }

  async hadTrial(manager: EntityManager, workspaceId: string, userId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(`select 1 from trials where workspace_id = $1 or user_id = $2 limit 1`, [
      workspaceId,
      userId,
    ]);
    return rows.length > 0;
  }
}

function fromRow(row: Row): Subscription {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    plan: row.plan,
    status: row.status,
    interval: row.interval,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    anchorAt: row.anchor_at,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    trialEnd: row.trial_end,
    revision: row.revision,
  };
}
