import { requireAdmin } from '@linqr/platform/context';
import { newId } from '@linqr/platform/ids';
import type { DataSource } from 'typeorm';

export interface CodeFigures {
  total: number;
  created: number;
  series: { day: Date; count: number }[];
}

/** What admins read about codes. */
export class CodeDesk {
  constructor(private readonly database: DataSource) {}

  async figures(from: Date, to: Date): Promise<CodeFigures> {
    requireAdmin();
    // Ids begin with the time they were made at: the primary key finds the window.
    const days = await this.database.query<{ day: Date; codes: string }[]>(
      `select date_trunc('day', created_at, 'UTC') as day, count(*) as codes from qr_codes
        where id >= $1 and id < $2 and created_at >= $3 and created_at < $4 group by 1 order by 1`,
      [firstIdAt(from), firstIdAt(new Date(to.getTime() + 1)), from, to],
    );
    const [totals] = await this.database.query<{ total: string }[]>(`select count(*) as total from qr_codes where deleted_at is null`);
    const series = days.map(({ day, codes }) => ({ day, count: Number(codes) }));
    return { total: Number(totals?.total ?? 0), created: series.reduce((sum, { count }) => sum + count, 0), series };
  }
}

/** No id of that millisecond or later sorts before it. */
function firstIdAt(moment: Date): string {
  return newId('qr', moment.getTime()).slice(0, 13);
}
