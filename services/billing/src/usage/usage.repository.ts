import type { EntityManager } from 'typeorm';
import type { ResourceKey } from '../catalogue/plan.js';

export interface Reservation {
  id: string;
  workspaceId: string;
  resource: ResourceKey;
  amount: number;
  periodStart: Date;
}

export interface StoredReservation {
  workspaceId: string | null;
  resource: ResourceKey | null;
  amount: number;
  state: 'reserved' | 'confirmed' | 'released';
}

interface Taken {
  workspace_id: string;
  resource: ResourceKey;
  amount: string;
  period_start: Date;
}

/** The SQL of usage and reservations. Lock order everywhere: reservation, then usage. */
export class UsageRepository {
  /** False when there is a reservation of that id already. */
  async insertReservation(manager: EntityManager, r: Reservation, now: Date): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `insert into reservations (id, workspace_id, resource, amount, period_start, state, reserved_at)
       values ($1, $2, $3, $4, $5, 'reserved', $6) on conflict (id) do nothing returning 1`,
      [r.id, r.workspaceId, r.resource, r.amount, r.periodStart, now],
    );
    return rows.length === 1;
  }

  async findReservation(manager: EntityManager, id: string): Promise<StoredReservation | undefined> {
    const rows = await manager.query<
      { workspace_id: string | null; resource: ResourceKey | null; amount: string; state: StoredReservation['state'] }[]
    >(`select workspace_id, resource, amount, state from reservations where id = $1`, [id]);
    const row = rows[0];
    return row && { workspaceId: row.workspace_id, resource: row.resource, amount: Number(row.amount), state: row.state };
  }

  /**
   * Adds to what the period has used unless that would pass the limit (null: none). One conditional statement: however
   * many run at once, the row's lock orders them and each sees what the one before left. Undefined: the limit is reached.
   */
  async take(manager: EntityManager, r: Reservation, limit: number | null): Promise<number | undefined> {
    const rows = await manager.query<{ used: string }[]>(
      `insert into usage as u (workspace_id, period_start, resource, used)
       select $1, $2, $3, $4::bigint where $5::bigint is null or $4::bigint <= $5::bigint
       on conflict (workspace_id, period_start, resource)
       do update set used = u.used + excluded.used where $5::bigint is null or u.used + excluded.used <= $5::bigint
       returning used`,
      [r.workspaceId, r.periodStart, r.resource, r.amount, limit],
    );
    return rows[0] && Number(rows[0].used);
  }

  /** Uses of the period by resource; what is missing was not used. */
  async used(manager: EntityManager, workspaceId: string, periodStart: Date): Promise<Record<ResourceKey, number>> {
    const rows = await manager.query<{ resource: ResourceKey; used: string }[]>(
      `select resource, used from usage where workspace_id = $1 and period_start = $2`,
      [workspaceId, periodStart],
    );
    const used = { links: 0, qr_codes: 0 };
    for (const row of rows) used[row.resource] = Number(row.used);
    return used;
  }

  /** Gives an unconfirmed reservation back. False when there was none of that id in that state. */
  async release(manager: EntityManager, id: string, now: Date): Promise<boolean> {
    const [rows] = await manager.query<[Taken[], number]>(
      `update reservations set state = 'released', settled_at = $2 where id = $1 and state = 'reserved'
       returning workspace_id, resource, amount, period_start`,
      [id, now],
    );
    for (const taken of rows) await this.giveBack(manager, taken);
    return rows.length === 1;
  }

  /** Marks an id as released before its reservation came. False when there is a row of that id. */
  async insertReleased(manager: EntityManager, id: string, now: Date): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `insert into reservations (id, state, reserved_at, settled_at) values ($1, 'released', $2, $2) on conflict (id) do nothing returning 1`,
      [id, now],
    );
    return rows.length === 1;
  }

  /** What exists is used: confirms, and takes again what the sweeper had given back too early, past the limit if need be. */
  async confirm(manager: EntityManager, ids: string[], now: Date): Promise<void> {
    await manager.query(
      `update reservations set state = 'confirmed', settled_at = $2
        where id in (select id from reservations where id = any($1) and state = 'reserved' order by id for update)`,
      [ids, now],
    );
    const [rows] = await manager.query<[Taken[], number]>(
      `update reservations set state = 'confirmed', settled_at = $2
        where id in (select id from reservations where id = any($1) and state = 'released' and workspace_id is not null order by id for update)
        returning workspace_id, resource, amount, period_start`,
      [ids, now],
    );
    for (const taken of rows) {
      const { workspace_id: workspaceId, resource, period_start: periodStart } = taken;
      await this.take(manager, { id: '', workspaceId, resource, amount: Number(taken.amount), periodStart }, null);
    }
  }

  /**
   * A period that is replaced before its end takes what was used along, reservations included: changing plans to and fro
   * gains nothing. Twice is once.
   */
  async movePeriod(manager: EntityManager, workspaceId: string, from: Date, to: Date): Promise<void> {
    await manager.query(
      `update reservations set period_start = $3 where id in
         (select id from reservations where workspace_id = $1 and period_start = $2 order by id for update)`,
      [workspaceId, from, to],
    );
    await manager.query(
      `with moved as (delete from usage where workspace_id = $1 and period_start = $2 returning resource, used)
       insert into usage as u (workspace_id, period_start, resource, used) select $1, $3, resource, used from moved
       on conflict (workspace_id, period_start, resource) do update set used = u.used + excluded.used`,
      [workspaceId, from, to],
    );
  }

  /** Nothing of the workspace stays. */
  async forget(manager: EntityManager, workspaceId: string): Promise<void> {
    await manager.query(`delete from reservations where workspace_id = $1`, [workspaceId]);
    await manager.query(`delete from usage where workspace_id = $1`, [workspaceId]);
  }

  /** Gives back reservations made before `before` that nobody confirmed. Answers how many. */
  async releaseStale(manager: EntityManager, before: Date, now: Date, limit: number): Promise<number> {
    const [rows] = await manager.query<[Taken[], number]>(
      `update reservations set state = 'released', settled_at = $2
        where id in (select id from reservations where state = 'reserved' and reserved_at < $1
                     order by reserved_at limit $3 for update skip locked)
        returning workspace_id, resource, amount, period_start`,
      [before, now, limit],
    );
    for (const taken of rows) await this.giveBack(manager, taken);
    return rows.length;
  }

  /** Forgets settled reservations; their ids are not seen again by then. Answers how many. */
  async purgeSettled(manager: EntityManager, before: Date, limit: number): Promise<number> {
    const [rows] = await manager.query<[unknown[], number]>(
      `delete from reservations where id in
         (select id from reservations where state <> 'reserved' and settled_at < $1 limit $2 for update skip locked) returning 1`,
      [before, limit],
    );
    return rows.length;
  }

  private async giveBack(manager: EntityManager, taken: Taken): Promise<void> {
    await manager.query(
      `update usage set used = greatest(0, used - $4::bigint) where workspace_id = $1 and period_start = $2 and resource = $3`,
      [taken.workspace_id, taken.period_start, taken.resource, taken.amount],
    );
  }
}
