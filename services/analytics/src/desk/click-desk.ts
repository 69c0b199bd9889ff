import { requireAdmin } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import type { Warehouse } from '../warehouse/warehouse.js';

export interface ClickFigures {
  clicks: number;
  bots: number;
  scans: number;
  series: { day: Date; clicks: number; bots: number }[];
}

interface Row {
  day: string;
  humans: string;
  bots: string;
  scans: string;
}

/** Clicks of all workspaces by day, out of a roll-up that has one row a day and class, however many clicks there were. */
export class ClickDesk {
  constructor(
    private readonly warehouse: Warehouse,
    private readonly isReady: () => boolean,
  ) {}

  /** Whole days of UTC that the window touches. */
  async figures(from: Date, to: Date): Promise<ClickFigures> {
    requireAdmin();
    if (!this.isReady())
      throw new AppError('PART_UNAVAILABLE', 'Analytics is starting. Please try again shortly.', { retryAfterSeconds: 2 });
    const rows = await this.warehouse.query<Row>(
      `SELECT toString(day) AS day, sumIf(clicks, NOT is_bot) AS humans, sumIf(clicks, is_bot) AS bots, sumIf(scans, NOT is_bot) AS scans
       FROM clicks_of_all_per_day_v1 WHERE day >= {from:String} AND day <= {to:String} GROUP BY day ORDER BY day`,
      { from: dayOf(from), to: dayOf(new Date(to.getTime() - 1)) },
    );
    const series = rows.map(({ day, humans, bots }) => ({ day: new Date(`${day}T00:00:00Z`), clicks: Number(humans), bots: Number(bots) }));
    return {
      clicks: series.reduce((sum, { clicks }) => sum + clicks, 0),
      bots: series.reduce((sum, { bots }) => sum + bots, 0),
      scans: rows.reduce((sum, { scans }) => sum + Number(scans), 0),
      series,
    };
  }
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
