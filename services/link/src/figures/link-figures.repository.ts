import { newId } from '@linqr/platform/ids';
import type { EntityManager } from 'typeorm';

export interface LinkFigures {
  total: number;
  created: number;
  series: { day: Date; count: number }[];
  disabled: number;
  quarantined: number;
}

/** Links of all workspaces, counted. */
export class LinkFiguresRepository {
  /** Ids begin with the time they were made at, so that the primary key finds a window without an index of its own. */
  async over(manager: EntityManager, from: Date, to: Date): Promise<LinkFigures> {
    const days = await manager.query<{ day: Date; links: string }[]>(
      `select date_trunc('day', created_at, 'UTC') as day, count(*) as links from links
        where id >= $1 and id < $2 and created_at >= $3 and created_at < $4 group by 1 order by 1`,
      [firstIdAt(from), firstIdAt(new Date(to.getTime() + 1)), from, to],
    );
    const [totals] = await manager.query<{ total: string; disabled: string; quarantined: string }[]>(
      `select (select count(*) from links where deleted_at is null) as total,
              count(*) filter (where disabled_at is not null) as disabled,
              count(*) filter (where disabled_at is null) as quarantined
         from links where deleted_at is null and (disabled_at is not null or quarantined_at is not null)`,
    );
    const series = days.map(({ day, links }) => ({ day, count: Number(links) }));
    return {
      total: Number(totals?.total ?? 0),
      created: series.reduce((sum, { count }) => sum + count, 0),
      series,
      disabled: Number(totals?.disabled ?? 0),
      quarantined: Number(totals?.quarantined ?? 0),
    };
  }
}

/** No id of that millisecond or later sorts before it. */
function firstIdAt(moment: Date): string {
  return newId('lnk', moment.getTime()).slice(0, 14);
}
