import { newContext, runInContext } from '@linqr/platform/context';
import { type ErrorCode, toAppError } from '@linqr/platform/errors';
import type { GrpcClient } from '@linqr/platform/grpc';
import type { Logger } from '@linqr/platform/logging';
import { Counter, Gauge, type Registry } from '@linqr/platform/management';
import { type BillingServiceService, Resource } from '@linqr/proto/billing/v1/billing';

export type BillingClient = Pick<
  GrpcClient<typeof BillingServiceService>,
  'reserveUsage' | 'releaseUsage' | 'getEntitlements' | 'requireFeature'
>;

export interface QrQuotaOptions {
  billing: BillingClient;
  /** Whether a code of that id was committed; asked before every release. */
  exists: (qrId: string) => Promise<boolean>;
  logger: Logger;
  registry: Registry;
}

/** Answers that say for certain that nothing was reserved. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['PLAN_LIMIT_REACHED', 'VALIDATION_FAILED', 'FORBIDDEN', 'CONFLICT']);
const MAX_PENDING = 10_000;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;
const RELEASE_TIMEOUT_MS = 2_000;
/** A quarter of an hour at the longest pause: billing's sweeper is not much later. */
const MAX_ATTEMPTS = 30;

/**
 * The plan's allowance of QR codes. A reservation whose creation failed is given back at once, and again in the background
 * until billing has taken it. What a crash of this process forgets, billing's own sweeper gives back later.
 */
export class QrQuota {
  /** Reservation → how often it was tried. */
  private readonly pending = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private stopped = false;
  private readonly forgotten: Counter;
  private readonly unanswered: Counter;

  constructor(private readonly options: QrQuotaOptions) {
    this.forgotten = new Counter({
      name: 'qr_releases_left_to_billing_total',
      help: 'Reservations this process could not give back itself',
      registers: [options.registry],
    });
    this.unanswered = new Counter({
      name: 'qr_quota_unanswered_total',
      help: 'Creations that failed because billing did not say whether the plan allows them',
      registers: [options.registry],
    });
    const { pending } = this;
    new Gauge({
      name: 'qr_releases_pending',
      help: 'Reservations waiting to be given back',
      registers: [options.registry],
      collect() {
        this.set(pending.size);
      },
    });
  }

  /** PLAN_LIMIT_REACHED when the period's allowance is used up. */
  async reserve(workspaceId: string, qrId: string): Promise<void> {
    try {
      await this.options.billing.reserveUsage({ workspaceId, resource: Resource.RESOURCE_QR_CODES, amount: 1, reservationId: qrId });
    } catch (error) {
      // No answer, or one that does not tell: it may have been taken.
      if (!REFUSALS.has(toAppError(error).code)) {
        this.unanswered.inc();
        this.releaseLater(qrId);
      }
      throw error;
    }
  }

  /** Gives a failed creation's reservation back. Never rejects: what does not work now is tried again later. */
  async release(qrId: string): Promise<void> {
    if (!(await this.tryRelease(qrId))) this.releaseLater(qrId);
  }

  /** One last try for everything that is waiting. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
    await this.releasePending();
    if (this.pending.size > 0) {
      this.forgotten.inc(this.pending.size);
      this.options.logger.warn({ reservations: this.pending.size }, 'reservations left to the sweeper of billing');
    }
  }

  private releaseLater(qrId: string): void {
    if (this.pending.size >= MAX_PENDING) {
      this.forgotten.inc();
      return;
    }
    this.pending.set(qrId, 0);
    this.schedule(FIRST_BACKOFF_MS);
  }

  private leaveToBilling(qrId: string): void {
    this.pending.delete(qrId);
    this.forgotten.inc();
  }

  private schedule(ms: number): void {
    if (this.stopped || this.timer || this.round) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.round = this.releasePending().finally(() => {
        this.round = undefined;
        if (this.pending.size === 0) return;
        const attempts = Math.min(...this.pending.values());
        this.schedule(Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempts));
      });
    }, ms);
  }

  /** Stops at the first failure: the others would wait for the same part. */
  private async releasePending(): Promise<void> {
    for (const [qrId, attempts] of this.pending) {
      if (!(await this.tryRelease(qrId))) {
        if (attempts + 1 < MAX_ATTEMPTS) this.pending.set(qrId, attempts + 1);
        else this.leaveToBilling(qrId);
        return;
      }
      this.pending.delete(qrId);
    }
  }

  private async tryRelease(qrId: string): Promise<boolean> {
    try {
      if (await this.options.exists(qrId)) return true;
      // A context of its own: the caller's deadline may be what failed.
      await runInContext(newContext(), () => this.options.billing.releaseUsage({ reservationId: qrId }, { timeoutMs: RELEASE_TIMEOUT_MS }));
      return true;
    } catch (error) {
      this.options.logger.warn({ err: error, reservationId: qrId }, 'reservation could not be given back yet');
      return false;
    }
  }
}
