import type { Clock } from '@linqr/platform/clock';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource } from 'typeorm';
import { linkChanged } from '../links/link.events.js';
import type { ShortUrls } from '../links/link.mapping.js';
import { LINK_COLUMNS, type LinkRow, linkOf } from '../links/link.rows.js';

/** Links announced in one transaction. */
const AT_ONCE = 200;

/**
 * When a host has changed hands, edges still hold the former workspace's links on it. Each of them is announced as changed,
 * some at a time; an edge that asks again hears of the new workspace's link, or that there is none.
 */
export class DomainRetirement {
  constructor(
    private readonly database: DataSource,
    private readonly shortUrls: ShortUrls,
    private readonly clock: Clock,
  ) {}

  /** False when nothing is left to announce. A crash in between goes on where it was. */
  work(): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const [domain] = await manager.query<{ id: string; retired_to: string }[]>(
        `select id, retired_to from domains where retired_to is not null order by id limit 1 for update skip locked`,
      );
      if (!domain) return false;
      const now = new Date(this.clock.now());
      const [changed] = await manager.query<[{ id: string }[], number]>(
        `update links set version = version + 1, updated_at = greatest(updated_at, $3)
          where id in (select id from links where domain_id = $1 and id > $2 and deleted_at is null order by id limit ${AT_ONCE} for update)
          returning id`,
        [domain.id, domain.retired_to, now],
      );
      const ids = changed.map(({ id }) => id).sort();
      const rows = await manager.query<LinkRow[]>(
        `select ${LINK_COLUMNS} from links l join domains d on d.id = l.domain_id where l.id = any($1)`,
        [ids],
      );
      await appendToOutbox(
        manager,
        rows.map((row) => linkChanged('updated', linkOf(row), this.shortUrls)),
      );
      await manager.query(`update domains set retired_to = $2 where id = $1`, [domain.id, ids.length < AT_ONCE ? null : ids.at(-1)]);
      return true;
    });
  }
}
