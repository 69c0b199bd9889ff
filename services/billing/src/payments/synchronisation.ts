import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { Counter, type Registry } from '@linqr/platform/management';
import type { DataSource } from 'typeorm';
import { chooseSubscription } from '../subscriptions/paid-subscription.js';
import type { Subscription } from '../subscriptions/subscription.js';
import type { SubscriptionService } from '../subscriptions/subscription.service.js';
import type { Payer, PayerRepository } from './payer.repository.js';
import type { PaymentProvider } from './payment-provider.js';
import { nextSync, retrySync } from './sync-schedule.js';

/** Longer than one fetch may take. */
const LEASE_MS = 120_000;

export interface SynchronisationParts {
  database: DataSource;
  provider: PaymentProvider;
  payers: PayerRepository;
  subscriptions: SubscriptionService;
  clock: Clock;
  logger: Logger;
  registry: Registry;
  /** Longest time without a fetch, ms. */
  everyMs: number;
}

/**
 * Copies the provider's state, whoever asks: an event, a person who comes back from paying, time. The state of a fetch that
 * began earlier never overwrites that of a later one, so that events may come in any order, twice, late or not at all.
 */
export class Synchronisation {
  private readonly fetches: Counter<'outcome'>;
  private readonly redundantEnded: Counter;

  constructor(private readonly parts: SynchronisationParts) {
    this.fetches = new Counter({
      name: 'billing_provider_fetches_total',
      help: "Fetches of a customer's state from the payment provider",
      labelNames: ['outcome'],
      registers: [parts.registry],
    });
    this.redundantEnded = new Counter({
      name: 'billing_redundant_subscriptions_total',
      help: 'Second subscriptions of a customer that were ended, with credit for what was paid',
      registers: [parts.registry],
    });
  }

  /** The subscription with the provider's newest state; undefined where the workspace never paid. */
  async workspace(workspaceId: string): Promise<Subscription | undefined> {
    const { database, payers, logger, clock } = this.parts;
    const payer = await payers.beginFetch(database.manager, workspaceId);
    if (!payer) return undefined;
    try {
      const subscription = payer.closing ? await this.close(payer) : await this.fetch(payer);
      this.fetches.inc({ outcome: 'ok' });
      return subscription;
    } catch (error) {
      this.fetches.inc({ outcome: 'failed' });
      logger.warn({ err: error, workspaceId, failures: payer.failures + 1 }, 'payment state could not be fetched');
      await payers.failed(database.manager, workspaceId, retrySync(payer.failures, new Date(clock.now())));
      throw error;
    }
  }

  /** By the provider's customer; one that we do not know is asked which workspace it was made for. */
  async customer(customerId: string): Promise<void> {
    const { database, provider, payers, logger, clock } = this.parts;
    let payer = await payers.findByCustomer(database.manager, customerId);
    if (!payer) {
      const workspaceId = await provider.workspaceOf(customerId);
      if (!workspaceId || !/^[\w-]{1,64}$/.test(workspaceId)) return;
      await payers.insert(database.manager, workspaceId, customerId, new Date(clock.now()));
      payer = await payers.findByCustomer(database.manager, customerId);
      if (!payer) {
        logger.warn({ workspaceId }, 'a second customer of a workspace is passed over');
        return;
      }
    }
    await this.workspace(payer.workspaceId);
  }

  /** Fetches what has not been fetched for long. Answers how many were due; stops where the provider is not to be reached. */
  async due(limit: number): Promise<number> {
    const { database, payers, clock } = this.parts;
    const now = clock.now();
    const workspaces = await payers.takeDue(database.manager, new Date(now), new Date(now + LEASE_MS), limit);
    for (const workspaceId of workspaces) await this.workspace(workspaceId);
    return workspaces.length;
  }

  private async fetch(payer: Payer): Promise<Subscription | undefined> {
    const { database, provider, payers, subscriptions, clock, logger, everyMs } = this.parts;
    const { workspaceId } = payer;
    const state = await provider.stateOf(payer.customerId);
    const { chosen, redundant } = chooseSubscription(state.subscriptions);
    const subscription = await database.transaction(async (manager) => {
      const now = new Date(clock.now());
      const next = nextSync(chosen?.paid, payer.checkoutOpenedAt, everyMs, now);
      const outcome = await payers.takeOver(manager, payer, now, next);
      if (outcome === 'gone') return undefined;
      if (outcome === 'late') return subscriptions.currentIn(manager, workspaceId);
      if (!state.exists) await payers.remove(manager, workspaceId, payer.customerId);
      return subscriptions.applyPaidIn(manager, workspaceId, chosen?.paid);
    });
    if (!subscription) return undefined;
    // Somebody paid in two tabs. The newest stays; what was paid for the others is put to the customer's credit.
    for (const { paid } of redundant) {
      await provider.endNow(paid.id);
      this.redundantEnded.inc();
      logger.warn({ workspaceId, subscriptionId: paid.id }, 'a second subscription of a customer was ended');
    }
    return subscription;
  }

  /** The account is deleted: the customer goes, and with it every subscription; then we forget it. */
  private async close(payer: Payer): Promise<undefined> {
    const { database, provider, payers, logger } = this.parts;
    await provider.deleteCustomer(payer.customerId);
    await payers.remove(database.manager, payer.workspaceId, payer.customerId);
    logger.info({ workspaceId: payer.workspaceId }, 'customer of a deleted account removed');
    return undefined;
  }
}
