import type { EntityManager } from 'typeorm';
import type { Link } from '../links/link.js';
import { destinationsHash } from './link-state.js';

/** What an admin has looked at and found good. It holds for these destinations only. */
export class ClearanceRepository {
  async add(manager: EntityManager, link: Link, by: string, now: Date): Promise<void> {
    await manager.query(
      `insert into link_clearances as c (link_id, destinations, cleared_by, cleared_at) values ($1, $2, $3, $4)
       on conflict (link_id) do update set destinations = excluded.destinations, cleared_by = excluded.cleared_by, cleared_at = excluded.cleared_at`,
      [link.id, destinationsHash(link), by, now],
    );
  }

  /** Ids of those links whose destinations are the cleared ones. */
  async cleared(manager: EntityManager, links: readonly Link[]): Promise<Set<string>> {
    if (links.length === 0) return new Set();
    const rows = await manager.query<{ link_id: string; destinations: Buffer }[]>(
      `select link_id, destinations from link_clearances where link_id = any($1)`,
      [links.map(({ id }) => id)],
    );
    const known = new Map(rows.map((row) => [row.link_id, row.destinations]));
    return new Set(links.filter((link) => known.get(link.id)?.equals(destinationsHash(link))).map(({ id }) => id));
  }
}
