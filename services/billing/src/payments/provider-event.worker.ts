import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { Counter, Gauge, type Registry } from '@linqr/platform/management';
import { BackgroundWork } from '@linqr/platform/work';
import type { DataSource } from 'typeorm';
import type { ClaimedEvent, ProviderEventRepository } from './provider-event.repository.js';
import type { Synchronisation } from './synchronisation.js';

const BATCH = 50;
/** Customers that are asked for at once. */
const CONCURRENCY = 4;
/** Safety net beside being woken: events that another replica took in and then died. */
const POLL_MS = 1_000;
const LEASE_MS = 120_000;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 3_600_000;
/** The last is a day after the first; what is still lost then, the regular fetch heals. */
const MAX_ATTEMPTS = 30;
/** Longer than Stripe offers to send an event again (30 days). */
const KEEP_MS = 40 * 86_400_000;

export interface ProviderEventWorkerParts {
  database: DataSource;
  events: ProviderEventRepository;
  synchronisation: Synchronisation;
  clock: Clock;
  logger: Logger;
  registry: Registry;
}

/** Works off stored events: each means that its customer's state is fetched again. Any number of replicas may run. */
export class ProviderEventWorker {
  private readonly handled: Counter<'outcome'>;
  private readonly work: BackgroundWork;

  constructor(private readonly parts: ProviderEventWorkerParts) {
    const { registry, database, events, clock, logger } = parts;
    this.work = new BackgroundWork({
      round: async () => (await this.round()) === BATCH,
      everyMs: POLL_MS,
      interrupted: 'provider events could not be worked off',
      logger,
    });
    this.handled = new Counter({
      name: 'billing_provider_events_total',
      help: 'Events of the payment provider, by what became of them',
      labelNames: ['outcome'],
      registers: [registry],
    });
    new Gauge({
      name: 'billing_provider_event_oldest_seconds',
      help: 'How long the oldest event of the payment provider has waited',
      registers: [registry],
      async collect() {
        const waiting = await events.waiting(database.manager, new Date(clock.now())).catch(() => undefined);
        this.set(waiting?.oldestSeconds ?? Number.NaN);
      },
    });
  }

  start(): void {
    this.work.start();
  }

  /** An event has come in. */
  wake(): void {
    this.work.wake();
  }

  stop(): Promise<void> {
    return this.work.stop();
  }

  /** Forgets what was settled long ago. Answers how many. */
  purge(limit: number): Promise<number> {
    const { events, database, clock } = this.parts;
    return events.purge(database.manager, new Date(clock.now() - KEEP_MS), limit);
  }

  private async round(): Promise<number> {
    const { database, events, clock } = this.parts;
    const now = clock.now();
    const claimed = await events.claim(database.manager, new Date(now), new Date(now + LEASE_MS), BATCH);
    // One fetch answers for all events of a customer that were there before it began.
    const byCustomer = new Map<string, ClaimedEvent[]>();
    for (const event of claimed) byCustomer.set(event.customerId, [...(byCustomer.get(event.customerId) ?? []), event]);
    const customers = [...byCustomer];
    const next = async (): Promise<void> => {
      for (let one = customers.pop(); one; one = customers.pop()) await this.handle(one[0], one[1]);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, next));
    return claimed.length;
  }

  private async handle(customerId: string, claimed: ClaimedEvent[]): Promise<void> {
    const { database, events, synchronisation, clock, logger } = this.parts;
    const ids = claimed.map(({ id }) => id);
    try {
      await synchronisation.customer(customerId);
      await events.done(database.manager, ids);
      this.handled.inc({ outcome: 'done' }, ids.length);
    } catch (error) {
      const attempts = Math.min(...claimed.map((event) => event.attempts));
      const givenUp = attempts >= MAX_ATTEMPTS;
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), MAX_RETRY_MS) * (0.75 + Math.random() / 2);
      const again = givenUp ? null : new Date(clock.now() + waitMs);
      await events.failed(database.manager, ids, (error as Error).message, again, new Date(clock.now()));
      this.handled.inc({ outcome: givenUp ? 'given_up' : 'again' }, ids.length);
      if (givenUp) logger.error({ err: error, ids }, 'provider events given up');
    }
  }
}
