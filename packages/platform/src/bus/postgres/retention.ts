// Deletes what is older than a topic's retention: by time, oldest first, in small batches, by one process at a time.
import type { PoolClient } from 'pg';
import type { Logger } from '../../logging/index.js';
import { pause } from '../backoff.js';
import { TOPICS, type Topic } from '../port.js';
import type { LogStore } from './log-store.js';
import { LOCK } from './schema.js';

const EVERY_MS = 5 * 60_000;
const BATCH = 2_000;
/** Batches of one partition in one turn; the rest waits for the next, so that a turn has an end. */
const MAX_BATCHES = 500;

export class Retention {
  private readonly abort = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly store: LogStore,
    private readonly logger: Logger,
    private readonly now: () => number = () => Date.now(),
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.abort.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.abort.signal.aborted) {
      await pause(EVERY_MS * (0.5 + Math.random()), this.abort.signal);
      if (this.abort.signal.aborted) return;
      try {
        const deleted = await this.sweep();
        if (deleted > 0) this.logger.info({ deleted }, 'old events deleted');
      } catch (error) {
        this.logger.warn({ err: error }, 'retention will be tried again');
      }
    }
  }

  /** One turn; answers how many records went, 0 when another process is at it. */
  async sweep(): Promise<number> {
    await this.store.ready();
    const client = await this.store.pool.connect();
    let failure: Error | undefined;
    try {
      const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1, 0) as ok', [LOCK.retention]);
      if (!rows[0]?.ok) return 0;
      const deleted = await this.deleteOld(client);
      await client.query('select pg_advisory_unlock($1, 0)', [LOCK.retention]);
      return deleted;
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure); // with a failure the connection is closed, and the lock goes with it
    }
  }

  private async deleteOld(client: PoolClient): Promise<number> {
    let deleted = 0;
    for (const topic of Object.keys(TOPICS) as Topic[]) {
      const cutoff = new Date(this.now() - TOPICS[topic].retentionDays * 86_400_000);
      for (let part = 0; part < this.store.partitionCount(topic); part++)
        for (let batch = 0; batch < MAX_BATCHES && !this.abort.signal.aborted; batch++) {
          const { rows } = await client.query<{ n: number }>('select bus.expire($1, $2, $3, $4) as n', [topic, part, cutoff, BATCH]);
          deleted += rows[0]!.n;
          if (rows[0]!.n < BATCH) break;
        }
    }
    // Members whose session is gone.
    await client.query(
      `delete from bus.member m where not exists (select from pg_locks l where l.locktype = 'advisory' and l.objsubid = 2
         and l.classid = ${LOCK.member} and l.objid = m.id::bigint::oid
         and l.database = (select oid from pg_database where datname = current_database()))`,
    );
    return deleted;
  }
}
