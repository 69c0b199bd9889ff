import type { Clock } from '@linqr/platform/clock';
import type { Lifecycle } from '@linqr/platform/lifecycle';
import type { Logger } from '@linqr/platform/logging';
import type { ServiceParts } from '@linqr/platform/service';
import { DomainServiceService } from '@linqr/proto/link/v1/domains';
import type { DataSource } from 'typeorm';
import type { LinkConfig } from '../config.js';
import type { DestinationPolicy } from '../destinations/destination.policy.js';
import type { ShortUrls } from '../links/link.mapping.js';
import type { LinkQuota } from '../quota/link-quota.js';
import { DomainController, DomainTarget } from './domain.controller.js';
import { DomainResolver } from './domain.dns.js';
import type { DomainRepository } from './domain.repository.js';
import { DomainRetirement } from './domain.retirement.js';
import { DomainService } from './domain.service.js';
import { DomainVerification } from './domain.verification.js';
import { DomainWatch } from './domain.watch.js';
import { OwnDomainRepository } from './own-domain.repository.js';

const DAY_MS = 86_400_000;

export interface DomainWireParts {
  database: DataSource;
  domains: DomainRepository;
  destinations: DestinationPolicy;
  quota: LinkQuota;
  shortUrls: ShortUrls;
  config: LinkConfig;
  clock: Clock;
  logger: Logger;
  lifecycle: Lifecycle;
}

/** Workspaces' own domains, with the watch that looks at their records again and again. */
export function wireDomains(parts: DomainWireParts): Required<Pick<ServiceParts, 'besides' | 'providers'>> & { start: () => void } {
  const { database, config, clock, logger, lifecycle } = parts;
  const hostnames = [config.SHORT_ORIGIN, config.APP_ORIGIN].map((origin) => new URL(origin).hostname);
  const target = config.DOMAIN_TARGET || hostnames[0]!;
  const domains = new OwnDomainRepository(database);
  const verification = new DomainVerification({
    database,
    domains,
    dns: new DomainResolver(config.OUTBOUND_DNS_SERVERS),
    target,
    graceMs: config.DOMAIN_GRACE_DAYS * DAY_MS,
    clock,
    logger,
    onTakeOver: () => watch.wake(),
  });
  const watch = new DomainWatch(domains, verification, new DomainRetirement(database, parts.shortUrls, clock), clock, logger);
  lifecycle.onClose('domains', () => watch.stop());
  const service = new DomainService({ ...parts, known: parts.domains, domains, verification, ownHosts: [...hostnames, target] });
  return {
    besides: [{ definition: DomainServiceService, controller: DomainController }],
    providers: [
      { provide: DomainService, useValue: service },
      { provide: DomainTarget, useValue: new DomainTarget(target) },
    ],
    start: () => watch.start(),
  };
}
