import type { Clock } from '@linqr/platform/clock';
import type { Actor } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { newId } from '@linqr/platform/ids';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { PaidSubscription } from './paid-subscription.js';
import { planChanged } from './subscription.events.js';
import { openSubscription, planDiffers, type Subscription, type SubscriptionRules, settle } from './subscription.js';
import type { NoticeKind, SubscriptionRepository } from './subscription.repository.js';

const DAY_MS = 86_400_000;
/** Concurrent changes of one workspace's subscription that a single call is willing to lose against. */
const MAX_ATTEMPTS = 10;
/** How long before the end its owner is told. */
const NOTICE_MS: Record<NoticeKind, number> = { trial: 3 * DAY_MS, grace: 2 * DAY_MS };

/** Moves what was used when a period is replaced before its end. */
export type MoveUsage = (manager: EntityManager, workspaceId: string, from: Date, to: Date) => Promise<void>;

/** Which plan a workspace is on, and in which period. */
export class SubscriptionService {
  private readonly rules: SubscriptionRules;

  constructor(
    private readonly database: DataSource,
    private readonly repository: SubscriptionRepository,
    private readonly catalogue: Catalogue,
    private readonly clock: Clock,
    private readonly moveUsage: MoveUsage,
    graceDays: number,
  ) {
    this.rules = { defaultPlan: catalogue.defaultPlanKey, graceMs: graceDays * DAY_MS };
  }

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
    return settle(found, this.rules, new Date(this.clock.now())).plan;
  }

  async trialAvailable(subscription: Subscription, userId: string): Promise<boolean> {
    if (subscription.plan !== this.catalogue.defaultPlanKey || subscription.paid) return false;
    return !(await this.repository.hadTrial(this.database.manager, subscription.workspaceId, userId));
  }

  async startTrial(actor: Actor): Promise<Subscription> {
    if (actor.via === 'api_key') throw new AppError('FORBIDDEN', 'A trial is started by signing in; an API key cannot do this.');
    return this.database.transaction((manager) =>
      this.change(manager, actor.workspaceId, 'lock', async (subscription, now) => {
        const trialEnd = new Date(now.getTime() + this.catalogue.trialDays * DAY_MS);
        const isDefault = subscription.plan === this.catalogue.defaultPlanKey && !subscription.paid;
        if (isDefault && (await this.repository.insertTrial(manager, actor.workspaceId, actor.userId, now, trialEnd)))
          return { ...subscription, own: { ...subscription.own, trialPlan: this.catalogue.trialPlanKey, trialEnd } };
        if (isDefault || (await this.repository.hadTrial(manager, actor.workspaceId, actor.userId)))
          throw new AppError('TRIAL_ALREADY_USED', 'This account has already had its free trial.');
        throw new AppError('CONFLICT', `A trial is for the ${this.catalogue.plan(this.catalogue.defaultPlanKey).name} plan only.`);
      }),
    );
  }

  /**
   * Puts a workspace on a plan of its own, as an operator. A running trial ends; what was used in the period stays used.
   * A paid plan is not overruled: CONFLICT while one runs.
   */
  setPlan(workspaceId: string, plan: string): Promise<Subscription> {
    return this.database.transaction((manager) =>
      this.change(manager, workspaceId, 'lock', (subscription) => {
        if (subscription.paid && subscription.paid.status !== 'canceled')
          throw new AppError('CONFLICT', 'This workspace pays for its plan; the paid subscription has to end first.');
        if (subscription.plan === plan && subscription.status === 'active') return subscription;
        return { ...subscription, own: { plan, trialPlan: '', trialEnd: null } };
      }),
    );
  }

  /** Takes over what the provider says; undefined: it knows no subscription of this workspace. */
  applyPaidIn(manager: EntityManager, workspaceId: string, paid: PaidSubscription | undefined): Promise<Subscription> {
    return this.change(manager, workspaceId, 'lock', (subscription, now) => {
      if (paid) return { ...subscription, paid };
      // A subscription that the provider has forgotten has ended.
      if (subscription.paid && subscription.paid.status !== 'canceled')
        return { ...subscription, paid: { ...subscription.paid, status: 'canceled', endedAt: now } };
      return subscription;
    });
  }

  /** Ends what time has ended, so that others hear of it without anybody asking. Answers how many there were. */
  async settleDue(limit: number): Promise<number> {
    const due = await this.repository.due(this.database.manager, new Date(this.clock.now()), limit);
    for (const workspaceId of due) await this.current(workspaceId);
    return due.length;
  }

  /** Says once of each trial that it ends in three days, of each overdue plan that it is lost in two. */
  sayWhatEnds(kind: NoticeKind, limit: number): Promise<number> {
    return this.database.transaction(async (manager) => {
      const now = new Date(this.clock.now());
      const ending = await this.repository.takeNotices(manager, kind, now, new Date(now.getTime() + NOTICE_MS[kind]), limit);
      const reason = kind === 'trial' ? 'trial_ending' : 'grace_ending';
      await appendToOutbox(
        manager,
        ending.map((subscription) => planChanged(subscription, reason, now)),
      );
      return ending.length;
    });
  }

  /** Everything of a deleted account's workspace. */
  forgetIn(manager: EntityManager, workspaceId: string, userId: string): Promise<void> {
    return this.repository.forget(manager, workspaceId, userId);
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
      const wanted = settle(await decide(settle(found, this.rules, now), now), this.rules, now);
      if (wanted === found) return found;
      if (!(await this.repository.update(manager, wanted, now))) continue;
      const replaced = wanted.periodStart.getTime() !== found.periodStart.getTime() && found.periodEnd > now;
      if (replaced) await this.moveUsage(manager, workspaceId, found.periodStart, wanted.periodStart);
      if (planDiffers(found, wanted)) await appendToOutbox(manager, [planChanged(wanted, 'changed', now, found)]);
      return { ...wanted, revision: wanted.revision + 1 };
    }
    throw new AppError('CONFLICT', 'The subscription is being changed by somebody else. Please try again.');
  }
}
