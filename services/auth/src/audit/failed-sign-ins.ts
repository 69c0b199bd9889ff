import type { Logger } from '@linqr/platform/logging';
import type { DataSource } from 'typeorm';
import type { Client } from '../sessions/client-info.js';
import type { AuditService } from './audit.service.js';

/** Notes under way; more than these are a flood, of which the throttle tells. */
const MAX_IN_FLIGHT = 20;

/**
 * Notes failed sign-ins of accounts that exist, after the answer was given: a write before it would tell by its time that the
 * account exists.
 */
export class FailedSignIns {
  private readonly inFlight = new Set<Promise<void>>();

  constructor(
    private readonly database: DataSource,
    private readonly audit: AuditService,
    private readonly logger: Logger,
  ) {}

  note(userId: string | undefined, client: Client): void {
    if (userId === undefined || this.inFlight.size >= MAX_IN_FLIGHT) return;
    const noting: Promise<void> = this.audit
      .note(this.database.manager, userId, 'sign_in_failed', client)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'a failed sign-in was not noted'))
      .finally(() => this.inFlight.delete(noting));
    this.inFlight.add(noting);
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.inFlight);
  }
}
