// The one long-lived connection of a bus: it listens, holds the advisory locks of owned partitions, and looks once a
// second for what notifications may have missed. Its end, however it comes, frees every lock.
import pg from 'pg';
import type { Logger } from '../../logging/index.js';
import { endClient } from '../../postgres/client.js';
import { Backoff, pause } from '../backoff.js';
import { CHANNEL } from './schema.js';

const POLL_MS = 1_000;
const QUERY_TIMEOUT_MS = 10_000;

/**
 * A process that is frozen, or cut off from the network, loses its session (and so its partitions) after 15 s, on the
 * server's side too. synchronous_commit is off because a lost notification or member row is found by the next poll.
 */
const SETTINGS = `
  set synchronous_commit = off; set idle_session_timeout = '15s'; set statement_timeout = '10s';
  set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3`;

export interface SessionEvents {
  /** Every lock is gone. */
  down: () => void;
  /** Once connected, then about every second, and soon after pollSoon(). A rejection closes the connection and connects anew. */
  poll: (session: BusSession) => Promise<void>;
  notified: (payload: string) => void;
}

export class BusSession {
  private client: pg.Client | undefined;
  private readonly abort = new AbortController();
  private soon: (() => void) | undefined;
  private asked = false;
  private last: Promise<unknown> = Promise.resolve();
  private running: Promise<void> | undefined;

  constructor(
    private readonly options: { url: string; applicationName: string; logger: Logger; prepare: () => Promise<void> },
    private readonly events: SessionEvents,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  get isUp(): boolean {
    return this.client !== undefined;
  }

  /** Runs on the session's own connection, one after the other; rejects when there is none. */
  query<R extends pg.QueryResultRow>(text: string, values: unknown[] = [], name?: string): Promise<R[]> {
    const client = this.client;
    const result = this.last.then(async () => {
      if (!client || client !== this.client) throw new Error('the bus session is not connected');
      const { rows } = await client.query<R>({ text, values, ...(name ? { name } : {}) });
      return rows;
    });
    this.last = result.catch(() => {});
    return result;
  }

  /** The next poll comes at once. */
  pollSoon(): void {
    this.asked = true;
    this.soon?.();
  }

  async stop(): Promise<void> {
    this.abort.abort();
    this.soon?.();
    await this.running;
  }

  private async run(): Promise<void> {
    const backoff = new Backoff(100, 5_000);
    const { logger } = this.options;
    while (!this.abort.signal.aborted) {
      try {
        await this.options.prepare();
        await this.connected(() => backoff.reset());
      } catch (error) {
        if (this.abort.signal.aborted) return;
        const waitMs = backoff.next();
        logger.warn({ err: error, waitMs: Math.round(waitMs) }, 'bus session interrupted');
        await pause(waitMs, this.abort.signal);
      }
    }
  }

  private async connected(onUp: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.options.url,
      connectionTimeoutMillis: 5_000,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      application_name: this.options.applicationName,
    });
    let lost: Error | undefined;
    client.on('error', (error) => {
      lost = error;
      this.pollSoon();
    });
    client.on('end', () => {
      lost ??= new Error('the bus session was closed by the server');
      this.pollSoon();
    });
    client.on('notification', ({ payload }) => this.events.notified(payload ?? ''));
    try {
      await client.connect();
      await client.query(SETTINGS);
      await client.query(`listen ${CHANNEL}`);
      this.client = client;
      while (!this.abort.signal.aborted) {
        if (lost) throw lost;
        await this.events.poll(this);
        onUp();
        await this.interval();
      }
    } finally {
      this.client = undefined;
      this.events.down();
      await endClient(client);
    }
  }

  private async interval(): Promise<void> {
    if (!this.asked && !this.abort.signal.aborted)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS * (0.9 + Math.random() * 0.2));
        this.soon = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.soon = undefined;
    this.asked = false;
  }
}
