import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import type { DataSource } from 'typeorm';
import type { IdempotencyRepository } from './idempotency/idempotency.repository.js';
import type { ImportRepository } from './imports/import.repository.js';

const EVERY_MS = 5 * 60_000;
/** How long the results of an import can be looked at. */
const IMPORT_LIFETIME_MS = 30 * 24 * 3_600_000;

/** Forgets idempotency keys that have run out, and imports of long ago. */
export class Housekeeping {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: DataSource,
    private readonly idempotency: IdempotencyRepository,
    private readonly imports: ImportRepository,
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
    const now = this.clock.now();
    await this.idempotency.purge(this.database.manager, new Date(now));
    await this.imports.purge(this.database.manager, new Date(now - IMPORT_LIFETIME_MS));
  }
}
