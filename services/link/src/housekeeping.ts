import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { BackgroundWork } from '@linqr/platform/work';
import type { DataSource } from 'typeorm';
import type { SeatRepository } from './caps/seat.repository.js';
import type { IdempotencyRepository } from './idempotency/idempotency.repository.js';
import type { UnlockThrottleRepository } from './passwords/unlock-throttle.repository.js';

const EVERY_MS = 5 * 60_000;

/** Forgets what has run out: idempotency keys, counted guesses and seats that nobody sat on. */
export class Housekeeping {
  private readonly work: BackgroundWork;

  constructor(
    private readonly database: DataSource,
    private readonly idempotency: IdempotencyRepository,
    private readonly throttle: UnlockThrottleRepository,
    private readonly seats: SeatRepository,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    this.work = new BackgroundWork({
      round: () => this.round(),
      everyMs: EVERY_MS,
      firstAfterMs: EVERY_MS,
      interrupted: 'housekeeping failed',
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
    const now = new Date(this.clock.now());
    await this.idempotency.purge(this.database.manager, now);
    await this.throttle.purge(now);
    await this.seats.purge(this.database.manager, now);
  }
}
