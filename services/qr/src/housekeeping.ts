import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { BackgroundWork } from '@linqr/platform/work';
import type { DataSource } from 'typeorm';
import type { IdempotencyRepository } from './idempotency/idempotency.repository.js';
import type { ImportRepository } from './imports/import.repository.js';

const EVERY_MS = 5 * 60_000;
/** How long the results of an import can be looked at. */
const IMPORT_LIFETIME_MS = 30 * 24 * 3_600_000;

/** Forgets idempotency keys that have run out, and imports of long ago. */
export class Housekeeping {
  private readonly work: BackgroundWork;

  constructor(
    private readonly database: DataSource,
    private readonly idempotency: IdempotencyRepository,
    private readonly imports: ImportRepository,
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
    const now = this.clock.now();
    await this.idempotency.purge(this.database.manager, new Date(now));
    await this.imports.purge(this.database.manager, new Date(now - IMPORT_LIFETIME_MS));
  }
}
