import { randomBytes } from 'node:crypto';
import type { Clock } from '@linqr/platform/clock';
import { requireActor } from '@linqr/platform/context';
import { AppError, validationFailed } from '@linqr/platform/errors';
import { isId, newId } from '@linqr/platform/ids';
import type { DataSource } from 'typeorm';
import type { DestinationPolicy } from '../destinations/destination.policy.js';
import type { LinkQuota } from '../quota/link-quota.js';
import { domainNotFound, domainTaken, type OwnDomain } from './domain.js';
import type { DomainRepository } from './domain.repository.js';
import type { DomainVerification } from './domain.verification.js';
import { ownDomainHost } from './domain-host.js';
import { isHost } from './host.js';
import type { OwnDomainRepository } from './own-domain.repository.js';

/** Looks at DNS that people ask for, at once; and those of one workspace, whose name servers may be slow. */
const MAX_LOOKS = 64;
const MAX_LOOKS_EACH = 2;
const PLAN_LIMIT_MESSAGE = 'You have reached your plan limit. Please upgrade to continue.';

export interface DomainServiceParts {
  database: DataSource;
  domains: OwnDomainRepository;
  known: DomainRepository;
  verification: DomainVerification;
  destinations: DestinationPolicy;
  quota: LinkQuota;
  /** Hostnames of the installation, without ports. */
  ownHosts: string[];
  clock: Clock;
}

export interface CountedDomain {
  domain: OwnDomain;
  linkCount: number;
}

/** A workspace's own domains: claimed, proved, used, given up. */
export class DomainService {
  private looks = 0;
  private readonly looksOf = new Map<string, number>();

  constructor(private readonly parts: DomainServiceParts) {}

  /** `limit`: how many the plan allows, -1 without end, 0 where it has none. */
  async list(): Promise<{ domains: CountedDomain[]; limit: number }> {
    const { workspaceId } = requireActor();
    const { customDomains } = await this.parts.quota.entitlements(workspaceId);
    return { domains: await this.counted(await this.parts.domains.list(workspaceId)), limit: customDomains };
  }

  async create(typed: string): Promise<CountedDomain> {
    const { workspaceId } = requireActor();
    const host = ownDomainHost(typed, this.parts.ownHosts);
    const limit = await this.parts.quota.requireOwnDomains(workspaceId);
    const now = new Date(this.parts.clock.now());
    await this.parts.database.transaction(async (manager) => {
      const hosts = await this.parts.domains.lockWorkspace(manager, workspaceId);
      if (hosts.includes(host)) throw domainTaken('This domain is in your list already.');
      if (limit >= 0 && hosts.length >= limit) throw new AppError('PLAN_LIMIT_REACHED', PLAN_LIMIT_MESSAGE);
      await this.parts.domains.insert(manager, newClaim(workspaceId, host, now));
    });
    const made = (await this.parts.domains.list(workspaceId)).find((domain) => domain.host === host);
    if (!made) throw domainNotFound();
    return (await this.counted([made]))[0]!;
  }

  /** Asks DNS now; the answer says what was found. */
  async verify(id: string): Promise<CountedDomain> {
    const { domain } = await this.get(id);
    const { workspaceId } = domain;
    const mine = this.looksOf.get(workspaceId) ?? 0;
    if (mine >= MAX_LOOKS_EACH)
      throw new AppError('RATE_LIMITED', 'Your other domains are still being checked. Please try again shortly.', { retryAfterSeconds: 5 });
    if (this.looks >= MAX_LOOKS)
      throw new AppError('PART_UNAVAILABLE', 'Many domains are being checked right now. Please try again shortly.', {
        retryAfterSeconds: 2,
      });
    this.looks++;
    this.looksOf.set(workspaceId, mine + 1);
    try {
      const { rivalStands } = await this.parts.verification.verify(domain);
      const after = await this.get(id);
      if (rivalStands) throw domainTaken(after.domain.problem);
      return after;
    } finally {
      this.looks--;
      const left = (this.looksOf.get(workspaceId) ?? 1) - 1;
      if (left > 0) this.looksOf.set(workspaceId, left);
      else this.looksOf.delete(workspaceId);
    }
  }

  async setRootRedirect(id: string, typed: string): Promise<CountedDomain> {
    const { domain } = await this.get(id);
    let rootRedirect = '';
    if (typed.trim() !== '') {
      try {
        rootRedirect = await this.parts.destinations.check(typed);
      } catch (error) {
        if (!(error instanceof AppError) || error.details.length === 0) throw error;
        throw new AppError(error.code, error.message, { details: [{ field: 'rootRedirect', message: error.message }] });
      }
      if (new URL(rootRedirect).hostname === domain.host)
        throw validationFailed({ field: 'rootRedirect', message: 'The domain cannot lead to itself.' });
    }
    if (!(await this.parts.domains.setRootRedirect(domain.workspaceId, id, rootRedirect))) throw domainNotFound();
    return this.get(id);
  }

  async delete(id: string): Promise<void> {
    const { workspaceId } = requireActor();
    if (!isId('dom', id)) throw domainNotFound();
    await this.parts.database.transaction(async (manager) => {
      // Whoever is making a link on it is waited for, and then counts.
      const domain = await this.parts.domains.lock(manager, workspaceId, id);
      if (!domain) throw domainNotFound();
      const count = (await this.parts.domains.linkCounts(manager, [id])).get(id) ?? 0;
      if (count > 0) throw new AppError('DOMAIN_IN_USE', inUse(domain.host, count));
      await this.parts.domains.delete(manager, id, new Date(this.parts.clock.now()));
    });
  }

  /** No actor: hosts are public. Undefined: no links are served on it. */
  async resolve(host: string): Promise<{ isInstallation: boolean; rootRedirect: string } | undefined> {
    const asked = host.toLowerCase();
    return isHost(asked) ? this.parts.known.serving(asked) : undefined;
  }

  private async get(id: string): Promise<CountedDomain> {
    const { workspaceId } = requireActor();
    const domain = isId('dom', id) ? await this.parts.domains.find(workspaceId, id) : undefined;
    if (!domain) throw domainNotFound();
    return (await this.counted([domain]))[0]!;
  }

  private async counted(domains: OwnDomain[]): Promise<CountedDomain[]> {
    if (domains.length === 0) return [];
    const counts = await this.parts.domains.linkCounts(
      this.parts.database.manager,
      domains.map(({ id }) => id),
    );
    return domains.map((domain) => ({ domain, linkCount: counts.get(domain.id) ?? 0 }));
  }
}

function newClaim(workspaceId: string, host: string, now: Date): OwnDomain {
  return {
    id: newId('dom', now.getTime()),
    workspaceId,
    host,
    state: 'pending',
    serves: false,
    txtToken: randomBytes(16).toString('hex'),
    rootRedirect: '',
    rootBlocked: false,
    txtFound: false,
    pointsHere: false,
    problem: '',
    checkedAt: null,
    verifiedAt: null,
    failingSince: null,
    createdAt: now,
  };
}

function inUse(host: string, count: number): string {
  const links = count === 1 ? 'One link lives' : `${count.toLocaleString('en')} links live`;
  return `${links} on ${host}. Delete ${count === 1 ? 'it' : 'them'} first; printed addresses would lead nowhere.`;
}
