import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import type { DataSource } from 'typeorm';
import { adminAction } from '../audit/admin-action.js';
import type { AdminActionRepository } from '../audit/admin-action.repository.js';
import type { OwnDomainRepository } from '../domains/own-domain.repository.js';
import type { DestinationJudge } from './destination.judge.js';

export interface RootReviewParts {
  database: DataSource;
  domains: OwnDomainRepository;
  judge: DestinationJudge;
  actions: AdminActionRepository;
  clock: Clock;
  logger: Logger;
}

const BATCH = 500;

/** Holds where the roots of own domains lead against the lists as they are now: what is on one leads nowhere until it is off. */
export class RootReview {
  constructor(private readonly parts: RootReviewParts) {}

  /** Doing it again, or on several replicas at once, changes nothing. */
  async review(isOver: () => boolean): Promise<void> {
    const { database, domains, judge, actions, clock, logger } = this.parts;
    for (let after = ''; !isOver(); ) {
      const batch = await domains.rootsAfter(after, BATCH);
      for (const domain of batch) {
        const { blockedBy } = judge.judge([domain.rootRedirect]);
        if ((blockedBy !== undefined) === domain.rootBlocked) continue;
        await database.transaction(async (manager) => {
          if (!(await domains.blockRoot(manager, domain, blockedBy !== undefined))) return;
          const action = adminAction({
            at: new Date(clock.now()),
            actorId: '',
            action: blockedBy === undefined ? 'domain.root_restored' : 'domain.root_blocked',
            targetId: domain.id,
            target: domain.host,
            reason: blockedBy === undefined ? '' : `Where its root leads is on a block list (${blockedBy}).`,
          });
          await actions.add(manager, action);
          logger.info({ domainId: domain.id, blocked: blockedBy !== undefined }, 'the root of a domain was switched by the block lists');
        });
      }
      if (batch.length < BATCH) return;
      after = batch.at(-1)!.id;
    }
  }
}
