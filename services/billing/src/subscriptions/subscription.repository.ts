import type { EntityManager } from 'typeorm';
import type { Subscription } from './subscription.js';
import { fromRow, STATE_COLUMNS, type SubscriptionRow, valuesOf } from './subscription.row.js';

const STATE = STATE_COLUMNS.join(', ');
/** $3, $4, … */
const parameters = STATE_COLUMNS.map((_, i) => `$${i + 3}`);

/** What is about to end, and whose owner has not been told. */
export type NoticeKind = 'trial' | 'grace';

/** The SQL of subscriptions and trials; every method runs on the caller's connection, so in its transaction. */
export class SubscriptionRepository {
  /** With `lock` nobody else changes it before the caller's transaction ends. */
  async find(manager: EntityManager, workspaceId: string, lock: 'lock' | 'free'): Promise<Subscription | undefined> {
    const rows = await manager.query<SubscriptionRow[]>(
      `select workspace_id, id, revision, ${STATE} from subscriptions where workspace_id = $1 ${lock === 'lock' ? 'for update' : ''}`,
      [workspaceId],
    );
    return rows[0] && fromRow(rows[0]);
  }

  /** Does nothing where the workspace has one already. */
  async insert(manager: EntityManager, s: Subscription, now: Date): Promise<void> {
    const next = STATE_COLUMNS.length + 3;
    await manager.query(
      `insert into subscriptions (workspace_id, id, ${STATE}, revision, created_at, updated_at)
       values ($1, $2, ${parameters.join(', ')}, $${next}, $${next + 1}, $${next + 1}) on conflict (workspace_id) do nothing`,
      [s.workspaceId, s.id, ...valuesOf(s), s.revision, now],
    );
  }

  /** False when somebody else changed it since it was read. */
  async update(manager: EntityManager, s: Subscription, now: Date): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(
      `update subscriptions
          set ${STATE_COLUMNS.map((column, i) => `${column} = ${parameters[i]}`).join(', ')},
              revision = revision + 1, updated_at = $${STATE_COLUMNS.length + 3}
        where workspace_id = $1 and revision = $2 returning 1`,
      [s.workspaceId, s.revision, ...valuesOf(s), now],
    );
    return rows.length === 1;
  }

  /** Workspaces that time alone has put on another plan: own trials that ran out, overdue plans whose grace is over. */
  async due(manager: EntityManager, now: Date, limit: number): Promise<string[]> {
    const rows = await manager.query<{ workspace_id: string }[]>(
      `(select workspace_id from subscriptions
         where status = 'trialing' and trial_end <= $1 and own_trial_end = trial_end and (paid is null or paid->>'status' = 'canceled')
         order by trial_end limit $2)
       union all
       (select workspace_id from subscriptions where status = 'past_due' and grace_ends_at <= $1 order by grace_ends_at limit $2)
       limit $2`,
      [now, limit],
    );
    return rows.map((row) => row.workspace_id);
  }

  /** Marks as told those whose trial (or grace) ends between `now` and `before`, and answers them as they are. */
  async takeNotices(manager: EntityManager, kind: NoticeKind, now: Date, before: Date, limit: number): Promise<Subscription[]> {
    const [end, told, status] =
      kind === 'trial' ? ['trial_end', 'trial_notice_for', 'trialing'] : ['grace_ends_at', 'grace_notice_for', 'past_due'];
    const [rows] = await manager.query<[SubscriptionRow[], number]>(
      `update subscriptions set ${told} = ${end} where workspace_id in
         (select workspace_id from subscriptions
           where status = '${status}' and ${end} > $1 and ${end} <= $2 and ${told} is distinct from ${end}
           order by ${end} limit $3 for update skip locked)
       returning workspace_id, id, revision, ${STATE}`,
      [now, before, limit],
    );
    return rows.map(fromRow);
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

  /** Nothing of the workspace and its owner stays. */
  async forget(manager: EntityManager, workspaceId: string, userId: string): Promise<void> {
    await manager.query(`delete from trials where workspace_id = $1 or user_id = $2`, [workspaceId, userId]);
    await manager.query(`delete from subscriptions where workspace_id = $1`, [workspaceId]);
  }
}
