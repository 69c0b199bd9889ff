import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { Counter, type Registry } from '@linqr/platform/management';
import { BackgroundWork } from '@linqr/platform/work';
import type { DataSource } from 'typeorm';
import type { SubscriptionService } from '../subscriptions/subscription.service.js';
import type { UsageRepository } from './usage.repository.js';

/** Rows of one statement; a round goes on until it finds fewer. */
const BATCH = 500;
const MAX_BATCHES = 20;
/** Longer than any event is kept on the bus (7 days), so that no redelivery meets a forgotten id. */
const KEEP_SETTLED_MS = 30 * 86_400_000;

export interface HousekeepingOptions {
  database: DataSource;
  usage: UsageRepository;
  subscriptions: SubscriptionService;
  /** True when every creation event has been handled. */
  caughtUp: () => Promise<boolean>;
  clock: Clock;
  logger: Logger;
  registry: Registry;
  reservationTimeoutMs: number;
  /** What else a round does, in batches of the given size, each answering how many it found. */
  also?: ((limit: number) => Promise<number>)[];
  /** Default one minute. */
  everyMs?: number;
}

/** What time asks for without anybody calling: ends trials and times of grace and says that they end, gives abandoned reservations back, forgets settled ones. */
export class Housekeeping {
  private readonly work: BackgroundWork;
  private readonly abandoned: Counter;

  constructor(private readonly options: HousekeepingOptions) {
    this.abandoned = new Counter({
      name: 'billing_abandoned_reservations_total',
      help: 'Reservations given back because no creation became known',
      registers: [options.registry],
    });
    const { everyMs = 60_000, logger } = options;
    this.work = new BackgroundWork({ round: () => this.round(), everyMs, interrupted: 'housekeeping failed', logger });
  }

  start(): void {
    this.work.start();
  }

  stop(): Promise<void> {
    return this.work.stop();
  }

  async round(): Promise<void> {
    const { database, usage, subscriptions, clock, reservationTimeoutMs } = this.options;
    await this.untilFewer(() => subscriptions.settleDue(BATCH));
    await this.untilFewer(() => subscriptions.sayWhatEnds('trial', BATCH));
    await this.untilFewer(() => subscriptions.sayWhatEnds('grace', BATCH));
    const now = new Date(clock.now());
    if (await this.options.caughtUp()) {
      const before = new Date(now.getTime() - reservationTimeoutMs);
      await this.untilFewer(async () => {
        const count = await database.transaction((manager) => usage.releaseStale(manager, before, now, BATCH));
        this.abandoned.inc(count);
        return count;
      });
    }
    const forget = new Date(now.getTime() - KEEP_SETTLED_MS);
    await this.untilFewer(() => usage.purgeSettled(database.manager, forget, BATCH));
    for (const work of this.options.also ?? []) await this.untilFewer(() => work(BATCH));
  }

  private async untilFewer(batch: () => Promise<number>): Promise<void> {
    for (let i = 0; i < MAX_BATCHES && !this.work.stopped; i++) if ((await batch()) < BATCH) return;
  }
}
