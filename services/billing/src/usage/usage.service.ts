import type { Clock } from '@linqr/platform/clock';
import { AppError } from '@linqr/platform/errors';
import type { DataSource } from 'typeorm';
import type { Catalogue } from '../catalogue/catalogue.js';
import { FEATURE_TITLES, type FeatureKey, limitOf, PLURAL_FEATURES, type Plan, type ResourceKey } from '../catalogue/plan.js';
import type { Subscription } from '../subscriptions/subscription.js';
import type { SubscriptionService } from '../subscriptions/subscription.service.js';
import type { UsageMetrics } from './usage.metrics.js';
import type { UsageRepository } from './usage.repository.js';

/** The specification's words; a screen shows them as they are. */
export const PLAN_LIMIT_MESSAGE = 'You have reached your plan limit. Please upgrade to continue.';

export interface Usage {
  subscription: Subscription;
  plan: Plan;
  used: Record<ResourceKey, number>;
}

export interface ReserveInput {
  workspaceId: string;
  resource: ResourceKey;
  amount: number;
  reservationId: string;
}

/** Exact quota: reserved before something is created, confirmed by the event that says it exists, released otherwise. */
export class UsageService {
  constructor(
    private readonly database: DataSource,
    private readonly repository: UsageRepository,
    private readonly subscriptions: SubscriptionService,
    private readonly catalogue: Catalogue,
    private readonly clock: Clock,
    private readonly metrics: UsageMetrics,
  ) {}

  async usage(workspaceId: string): Promise<Usage> {
    const subscription = await this.subscriptions.current(workspaceId);
    const used = await this.repository.used(this.database.manager, workspaceId, subscription.periodStart);
    return { subscription, plan: this.catalogue.plan(subscription.plan), used };
  }

  /** Takes `amount` out of the period's allowance; answers what remains (null: unlimited). The same id is taken once. */
  async reserve(input: ReserveInput): Promise<number | null> {
    // Counted once it is committed, and a refusal when it is certain.
    let plan = '';
    let outcome: 'taken' | 'repeated' = 'taken';
    const remaining = await this.database.transaction(async (manager) => {
      const subscription = await this.subscriptions.currentIn(manager, input.workspaceId);
      plan = subscription.plan;
      const limit = limitOf(this.catalogue.plan(subscription.plan), input.resource);
      const reservation = {
        id: input.reservationId,
        workspaceId: input.workspaceId,
        resource: input.resource,
        amount: input.amount,
        periodStart: subscription.periodStart,
      };
      if (!(await this.repository.insertReservation(manager, reservation, new Date(this.clock.now())))) {
        const stored = await this.repository.findReservation(manager, input.reservationId);
        const same = stored?.workspaceId === input.workspaceId && stored.resource === input.resource && stored.amount === input.amount;
        if (!same || stored.state === 'released')
          throw new AppError('CONFLICT', 'This reservation was used for something else or given back.');
        outcome = 'repeated';
        const used = await this.repository.used(manager, input.workspaceId, subscription.periodStart);
        return limit === null ? null : Math.max(0, limit - used[input.resource]);
      }
      const used = await this.repository.take(manager, reservation, limit);
      if (used === undefined) {
        this.metrics.reserved(input.resource, plan, 'refused');
        throw new AppError('PLAN_LIMIT_REACHED', PLAN_LIMIT_MESSAGE);
      }
      return limit === null ? null : limit - used;
    });
    this.metrics.reserved(input.resource, plan, outcome);
    return remaining;
  }

  /**
   * Gives an unconfirmed reservation back; a confirmed one stays. A release that comes before its reservation is
   * remembered, so that a reservation still under way is refused when it arrives.
   */
  release(reservationId: string): Promise<void> {
    return this.database.transaction(async (manager) => {
      const now = new Date(this.clock.now());
      if (await this.repository.release(manager, reservationId, now)) return;
      if (await this.repository.insertReleased(manager, reservationId, now)) return;
      // The row came between the two statements: a reservation that committed meanwhile.
      await this.repository.release(manager, reservationId, now);
    });
  }

  /** What the workspace's plan includes, or PLAN_FEATURE_REQUIRED naming what is missing and the plan that has it. */
  async requireFeatures(workspaceId: string, features: FeatureKey[]): Promise<Plan> {
    const plan = this.catalogue.plan(await this.subscriptions.planKeyOf(workspaceId));
    const missing = features.filter((feature) => !plan.features.includes(feature));
    if (missing.length === 0) return plan;
    this.metrics.refused(missing, plan.key);
    const enough = this.catalogue.cheapestWith([...new Set([...missing, ...plan.features])]) ?? this.catalogue.cheapestWith(missing);
    const what = listed(missing.map((feature, i) => (i === 0 ? FEATURE_TITLES[feature] : lowerFirst(FEATURE_TITLES[feature]))));
    const need = missing.length > 1 || missing.some((feature) => PLURAL_FEATURES.has(feature)) ? 'need' : 'needs';
    const message = enough
      ? `${what} ${need} the ${enough.name} plan. Please upgrade to continue.`
      : `${what} ${need} a plan that is not on sale here. Please ask the operator.`;
    throw new AppError('PLAN_FEATURE_REQUIRED', message);
  }

  async planOf(workspaceId: string): Promise<Plan> {
    return this.catalogue.plan(await this.subscriptions.planKeyOf(workspaceId));
  }
}

/** 'a, b and c' */
function listed(names: string[]): string {
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
