import { TOPICS } from '@linqr/platform/bus';
import type { EntityManager } from 'typeorm';

/** How long a seat is kept for a visit whose click never comes (its visitor left, its edge crashed). */
export const SEAT_MS = 15 * 60_000;

/** A day longer than the bus keeps ingested clicks: nothing it can still deliver is forgotten. */
const REMEMBER_EVENTS_MS = (TOPICS['click.ingested.v1'].retentionDays + 1) * 86_400_000;
const PURGED_AT_ONCE = 5_000;
const MAX_PURGE_ROUNDS = 2_000;

/** Visits let through that analytics has not counted yet, and the counts themselves. */
export class SeatRepository {
  /** The link at an address and its cap, locked until the transaction ends: seats are given out one at a time. */
  async lock(manager: EntityManager, host: string, slug: string): Promise<{ id: string; maxClicks: number } | undefined> {
    const rows = await manager.query<{ id: string; max_clicks: string }[]>(
      `select l.id, l.max_clicks from domains d join addresses a on a.domain_id = d.id join links l on l.id = a.link_id
        where d.host = $1 and d.serves and a.slug = $2 for update of l`,
      [host, slug],
    );
    return rows[0] && { id: rows[0].id, maxClicks: Number(rows[0].max_clicks) };
  }

  /** Of a locked link. */
  async taken(manager: EntityManager, linkId: string, now: Date): Promise<{ counted: number; seats: number }> {
    const [row] = await manager.query<{ counted: string; seats: string }[]>(
      `select coalesce((select clicks from link_clicks where link_id = $1), 0) as counted,
              (select count(*) from click_seats where link_id = $1 and taken_at > $2) as seats`,
      [linkId, new Date(now.getTime() - SEAT_MS)],
    );
    return { counted: Number(row!.counted), seats: Number(row!.seats) };
  }

  async take(manager: EntityManager, linkId: string, clickIds: readonly string[], now: Date): Promise<void> {
    await manager.query('insert into click_seats (click_id, link_id, taken_at) select unnest($1::uuid[]), $2, $3 on conflict do nothing', [
      clickIds,
      linkId,
      now,
    ]);
  }

  /** Those of the clicks that have a seat. */
  async held(manager: EntityManager, linkId: string, clickIds: readonly string[]): Promise<Set<string>> {
    const rows = await manager.query<{ click_id: string }[]>(
      'select click_id from click_seats where click_id = any($1::uuid[]) and link_id = $2',
      [clickIds, linkId],
    );
    return new Set(rows.map((row) => row.click_id));
  }

  async release(manager: EntityManager, clickIds: readonly string[]): Promise<void> {
    await manager.query('delete from click_seats where click_id = any($1::uuid[])', [clickIds]);
  }

  /** Which of these events were not counted before; remembers them all. Ids are of 32 bytes. */
  async newOnes(manager: EntityManager, eventIds: readonly Buffer[], now: Date): Promise<Set<string>> {
    const rows = await manager.query<{ event_id: Buffer }[]>(
      'insert into counted_events (event_id, counted_at) select unnest($1::bytea[]), $2 on conflict do nothing returning event_id',
      [eventIds, now],
    );
    return new Set(rows.map((row) => row.event_id.toString('hex')));
  }

  /** Adds up; in order of the ids, so that two who count at once never wait for each other in a ring. */
  async count(manager: EntityManager, clicks: ReadonlyMap<string, number>): Promise<void> {
    const ids = [...clicks.keys()].sort();
    await manager.query(
      `insert into link_clicks as c (link_id, clicks) select * from unnest($1::text[], $2::bigint[])
       on conflict (link_id) do update set clicks = c.clicks + excluded.clicks`,
      [ids, ids.map((id) => clicks.get(id))],
    );
  }

  /** Links of these that have a cap, not reached before now, and the workspaces they are of. */
  async reached(manager: EntityManager, linkIds: readonly string[]): Promise<{ id: string; workspaceId: string }[]> {
    const rows = await manager.query<{ id: string; workspace_id: string }[]>(
      `select l.id, l.workspace_id from links l join link_clicks c on c.link_id = l.id
        where l.id = any($1) and l.max_clicks > 0 and l.capped_at is null and l.deleted_at is null and c.clicks >= l.max_clicks
        order by l.id`,
      [linkIds],
    );
    return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
  }

  /** Those of these links that have a cap: only their clicks can hold seats. */
  async capped(manager: EntityManager, linkIds: readonly string[]): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>('select id from links where id = any($1) and max_clicks > 0', [linkIds]);
    return rows.map((row) => row.id);
  }

  async purge(manager: EntityManager, now: Date): Promise<void> {
    await manager.query('delete from click_seats where taken_at <= $1', [new Date(now.getTime() - SEAT_MS)]);
    const before = new Date(now.getTime() - REMEMBER_EVENTS_MS);
    for (let round = 0; round < MAX_PURGE_ROUNDS; round++) {
      const [, deleted] = (await manager.query(
        `delete from counted_events where event_id in (select event_id from counted_events where counted_at < $1 limit ${PURGED_AT_ONCE})`,
        [before],
      )) as unknown as [unknown, number];
      if (deleted < PURGED_AT_ONCE) break;
    }
  }
}
