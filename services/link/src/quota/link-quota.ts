import { newContext, runInContext } from '@linqr/platform/context';
import { type ErrorCode, toAppError } from '@linqr/platform/errors';
import type { GrpcClient } from '@linqr/platform/grpc';
import type { Logger } from '@linqr/platform/logging';
import { Counter, Gauge, type Registry } from '@linqr/platform/management';
import { type BillingServiceService, type Entitlements, Feature, Resource } from '@linqr/proto/billing/v1/billing';

export type BillingClient = Pick<
  GrpcClient<typeof BillingServiceService>,
  'reserveUsage' | 'releaseUsage' | 'requireFeature' | 'getEntitlements'
>;

export interface LinkQuotaOptions {
  billing: BillingClient;
  /** Whether a link of that id was committed; asked before every release. */
  exists: (linkId: string) => Promise<boolean>;
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
 * The plan's allowance of links. A reservation whose creation failed is given back at once, and again in the background
 * until billing has taken it. What a crash of this process forgets, billing's own sweeper gives back later.
 */
export class LinkQuota {
  /** Reservation → how often it was tried. */
  private readonly pending = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private stopped = false;
  private readonly forgotten: Counter;
  private readonly unanswered: Counter;

  constructor(private readonly options: LinkQuotaOptions) {
    this.forgotten = new Counter({
      name: 'link_releases_left_to_billing_total',
      help: 'Reservations this process could not give back itself',
      registers: [options.registry],
    });
    this.unanswered = new Counter({
      name: 'link_quota_unanswered_total',
      help: 'Creations that failed because billing did not say whether the plan allows them',
      registers: [options.registry],
    });
    const { pending } = this;
    new Gauge({
      name: 'link_releases_pending',
      help: 'Reservations waiting to be given back',
      registers: [options.registry],
      collect() {
        this.set(pending.size);
      },
    });
  }

  /** PLAN_FEATURE_REQUIRED unless the workspace's plan includes them all. */
  async requireFeatures(workspaceId: string, features: Feature[]): Promise<void> {
    if (features.length > 0) await this.options.billing.requireFeature({ workspaceId, features });
  }

  /** What the workspace's plan includes; limits of -1 have no end. */
  entitlements(workspaceId: string): Promise<Entitlements> {
    return this.options.billing.getEntitlements({ workspaceId });
  }

  /** How many domains of its own the workspace may have, -1 without end. PLAN_FEATURE_REQUIRED where it may have none. */
  async requireOwnDomains(workspaceId: string): Promise<number> {
    const { entitlements } = await this.options.billing.requireFeature({ workspaceId, features: [Feature.FEATURE_CUSTOM_DOMAINS] });
    return entitlements?.customDomains ?? 0;
  }

  /** PLAN_LIMIT_REACHED when the period's allowance is used up. */
  async reserve(workspaceId: string, linkId: string): Promise<void> {
    try {
      await this.options.billing.reserveUsage({ workspaceId, resource: Resource.RESOURCE_LINKS, amount: 1, reservationId: linkId });
    } catch (error) {
      // No answer, or one that does not tell: it may have been taken.
      if (!REFUSALS.has(toAppError(error).code)) {
        this.unanswered.inc();
        this.releaseLater(linkId);
      }
      throw error;
    }
  }

  /**
   * For work that is repeated under the same id until it is settled: nothing is given back by itself. Answers how many more
   * the period allows, -1 without a limit; CONFLICT when billing has given the reservation back meanwhile.
   */
  async reserveForRetry(workspaceId: string, linkId: string): Promise<number> {
    const resource = Resource.RESOURCE_LINKS;
    return (await this.options.billing.reserveUsage({ workspaceId, resource, amount: 1, reservationId: linkId })).remaining;
  }

  /** Gives a failed creation's reservation back. Never rejects: what does not work now is tried again later. */
  async release(linkId: string): Promise<void> {
    if (!(await this.tryRelease(linkId))) this.releaseLater(linkId);
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

  private releaseLater(linkId: string): void {
    if (this.pending.size >= MAX_PENDING) {
      this.forgotten.inc();
      return;
    }
    this.pending.set(linkId, 0);
    this.schedule(FIRST_BACKOFF_MS);
  }

  private leaveToBilling(linkId: string): void {
    this.pending.delete(linkId);
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
    for (const [linkId, attempts] of this.pending) {
      if (!(await this.tryRelease(linkId))) {
        if (attempts + 1 < MAX_ATTEMPTS) this.pending.set(linkId, attempts + 1);
        else this.leaveToBilling(linkId);
        return;
      }
      this.pending.delete(linkId);
    }
  }

  private async tryRelease(linkId: string): Promise<boolean> {
    try {
      if (await this.options.exists(linkId)) return true;
      // A context of its own: the caller's deadline may be what failed.
      await runInContext(newContext(), () =>
        this.options.billing.releaseUsage({ reservationId: linkId }, { timeoutMs: RELEASE_TIMEOUT_MS }),
      );
      return true;
    } catch (error) {
      this.options.logger.warn({ err: error, reservationId: linkId }, 'reservation could not be given back yet');
      return false;
    }
  }
}
