import pg from 'pg';
import { Backoff, pause } from '../bus/backoff.js';
import type { EventBus, OutgoingRecord, Topic } from '../bus/port.js';
import type { Logger } from '../logging/index.js';
import type { Registry } from '../management/index.js';
import { endClient } from '../postgres/client.js';
import { OutboxGauges } from './gauges.js';
import { OUTBOX_CHANNEL } from './schema.js';

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

/**
 * A relay that is frozen or cut off loses the lock on the server's side too, so that a standby takes over. Longer than
 * any publish takes, during which the connection is idle.
 */
const SETTINGS = `
  set idle_session_timeout = '120s'; set statement_timeout = '15s';
  set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3`;

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
 * same rows again: consumers know an event by its id. Ids are given at insert: two transactions that write events of one
 * key must exclude each other (they change the same row), as they do anyway.
 */
export class OutboxRelay {
  private readonly abort = new AbortController();
  private wake = new AbortController();
  private running: Promise<void> | undefined;
  private readonly pollMs: number;
  private readonly gauges: OutboxGauges;

  constructor(private readonly options: OutboxRelayOptions) {
    this.pollMs = options.pollMs ?? 1_000;
    this.gauges = new OutboxGauges(options.registry);
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Resolves once the batch under way is published and deleted. */
  async stop(): Promise<void> {
    this.abort.abort();
    this.wake.abort();
    await this.running;
  }

  private get stopped(): boolean {
    return this.abort.signal.aborted;
  }

  private async run(): Promise<void> {
    const backoff = new Backoff(100, MAX_BACKOFF_MS);
    while (!this.stopped) {
      try {
        await this.session(backoff);
      } catch (error) {
        if (!this.stopped) await this.backOff(backoff, error, 'outbox relay lost its database');
      }
    }
  }

  /** One connection: wait for the lock, then relay until the connection fails or we stop. */
  private async session(backoff: Backoff): Promise<void> {
    const client = new pg.Client({
      connectionString: this.options.databaseUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: 20_000,
      keepAlive: true,
      application_name: 'outbox-relay',
    });
    let lost: Error | undefined;
    client.on('error', (error) => {
      lost = error;
      this.wake.abort();
    });
    client.on('notification', () => this.wake.abort());
    try {
      await client.connect();
      await client.query(SETTINGS);
      await client.query(`listen ${OUTBOX_CHANNEL}`);
      let owner = false;
      while (!this.stopped) {
        if (lost) throw lost;
        this.wake = new AbortController();
        owner ||= await tryLock(client);
        await this.gauges.measure(client);
        const idle = owner ? await this.relayBatch(client, backoff) : true;
        if (idle) await pause(this.pollMs, owner ? this.wake.signal : this.abort.signal);
      }
    } finally {
      await endClient(client);
    }
  }

  /** True when there is nothing more to do now. Topics fail alone: what one of them refuses does not keep the others. */
  private async relayBatch(client: pg.Client, backoff: Backoff): Promise<boolean> {
    const { rows } = await client.query<Row>({
      name: 'outbox-fetch',
      text: `select id, topic, key, value, headers from outbox order by id limit ${BATCH}`,
    });
    let failure: unknown;
    for (const [topic, events] of byTopic(rows)) {
      try {
        await this.options.bus.publish(topic, events.map(toRecord));
      } catch (error) {
        failure = error;
        continue;
      }
      await client.query({
        name: 'outbox-delete',
        text: 'delete from outbox where id = any($1::bigint[])',
        values: [events.map((e) => e.id)],
      });
    }
    if (failure === undefined) backoff.reset();
    else await this.backOff(backoff, failure, 'events stay in the outbox');
    return rows.length < BATCH && failure === undefined;
  }

  /** Not cut short by new events: they would have to wait as well. */
  private async backOff(backoff: Backoff, error: unknown, phrase: string): Promise<void> {
    const waitMs = backoff.next();
    this.options.logger.warn({ err: error, waitMs: Math.round(waitMs) }, phrase);
    await pause(waitMs, this.abort.signal);
  }
}

function byTopic(rows: Row[]): Map<Topic, Row[]> {
  const result = new Map<Topic, Row[]>();
  for (const row of rows) {
    const events = result.get(row.topic);
    if (events) events.push(row);
    else result.set(row.topic, [row]);
  }
  return result;
}

function toRecord({ key, value, headers }: Row): OutgoingRecord {
  return { key, value, headers };
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ok: boolean }>(`select pg_try_advisory_lock(${RELAY_LOCK}, hashtext(current_database())) as ok`);
  return rows[0]?.ok === true;
}
