import type { EntityManager } from 'typeorm';
import type { AdminAction } from './admin-action.js';

interface Row {
  id: string;
  at: Date;
  actor_id: string;
  action: string;
  target_id: string;
  target: string;
  reason: string;
}

/** The append-only record; the table itself refuses changes. */
export class AdminActionRepository {
  /** In the caller's transaction: what is done is recorded, or it is not done. The same id twice is recorded once. */
  async add(manager: EntityManager, action: AdminAction): Promise<void> {
    await manager.query(
      `insert into admin_actions (id, at, actor_id, action, target_id, target, reason) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (id) do nothing`,
      [action.id, action.at, action.actorId, action.action, action.targetId, action.target, action.reason],
    );
  }

  /** Newest first. */
  async list(manager: EntityManager, page: { page: number; limit: number }): Promise<{ actions: AdminAction[]; total: number }> {
    const rows = await manager.query<Row[]>(`select * from admin_actions order by at desc, id desc limit $1 offset $2`, [
      page.limit,
      (page.page - 1) * page.limit,
    ]);
    const [count] = await manager.query<{ total: string }[]>(`select count(*) as total from admin_actions`);
    const actions = rows.map(({ actor_id, target_id, ...row }) => ({ ...row, actorId: actor_id, targetId: target_id }));
    return { actions, total: Number(count?.total ?? 0) };
  }
}
