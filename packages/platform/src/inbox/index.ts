// Effects of an event in PostgreSQL happen once, however often the bus delivers it: its id is kept in the same transaction.
import type { DataSource, EntityManager } from 'typeorm';
import { pause } from '../bus/backoff.js';
import { TOPICS } from '../bus/port.js';
import type { Logger } from '../logging/index.js';

/**
 * Runs `work` unless this consumer (a name that stays the same, usually its group's) has finished the event before;
 * answers whether it ran. `manager` must be of an open transaction, in which `work` makes its changes: both are kept or
 * neither. A second delivery at the same time waits for the first one's end.
 */
export async function processOnce(manager: EntityManager, consumer: string, eventId: string, work: () => Promise<void>): Promise<boolean> {
  if (!manager.queryRunner?.isTransactionActive) throw new Error('processOnce needs the entity manager of an open transaction');
  const added: unknown[] = await manager.query(
    'insert into inbox (consumer, event_id) values ($1, $2) on conflict do nothing returning 1',
    [consumer, eventId],
  );
  if (added.length === 0) return false;
  await work();
  return true;
}

/** Longer than any topic keeps its records, so that nothing the bus can still deliver is forgotten. */
const KEEP_DAYS = Math.max(...Object.values(TOPICS).map((t) => t.retentionDays)) + 5;
const EVERY_MS = 3_600_000;
const BATCH = 5_000;

/** Forgets old event ids about once an hour, in small batches. */
export class InboxRetention {
  private readonly abort = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly database: DataSource,
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

  /** One turn; answers how many ids were forgotten. */
  async sweep(): Promise<number> {
    const before = new Date(this.now() - KEEP_DAYS * 86_400_000);
    let forgotten = 0;
    while (!this.abort.signal.aborted) {
      const [, deleted] = (await this.database.query(
        `delete from inbox where (consumer, event_id) in (select consumer, event_id from inbox where seen_at < $1 order by seen_at limit ${BATCH})`,
        [before],
      )) as [unknown, number];
      forgotten += deleted;
      if (deleted < BATCH) break;
    }
    return forgotten;
  }

  private async run(): Promise<void> {
    while (!this.abort.signal.aborted) {
      await pause(EVERY_MS * (0.5 + Math.random()), this.abort.signal);
      if (this.abort.signal.aborted) return;
      try {
        await this.sweep();
      } catch (error) {
        this.logger.warn({ err: error }, 'inbox retention will be tried again');
      }
    }
  }
}
