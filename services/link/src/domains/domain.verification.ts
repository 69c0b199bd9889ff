import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import type { DataSource } from 'typeorm';
import { lookAt } from './domain.check.js';
import type { DomainDns } from './domain.dns.js';
import { hasToken, type OwnDomain, type Standing, standingAfter } from './domain.js';
import type { OwnDomainRepository } from './own-domain.repository.js';

export interface DomainVerificationParts {
  database: DataSource;
  domains: OwnDomainRepository;
  dns: DomainDns;
  /** Where domains have to lead. */
  target: string;
  graceMs: number;
  clock: Clock;
  logger: Logger;
  /** Tells that links have to be announced as gone. */
  onTakeOver: () => void;
}

/**
 * Looks at DNS and writes what follows. A host changes hands only when the new workspace's proof is there and the old one's
 * is not: both there means that the owner of the zone has not decided yet.
 */
export class DomainVerification {
  constructor(private readonly parts: DomainVerificationParts) {}

  /** `rivalStands`: everything is in place, but so is another workspace's proof. */
  async verify(domain: OwnDomain): Promise<{ rivalStands: boolean }> {
    const { database, domains, dns, target, graceMs, clock, logger } = this.parts;
    const finding = await lookAt(domain.host, target, dns);
    const now = new Date(clock.now());
    let tookOver = false;
    const rivalStands = await database.transaction(async (manager) => {
      const claims = await domains.lockHost(manager, domain.host);
      const mine = claims.find(({ id }) => id === domain.id);
      // Deleted, or added anew with another proof, while DNS was asked.
      if (!mine || mine.txtToken !== domain.txtToken) return false;
      const standing = standingAfter(mine, finding, now, graceMs);
      if (standing.state !== 'verified' || mine.serves) {
        await domains.write(manager, mine, standing, mine.serves, now);
        return false;
      }
      const rival = claims.find(({ serves }) => serves);
      if (rival && hasToken(finding, rival.txtToken)) {
        await domains.write(manager, mine, contested(mine, standing), false, now);
        return true;
      }
      if (rival) {
        await domains.takeFrom(manager, rival.id, now);
        tookOver = true;
      }
      await domains.write(manager, mine, standing, true, now);
      return false;
    });
    if (tookOver) {
      logger.info({ domainId: domain.id }, 'domain changed hands');
      this.parts.onTakeOver();
    }
    return { rivalStands };
  }
}

/** Its own records are fine, another workspace's too: it stays what it was. */
function contested(mine: OwnDomain, standing: Standing): Standing {
  const problem =
    'Another workspace has proved this domain and its TXT record is still there. Remove that record, and the domain is yours.';
  return { ...standing, state: mine.state === 'verified' ? 'failed' : mine.state, problem, failingSince: null, nextCheckMs: 3_600_000 };
}
