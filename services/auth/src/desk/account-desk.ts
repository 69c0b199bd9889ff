import { requireAdmin } from '@linqr/platform/context';
import type { EntityManager } from 'typeorm';
import { firstRow, rows } from '../database/rows.js';
import type { User } from '../users/user.js';
import { findUsers } from '../users/user.repository.js';

export interface AccountFigures {
  total: number;
  created: number;
  series: { day: Date; count: number }[];
  disabled: number;
}

/** What admins read about accounts. */
export class AccountDesk {
  constructor(private readonly db: EntityManager) {}

  async describe(ids: readonly string[]): Promise<User[]> {
    requireAdmin();
    return findUsers(this.db, ids);
  }

  async figures(from: Date, to: Date): Promise<AccountFigures> {
    requireAdmin();
    const days = await rows<{ day: Date; accounts: string }>(
      this.db,
      `select date_trunc('day', created_at, 'UTC') as day, count(*) as accounts from users
        where created_at >= $1 and created_at < $2 group by 1 order by 1`,
      [from, to],
    );
    const totals = await firstRow<{ total: string; disabled: string }>(
      this.db,
      `select count(*) as total, count(*) filter (where disabled_at is not null) as disabled from users`,
    );
    const series = days.map(({ day, accounts }) => ({ day, count: Number(accounts) }));
    return {
      total: Number(totals?.total ?? 0),
      created: series.reduce((sum, { count }) => sum + count, 0),
      series,
      disabled: Number(totals?.disabled ?? 0),
    };
  }
}
