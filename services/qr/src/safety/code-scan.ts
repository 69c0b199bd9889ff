import type { Logger } from '@linqr/platform/logging';
import { BackgroundWork } from '@linqr/platform/work';
import type { DataSource } from 'typeorm';
import type { CodeReview } from './code-review.js';
import { MAX_AT_ONCE } from './destination-check.js';

/** Between batches: people come first. */
const BREATH_MS = 50;
const RETRY_MS = 300_000;

/** Holds all website codes against the block lists about once a day; of several replicas one at a time. */
export class CodeScan {
  private readonly work: BackgroundWork;

  constructor(
    private readonly database: DataSource,
    private readonly review: CodeReview,
    everyMs: number,
    logger: Logger,
  ) {
    const retryMs = Math.min(RETRY_MS, everyMs);
    this.work = new BackgroundWork({
      round: () => this.round(),
      everyMs,
      // Not at once, and not all replicas at the same time.
      firstAfterMs: everyMs * (0.5 + Math.random() / 2),
      afterFailure: { firstMs: retryMs, mostMs: retryMs },
      interrupted: 'scan of codes interrupted',
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
    const runner = this.database.createQueryRunner();
    try {
      const [lock] = (await runner.query(`select pg_try_advisory_lock(hashtext('linqr code scan')) as mine`)) as { mine: boolean }[];
      if (!lock?.mine) return;
      try {
        for (let after = ''; !this.work.stopped; ) {
          const rows = (await runner.query(
            `select id from qr_codes where id > $1 and type = 'url' and deleted_at is null order by id limit $2`,
            [after, MAX_AT_ONCE],
          )) as { id: string }[];
          await this.review.review(rows.map(({ id }) => id));
          if (rows.length < MAX_AT_ONCE) return;
          after = rows.at(-1)!.id;
          await new Promise((resolve) => setTimeout(resolve, BREATH_MS));
        }
      } finally {
        await runner.query(`select pg_advisory_unlock(hashtext('linqr code scan'))`);
      }
    } finally {
      await runner.release();
    }
  }
}
