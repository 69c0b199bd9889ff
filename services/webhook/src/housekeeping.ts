import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { BackgroundWork } from '@linqr/platform/work';
import type { DataSource } from 'typeorm';

const EVERY_MS = 60_000;
const BATCH = 5_000;
/** Of one kind in one round; the rest comes with the next. */
const MAX_BATCHES = 20;
const DAY_MS = 86_400_000;
/** A queue that an endpoint does not keep up with ends somewhere. */
const GIVE_UP_MS = 3 * DAY_MS;
/** Longer than the bus keeps click events (2 days): one that comes again must be known. */
const KEEP_CLICKS_MS = 4 * DAY_MS;

/** Ends and removes what has had its time, in small batches. Replicas may do it side by side. */
export class Housekeeping {
  private readonly work: BackgroundWork;

  constructor(
    private readonly database: DataSource,
    private readonly retentionDays: number,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    this.work = new BackgroundWork({
      round: () => this.round(),
      everyMs: EVERY_MS,
      firstAfterMs: EVERY_MS,
      interrupted: 'housekeeping failed',
      logger,
    });
  }

  start(): void {
    this.work.start();
  }

  stop(): Promise<void> {
    return this.work.stop();
  }

  async round(): Promise<void> {
    const now = this.clock.now();
    const giveUp = `update deliveries set status = 'failed', next_attempt_at = null, claim = null, finished_at = $1, error =`;
    // Not those with an attempt under way: it writes down its own end.
    await this.inBatches(
      `${giveUp} 'The webhook was disabled.' where id in (
         select d.id from endpoints e join deliveries d on d.endpoint_id = e.id
          where e.disabled_at is not null and d.status = 'pending' and (d.claim is null or d.next_attempt_at <= $1) limit ${BATCH})`,
      [new Date(now)],
    );
    await this.inBatches(
      `${giveUp} 'It could not be delivered within three days.' where id in (
         select id from deliveries where status = 'pending' and queued_at < $2 and (claim is null or next_attempt_at <= $1) limit ${BATCH})`,
      [new Date(now), new Date(now - GIVE_UP_MS)],
    );
    await this.inBatches(
      `delete from deliveries where id in (
         select d.id from endpoints e join deliveries d on d.endpoint_id = e.id where e.deleted_at is not null limit ${BATCH})`,
    );
    await this.inBatches(
      `delete from collected_clicks where (endpoint_id, click_id) in (
         select c.endpoint_id, c.click_id from endpoints e join collected_clicks c on c.endpoint_id = e.id
          where e.deleted_at is not null limit ${BATCH})`,
    );
    await this.inBatches(
      `delete from endpoints e where e.deleted_at is not null
          and not exists (select 1 from deliveries d where d.endpoint_id = e.id)
          and not exists (select 1 from collected_clicks c where c.endpoint_id = e.id)`,
    );
    await this.inBatches(
      `delete from deliveries where id in (
         select id from deliveries where status <> 'pending' and finished_at < $1 limit ${BATCH})`,
      [new Date(now - this.retentionDays * DAY_MS)],
    );
    await this.inBatches(
      `delete from collected_clicks where (endpoint_id, click_id) in (
         select endpoint_id, click_id from collected_clicks where delivered and collected_at < $1 limit ${BATCH})`,
      [new Date(now - KEEP_CLICKS_MS)],
    );
    await this.inBatches(`delete from endpoint_secrets where ends_at <= $1`, [new Date(now)]);
  }

  /** A deleted endpoint's row may get a last delivery from a slow consumer; that one goes with the next round. */
  private async inBatches(statement: string, values: unknown[] = []): Promise<void> {
    for (let i = 0; i < MAX_BATCHES && !this.work.stopped; i++) {
      const [, changed] = (await this.database.query(statement, values)) as [unknown, number];
      if (changed < BATCH) return;
    }
  }
}
