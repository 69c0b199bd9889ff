import type { EntityManager } from 'typeorm';

/** Codes that open nothing: their destination is on a block list, or their owner's account is closed. */
export class CodeBlockRepository {
  /** Ids of those that are. */
  async among(manager: EntityManager, codes: readonly { id: string; workspaceId: string }[]): Promise<Set<string>> {
    if (codes.length === 0) return new Set();
    const rows = await manager.query<{ qr_id: string }[]>(
      `select c.qr_id from unnest($1::text[], $2::text[]) as c (qr_id, workspace_id)
        where exists (select from blocked_codes b where b.qr_id = c.qr_id)
           or exists (select from suspended_workspaces s where s.workspace_id = c.workspace_id)`,
      [codes.map(({ id }) => id), codes.map(({ workspaceId }) => workspaceId)],
    );
    return new Set(rows.map((row) => row.qr_id));
  }

  /** Answers with whether that changed anything. */
  async set(manager: EntityManager, code: { id: string; workspaceId: string }, blocked: boolean, now: Date): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      blocked
        ? `insert into blocked_codes (qr_id, workspace_id, blocked_at) values ($1, $2, $3) on conflict do nothing returning 1`
        : `with gone as (delete from blocked_codes where qr_id = $1 and workspace_id = $2 and $3::timestamptz is not null returning 1) select * from gone`,
      [code.id, code.workspaceId, now],
    );
    return rows.length > 0;
  }

  /** The same for everything of a workspace. */
  async setWorkspace(manager: EntityManager, workspaceId: string, suspended: boolean, now: Date): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      suspended
        ? `insert into suspended_workspaces (workspace_id, suspended_at) values ($1, $2) on conflict do nothing returning 1`
        : `with gone as (delete from suspended_workspaces where workspace_id = $1 and $2::timestamptz is not null returning 1) select * from gone`,
      [workspaceId, now],
    );
    return rows.length > 0;
  }
}
