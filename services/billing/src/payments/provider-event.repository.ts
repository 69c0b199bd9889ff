import type { EntityManager } from 'typeorm';
import type { ProviderEvent } from './provider-event.js';

export interface ClaimedEvent {
  id: string;
  customerId: string;
  /** This one included. */
  attempts: number;
}

/** The SQL of the provider's events. */
export class ProviderEventRepository {
  /** False when it is there already. About no customer: nothing is to be done. */
  async insert(manager: EntityManager, event: ProviderEvent, now: Date): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `insert into provider_events (id, type, customer_id, happened_at, received_at, state, next_attempt_at)
       values ($1, $2, $3, $4, $5, case when $3 = '' then 'done' else 'pending' end, $5) on conflict (id) do nothing returning 1`,
      [event.id, event.type, event.customerId, event.happenedAt, now],
    );
    return rows.length === 1;
  }

  /** Takes due events until `leaseEnd`: a worker that dies gives them back by it. Oldest first. */
  async claim(manager: EntityManager, now: Date, leaseEnd: Date, limit: number): Promise<ClaimedEvent[]> {
    const [rows] = await manager.query<[{ id: string; customer_id: string; attempts: number }[], number]>(
      `update provider_events set attempts = attempts + 1, next_attempt_at = $2 where id in
         (select id from provider_events where state = 'pending' and next_attempt_at <= $1
           order by next_attempt_at, received_at limit $3 for update skip locked)
       returning id, customer_id, attempts`,
      [now, leaseEnd, limit],
    );
    return rows.map((row) => ({ id: row.id, customerId: row.customer_id, attempts: row.attempts }));
  }

  /** Whose they were is not kept: the id is enough to know them again. */
  async done(manager: EntityManager, ids: string[]): Promise<void> {
    await manager.query(`update provider_events set state = 'done', problem = '', customer_id = '' where id = any($1)`, [ids]);
  }

  /** `again` null: given up. */
  async failed(manager: EntityManager, ids: string[], problem: string, again: Date | null, now: Date): Promise<void> {
    await manager.query(
      `update provider_events set state = case when $3::timestamptz is null then 'failed' else 'pending' end,
              next_attempt_at = coalesce($3, $4), problem = $2
        where id = any($1) and state = 'pending'`,
      [ids, problem.slice(0, 300), again, now],
    );
  }

  /** Events that wait, and for how long the oldest has. */
  async waiting(manager: EntityManager, now: Date): Promise<{ count: number; oldestSeconds: number }> {
    const rows = await manager.query<{ count: string; oldest: Date | null }[]>(
      `select count(*) as count, min(received_at) as oldest from provider_events where state = 'pending'`,
    );
    const oldest = rows[0]?.oldest;
    return { count: Number(rows[0]?.count ?? 0), oldestSeconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1_000) : 0 };
  }

  /** Forgets settled events; their ids are not sent again by then. Answers how many. */
  async purge(manager: EntityManager, before: Date, limit: number): Promise<number> {
    const [rows] = await manager.query<[unknown[], number]>(
      `delete from provider_events where id in
         (select id from provider_events where state <> 'pending' and received_at < $1 limit $2 for update skip locked) returning 1`,
      [before, limit],
    );
    return rows.length;
  }
}
