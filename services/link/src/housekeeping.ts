import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import type { DataSource } from 'typeorm';
import type { SeatRepository } from './caps/seat.repository.js';
import type { IdempotencyRepository } from './idempotency/idempotency.repository.js';
import type { UnlockThrottleRepository } from './passwords/unlock-throttle.repository.js';

const EVERY_MS = 5 * 60_000;

/** Forgets what has run out: idempotency keys, counted guesses and seats that nobody sat on. */
export class Housekeeping {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: DataSource,
    private readonly idempotency: IdempotencyRepository,
    private readonly throttle: UnlockThrottleRepository,
    private readonly seats: SeatRepository,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.running = this.round().catch((error: unknown) => this.logger.warn({ err: error }, 'housekeeping failed'));
    }, EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  async round(): Promise<void> {
    const now = new Date(this.clock.now());
    await this.idempotency.purge(this.database.manager, now);
    await this.throttle.purge(now);
    await this.seats.purge(this.database.manager, now);
  }
}
