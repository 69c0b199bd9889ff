// The house's own proof, all the time: for an hour that is over, raw clicks, distinct clicks and the hour's roll-up must be
// one number. What differs is said in metrics and in the log; an alert follows when it stays.
import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { Gauge, type Registry } from '@linqr/platform/management';
import { BackgroundWork } from '@linqr/platform/work';
import type { Warehouse } from '../warehouse/warehouse.js';

const HOUR_MS = 3_600_000;
/** How long after its end an hour is looked at first, and how many past hours each round looks at. */
const SETTLE_MS = 10 * 60_000;
const HOURS = 3;
const EVERY_MS = 5 * 60_000;

export interface HourlyCounts {
  /** Start of the hour, milliseconds since the epoch. */
  hourMs: number;
  raw: number;
  distinct: number;
  rolledUp: number;
}

export class ReconcileJob {
  private readonly work: BackgroundWork;
  private counts: HourlyCounts[] = [];

  constructor(private readonly parts: { warehouse: Warehouse; clock: Clock; logger: Logger; registry: Registry }) {
    this.work = new BackgroundWork({
      round: () => this.look(),
      everyMs: EVERY_MS,
      interrupted: 'counts could not be compared',
      logger: parts.logger,
    });
    const counts = () => this.counts;
    new Gauge({
      name: 'analytics_reconcile_difference_clicks',
      help: 'Clicks that the roll-up of a closed hour has more (or, negative, fewer) than the raw table; the worst of the last hours',
      registers: [parts.registry],
      collect() {
        const differences = counts().map(({ raw, rolledUp }) => rolledUp - raw);
        this.set(differences.reduce((worst, next) => (Math.abs(next) > Math.abs(worst) ? next : worst), 0));
      },
    });
    new Gauge({
      name: 'analytics_reconcile_duplicate_clicks',
      help: 'Clicks of a closed hour that are in the raw table more than once; the worst of the last hours',
      registers: [parts.registry],
      collect() {
        this.set(Math.max(0, ...counts().map(({ raw, distinct }) => raw - distinct)));
      },
    });
  }

  start(): void {
    this.work.start();
  }

  stop(): Promise<void> {
    return this.work.stop();
  }

  /** One round; answers with what it found. */
  async look(): Promise<HourlyCounts[]> {
    const { warehouse, clock, logger } = this.parts;
    const end = Math.floor((clock.now() - SETTLE_MS) / HOUR_MS) * HOUR_MS;
    const params = { from: (end - HOURS * HOUR_MS) / 1_000, to: end / 1_000 };
    // Through the distributed tables where there is a cluster: the whole, not this shard.
    const rows = await warehouse.query<{ hour: string; raw: string; distinct: string; rolled: string }>(
      `SELECT toUnixTimestamp(hour) AS hour, sum(raw) AS raw, sum(distinct_clicks) AS distinct, sum(rolled_up) AS rolled FROM (
         SELECT toStartOfHour(clicked_at) AS hour, count() AS raw, uniqExact(id) AS distinct_clicks, 0 AS rolled_up
           FROM clicks_raw_v1 WHERE clicked_at >= toDateTime({from:UInt32}) AND clicked_at < toDateTime({to:UInt32}) GROUP BY hour
         UNION ALL
         SELECT hour, 0, 0, sum(clicks) FROM clicks_per_hour_v1
          WHERE scope = 'workspace' AND hour >= toDateTime({from:UInt32}) AND hour < toDateTime({to:UInt32}) GROUP BY hour)
       GROUP BY hour ORDER BY hour`,
      params,
    );
    this.counts = rows.map(({ hour, raw, distinct, rolled }) => ({
      hourMs: Number(hour) * 1_000,
      raw: Number(raw),
      distinct: Number(distinct),
      rolledUp: Number(rolled),
    }));
    for (const counts of this.counts)
      if (counts.raw !== counts.rolledUp || counts.raw !== counts.distinct) logger.error({ ...counts }, 'counts disagree');
    return this.counts;
  }
}
