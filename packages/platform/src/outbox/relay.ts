import pg from 'pg';
import type { EventBus, OutgoingRecord, Topic } from '../bus/port.js';
import type { Logger } from '../logging/index.js';
import { Gauge, type Registry } from '../management/index.js';

export interface OutboxRelayOptions {
  databaseUrl: string;
  bus: EventBus;
  logger: Logger;
  registry: Registry;
  /** Safety net beside notifications. Default 1000. */
  pollMs?: number;
}

const BATCH = 500;
const MAX_BACKOFF_MS = 5_000;
const RELAY_LOCK = 0x6c72;

interface Row {
  id: string;
  topic: Topic;
  key: string;
  value: Buffer;
  headers: Record<string, string>;
}

/**
 * Publishes the outbox in id order and deletes what the bus has taken. One relay at a time per database (session
 * advisory lock; standbys wait), so order per key holds. Killed between publish and delete, the next one publishes the
 * same rows again: consumers know an event by its id.
 */
export class OutboxRelay {
  private stopped = false;
  private wake: (() => void) | undefined;
  private signalled = false;
  private running: Promise<void> | undefined;
  private readonly pollMs: number;

  constructor(private readonly options: OutboxRelayOptions) {
    this.pollMs = options.pollMs ?? 1_000;
    new Gauge({
      name: 'outbox_last_batch_age_seconds',
      help: 'Age of the oldest event in the last relayed batch, when it was relayed',
      registers: [options.registry],
    });
  }

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.wake?.();
    await this.running;
  }

  private async run(): Promise<void> {
    let backoffMs = 100;
    while (!this.stopped) {
      try {
        await this.session(() => {
          backoffMs = 100;
        });
      } catch (error) {
        if (this.stopped) break;
        this.options.logger.warn({ err: error, backoffMs }, 'outbox relay interrupted');
        await this.pause(backoffMs);
        backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
      }
    }
  }

  /** One connection: take the lock, then relay until something fails or we stop. */
  private async session(onProgress: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.options.databaseUrl,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'outbox-relay',
    });
    let lost: Error | undefined;
    client.on('error', (error) => {
      lost = error;
      this.wakeUp();
    });
    client.on('notification', () => this.wakeUp());
    try {
      await client.connect();
      await client.query('listen linqr_outbox');
      while (!this.stopped && !(await this.tryLock(client))) await this.pause(this.pollMs);
      while (!this.stopped) {
        if (lost) throw lost;
        this.signalled = false;
        const moved = await this.relayBatch(client);
        onProgress();
        if (moved < BATCH && !this.signalled) await this.pause(this.pollMs);
      }
    } finally {
      await client.end().catch(() => {});
    }
  }

  private async tryLock(client: pg.Client): Promise<boolean> {
    const { rows } = await client.query<{ ok: boolean }>(`select pg_try_advisory_lock(${RELAY_LOCK}, hashtext(current_database())) as ok`);
    return rows[0]?.ok === true;
  }

  private async relayBatch(client: pg.Client): Promise<number> {
    const { rows } = await client.query<Row>({
      name: 'outbox-fetch',
      text: `select id, topic, key, value, headers from outbox order by id limit ${BATCH}`,
    });
    if (rows.length === 0) return 0;
    const byTopic = new Map<Topic, OutgoingRecord[]>();
    for (const row of rows) {
      const records = byTopic.get(row.topic) ?? [];
      records.push({ key: row.key, value: row.value, headers: row.headers });
      byTopic.set(row.topic, records);
    }
    for (const [topic, records] of byTopic) await this.options.bus.publish(topic, records);
    await client.query({ name: 'outbox-delete', text: 'delete from outbox where id = any($1::bigint[])', values: [rows.map((r) => r.id)] });
    return rows.length;
  }

  private wakeUp(): void {
    this.signalled = true;
    this.wake?.();
  }

  private async pause(ms: number): Promise<void> {
    if (this.stopped || this.signalled) {
      this.signalled = false;
      return;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }
}
