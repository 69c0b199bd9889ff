// What a process does by itself, again and again: look, do what is due, rest until something is due or somebody wakes it.
import pg from 'pg';
import { Backoff } from '../bus/backoff.js';
import type { Logger } from '../logging/index.js';
import { endClient } from '../postgres/client.js';

export interface BackgroundWorkOptions {
  /** One look. True: there is more to do, the next one follows at once. What it throws is logged, and it is tried again. */
  round: () => Promise<unknown>;
  /** Rest between rounds, milliseconds. */
  everyMs: number;
  /** Rest before the first one. Default none. */
  firstAfterMs?: number;
  /** Rests after rounds that failed in a row, doubling from first to most. Default: as after any other round. */
  afterFailure?: { firstMs: number; mostMs: number };
  /** A PostgreSQL channel whose notifications wake it; its connection is opened again when it is lost. */
  listen?: { databaseUrl: string; channel: string; applicationName: string };
  /** Fixed phrase logged beside what a round threw. */
  interrupted: string;
  logger: Logger;
}

interface Listener {
  client: pg.Client;
  lost?: Error;
}

/** Rounds one after the other, never two at once, until it is stopped. Rests do not keep a process alive. */
export class BackgroundWork {
  private readonly abort = new AbortController();
  private readonly failures: Backoff | undefined;
  private rest = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly options: BackgroundWorkOptions) {
    const { afterFailure } = options;
    this.failures = afterFailure && new Backoff(afterFailure.firstMs, afterFailure.mostMs);
  }

  /** For long rounds: begin nothing more. */
  get stopped(): boolean {
    return this.abort.signal.aborted;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** There is something to do: now, or as soon as the round under way has ended. */
  wake(): void {
    this.rest.abort();
  }

  /** After the round under way. */
  async stop(): Promise<void> {
    this.abort.abort();
    this.rest.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    await this.pause(this.options.firstAfterMs ?? 0);
    while (!this.stopped) {
      try {
        await this.session();
      } catch (error) {
        if (this.stopped) return;
        const waitMs = this.failures?.next() ?? this.options.everyMs;
        this.options.logger.warn({ err: error, waitMs: Math.round(waitMs) }, this.options.interrupted);
        // What woke it meanwhile would fail as well: a lost connection does, too.
        this.rest = new AbortController();
        await this.pause(waitMs);
      }
    }
  }

  /** Rounds until one fails, or the listening connection. */
  private async session(): Promise<void> {
    const listener = await this.listener();
    try {
      while (!this.stopped) {
        if (listener?.lost) throw listener.lost;
        this.rest = new AbortController();
        const more = await this.options.round();
        this.failures?.reset();
        if (more !== true) await this.pause(this.options.everyMs);
      }
    } finally {
      if (listener) await endClient(listener.client);
    }
  }

  private async listener(): Promise<Listener | undefined> {
    if (!this.options.listen) return undefined;
    const { databaseUrl, channel, applicationName } = this.options.listen;
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: applicationName,
    });
    const listener: Listener = { client };
    client.on('error', (error) => {
      listener.lost = error;
      this.wake();
    });
    client.on('notification', () => this.wake());
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      await endClient(client);
      throw error;
    }
    return listener;
  }

  private async pause(ms: number): Promise<void> {
    const { signal } = this.rest;
    if (ms <= 0 || this.stopped || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      const woken = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener('abort', woken, { once: true });
    });
  }
}
