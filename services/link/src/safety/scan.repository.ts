import { uuidv7 } from '@linqr/platform/ids';
import type { DataSource } from 'typeorm';
import type { ReviewOutcome } from './link-review.js';

export interface ScanBatch {
  runId: string;
  /** Ids behind this one … */
  afterId: string;
  /** … up to and with this one. */
  toId: string;
}

/** Runs over all links, cut into batches that replicas share. Nothing is written to the links themselves. */
export class ScanRepository {
  constructor(private readonly database: DataSource) {}

  /** Begins a run for this state of the lists unless one was begun since; two replicas that try at once begin one. */
  async beginIfDue(lists: string, since: Date, now: Date): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query(`select pg_advisory_xact_lock(hashtext('linqr link scan'))`);
      const recent = await manager.query<unknown[]>(`select 1 from scan_runs where lists = $1 and started_at > $2 limit 1`, [lists, since]);
      if (recent.length === 0)
        await manager.query(`insert into scan_runs (id, lists, started_at) values ($1, $2, $3)`, [uuidv7(), lists, now]);
    });
  }

  /** A batch of a run for these lists: one that somebody dropped, else the next. undefined: there is nothing to do. */
  async claim(lists: string, size: number, now: Date, leaseMs: number): Promise<ScanBatch | undefined> {
    const until = new Date(now.getTime() + leaseMs);
    return this.database.transaction(async (manager) => {
      const [run] = await manager.query<{ id: string; cut_to: string; cut_all: boolean; started_at: Date }[]>(
        `select id, cut_to, cut_all, started_at from scan_runs where lists = $1 and finished_at is null order by started_at desc limit 1 for update`,
        [lists],
      );
      if (!run) return undefined;
      const [dropped] = await manager.query<{ after_id: string; to_id: string }[]>(
        `select after_id, to_id from scan_batches where run_id = $1 and claimed_until <= $2 order by after_id limit 1`,
        [run.id, now],
      );
      if (dropped) {
        await manager.query(`update scan_batches set claimed_until = $3 where run_id = $1 and after_id = $2`, [
          run.id,
          dropped.after_id,
          until,
        ]);
        return { runId: run.id, afterId: dropped.after_id, toId: dropped.to_id };
      }
      if (run.cut_all) return undefined;
      const [next] = await manager.query<{ to_id: string | null; links: string }[]>(
        `select max(id) as to_id, count(*) as links
           from (select id from links where id > $1 and created_at <= $2 and deleted_at is null order by id limit $3) as batch`,
        [run.cut_to, run.started_at, size],
      );
      const isLast = Number(next?.links ?? 0) < size;
      await manager.query(
        `update scan_runs set cut_to = coalesce($2, cut_to), cut_all = $3,
                finished_at = case when $3 and $2 is null and not exists (select 1 from scan_batches where run_id = $1) then $4::timestamptz end
          where id = $1`,
        [run.id, next?.to_id ?? null, isLast, now],
      );
      if (!next?.to_id) return undefined;
      await manager.query(`insert into scan_batches (run_id, after_id, to_id, claimed_until) values ($1, $2, $3, $4)`, [
        run.id,
        run.cut_to,
        next.to_id,
        until,
      ]);
      return { runId: run.id, afterId: run.cut_to, toId: next.to_id };
    });
  }

  async idsOf({ afterId, toId }: ScanBatch): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(
      `select id from links where id > $1 and id <= $2 and deleted_at is null order by id`,
      [afterId, toId],
    );
    return rows.map(({ id }) => id);
  }

  /** Counts the batch once, however many have worked on it, and ends the run with its last batch. */
  async finish({ runId, afterId }: ScanBatch, outcome: ReviewOutcome, now: Date): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query(`select 1 from scan_runs where id = $1 for update`, [runId]);
      const gone = await manager.query<unknown[]>(
        `with gone as (delete from scan_batches where run_id = $1 and after_id = $2 returning 1) select * from gone`,
        [runId, afterId],
      );
      if (gone.length === 0) return;
      await manager.query(
        `update scan_runs set scanned = scanned + $2, quarantined = quarantined + $3, flagged = flagged + $4,
                finished_at = case when cut_all and not exists (select 1 from scan_batches where run_id = $1) then $5::timestamptz end
          where id = $1`,
        [runId, outcome.scanned, outcome.quarantined, outcome.flagged, now],
      );
    });
  }

  async purge(before: Date): Promise<void> {
    await this.database.query(`delete from scan_runs where started_at < $1`, [before]);
  }
}
