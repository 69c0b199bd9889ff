import type { Clock } from '@linqr/platform/clock';
import type { Actor } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { newId } from '@linqr/platform/ids';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import type { Catalogue } from '../catalogue/catalogue.js';
import { planChanged } from './subscription.events.js';
import { openSubscription, planDiffers, type Subscription, settle } from './subscription.js';
import type { SubscriptionRepository } from './subscription.repository.js';

const DAY_MS = 86_400_000;
/** Concurrent changes of one workspace's subscription that a single call is willing to lose against. */
const MAX_ATTEMPTS = 10;

/** Which plan a workspace is on, and in which period. */
export class SubscriptionService {
  constructor(
    private readonly database: DataSource,
    private readonly repository: SubscriptionRepository,
    private readonly catalogue: Catalogue,
    private readonly clock: Clock,
  ) {}

  /** The subscription as of now, made on first use. */
  current(workspaceId: string): Promise<Subscription> {
    return this.database.transaction((manager) => this.currentIn(manager, workspaceId));
  }

  /** The same inside a caller's transaction. What time has changed is written down, and said when the plan is another. */
  currentIn(manager: EntityManager, workspaceId: string): Promise<Subscription> {
    return this.change(manager, workspaceId, 'free', (subscription) => subscription);
  }

  /** The plan's key as of now, without making anything: for workspaces that were never used too. */
  async planKeyOf(workspaceId: string): Promise<string> {
    const found = await this.repository.find(this.database.manager, workspaceId, 'free');
    if (!found) return this.catalogue.defaultPlanKey;
    return settle(found, this.catalogue.defaultPlanKey, new Date(this.clock.now())).plan;
  }

  async trialAvailable(subscription: Subscription, userId: string): Promise<boolean> {
    if (subscription.plan !== this.catalogue.defaultPlanKey) return false;
    return !(await this.repository.hadTrial(this.database.manager, subscription.workspaceId, userId));
  }

  startTrial(actor: Actor): Promise<Subscription> {
    return this.database.transaction((manager) =>
      this.change(manager, actor.workspaceId, 'lock', async (subscription, now) => {
        const trialEnd = new Date(now.getTime() + this.catalogue.trialDays * DAY_MS);
        const isDefault = subscription.plan === this.catalogue.defaultPlanKey;
        if (isDefault && (await this.repository.insertTrial(manager, actor.workspaceId, actor.userId, now, trialEnd)))
          return { ...subscription, plan: this.catalogue.trialPlanKey, status: 'trialing', trialEnd };
        if (isDefault || (await this.repository.hadTrial(manager, actor.workspaceId, actor.userId)))
          throw new AppError('TRIAL_ALREADY_USED', 'This account has already had its free trial.');
        throw new AppError('CONFLICT', `A trial is for the ${this.catalogue.plan(this.catalogue.defaultPlanKey).name} plan only.`);
      }),
    );
  }

  /** Puts a workspace on a plan, as an operator. A running trial ends; what was used in the period stays used. */
  setPlan(workspaceId: string, plan: string): Promise<Subscription> {
    return this.database.transaction((manager) =>
      this.change(manager, workspaceId, 'lock', (subscription) => {
        if (subscription.plan === plan && subscription.status === 'active') return subscription;
        return { ...subscription, plan, status: 'active', interval: '', cancelAtPeriodEnd: false, trialEnd: null };
      }),
    );
  }

  /** Ends trials that have run out, so that others hear of it without anybody asking. Answers how many there were. */
  async endDueTrials(limit: number): Promise<number> {
    const due = await this.repository.dueTrials(this.database.manager, new Date(this.clock.now()), limit);
    for (const workspaceId of due) await this.current(workspaceId);
    return due.length;
  }

  private async change(
    manager: EntityManager,
    workspaceId: string,
    lock: 'lock' | 'free',
    decide: (subscription: Subscription, now: Date) => Subscription | Promise<Subscription>,
  ): Promise<Subscription> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const now = new Date(this.clock.now());
      const found = await this.repository.find(manager, workspaceId, lock);
      if (!found) {
        await this.repository.insert(
          manager,
          openSubscription(workspaceId, newId('sub', now.getTime()), this.catalogue.defaultPlanKey, now),
          now,
        );
        continue;
      }
      const wanted = await decide(settle(found, this.catalogue.defaultPlanKey, now), now);
      if (wanted === found) return found;
      if (!(await this.repository.update(manager, wanted, now))) continue;
      if (planDiffers(found, wanted)) await appendToOutbox(manager, [planChanged(wanted, now)]);
      return { ...wanted, revision: wanted.revision + 1 };
    }
    throw new AppError('CONFLICT', 'The subscription is being changed by somebody else. Please try again.');
  }
}
