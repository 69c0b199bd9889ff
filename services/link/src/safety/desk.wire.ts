// Wiring of link safety and of the operator's desk: reports, messages, states, record. Part of wire.ts.
import type { EventBus } from '@linqr/platform/bus';
import type { Clock } from '@linqr/platform/clock';
import type { Lifecycle } from '@linqr/platform/lifecycle';
import type { Logger } from '@linqr/platform/logging';
import type { Registry } from '@linqr/platform/management';
import type { ServiceParts } from '@linqr/platform/service';
import { ContactServiceService } from '@linqr/proto/link/v1/contact';
import { SafetyServiceService } from '@linqr/proto/link/v1/safety';
import type { DataSource } from 'typeorm';
import { AdminActionConsumer } from '../audit/admin-action.consumer.js';
import { AdminActionRepository } from '../audit/admin-action.repository.js';
import type { LinkConfig } from '../config.js';
import { ContactController } from '../contact/contact.controller.js';
import { ContactDesk } from '../contact/contact.desk.js';
import { ContactRepository } from '../contact/contact.repository.js';
import { ownHost } from '../destinations/destination.js';
import type { DomainRepository } from '../domains/domain.repository.js';
import { OwnDomainRepository } from '../domains/own-domain.repository.js';
import { LinkFiguresRepository } from '../figures/link-figures.repository.js';
import { ClearanceRepository } from '../link-states/clearance.repository.js';
import { LinkStateRepository } from '../link-states/link-state.repository.js';
import { LinkStates } from '../link-states/link-states.js';
import { SuspensionConsumer } from '../link-states/suspension.consumer.js';
import type { ShortUrls } from '../links/link.mapping.js';
import { DeskThrottle } from '../reports/desk-throttle.js';
import { ReportDesk } from '../reports/report.desk.js';
import { ReportIntake } from '../reports/report.intake.js';
import { ReportRepository } from '../reports/report.repository.js';
import { BlockListKeeper } from './block-list.keeper.js';
import { DeskHousekeeping } from './desk.housekeeping.js';
import { DestinationJudge } from './destination.judge.js';
import { LinkReviewConsumer } from './link-review.consumer.js';
import { LinkReview } from './link-review.js';
import { LinkScan } from './link-scan.js';
import { LookAlikes } from './look-alike.js';
import { RootReview } from './root-review.js';
import { SafetyController } from './safety.controller.js';
import { SafetyDesk } from './safety.desk.js';
import { ScanRepository } from './scan.repository.js';

interface Surroundings {
  config: LinkConfig;
  clock: Clock;
  logger: Logger;
  lifecycle: Lifecycle;
  registry: Registry;
}

export interface Safety {
  ownOrigins: string[];
  lists: BlockListKeeper;
  judge: DestinationJudge;
}

/** What destinations are judged by. */
export function openSafety({ config, clock, logger, lifecycle, registry }: Surroundings): Safety {
  const ownOrigins = [config.SHORT_ORIGIN, config.APP_ORIGIN];
  const lists = new BlockListKeeper({
    places: config.SAFETY_BLOCK_LISTS,
    maxEntries: config.SAFETY_LIST_MAX_ENTRIES,
    allowPrivate: config.OUTBOUND_ALLOW_PRIVATE,
    refreshMs: config.SAFETY_REFRESH_MINUTES * 60_000,
    clock,
    logger,
    registry,
  });
  lifecycle.onClose('block lists', () => lists.stop());
  return { ownOrigins, lists, judge: new DestinationJudge(lists, new LookAlikes(ownOrigins.map((origin) => new URL(origin).hostname))) };
}

interface DeskSurroundings extends Surroundings {
  database: DataSource;
  bus: EventBus;
  domains: DomainRepository;
  shortUrls: ShortUrls;
  safety: Safety;
}

export function wireDesk(around: DeskSurroundings): Required<Pick<ServiceParts, 'besides' | 'providers'>> & { start: () => Promise<void> } {
  const { database, bus, domains, shortUrls, safety, config, clock, logger, lifecycle, registry } = around;
  const [links, clearances, actions, reports, messages] = [
    new LinkStateRepository(),
    new ClearanceRepository(),
    new AdminActionRepository(),
    new ReportRepository(),
    new ContactRepository(),
  ];
  const throttle = new DeskThrottle(database);
  const states = new LinkStates({ database, links, clearances, actions, shortUrls, clock });
  const places = {
    shortHost: ownHost(new URL(config.SHORT_ORIGIN)),
    appHost: ownHost(new URL(config.APP_ORIGIN)),
    isCustomDomain: (host: string) => domains.isKnown(host),
  };
  const review = new LinkReview({ database, judge: safety.judge, links, states, clearances, reports, clock, registry });
  const scan = new LinkScan({
    lists: safety.lists,
    review,
    roots: new RootReview({ database, domains: new OwnDomainRepository(database), judge: safety.judge, actions, clock, logger }),
    scans: new ScanRepository(database),
    rescanMs: config.SAFETY_RESCAN_HOURS * 3_600_000,
    clock,
    logger,
  });
  lifecycle.onClose('link scan', () => scan.stop());
  const consumers = [
    new SuspensionConsumer(bus, database, clock, logger),
    new LinkReviewConsumer(bus, review, logger),
    new AdminActionConsumer(bus, database, actions, logger),
  ];
  for (const consumer of consumers) lifecycle.onClose('desk consumer', () => consumer.stop());
  const housekeeping = new DeskHousekeeping(database, { throttle, reports, messages }, clock, logger);
  lifecycle.onClose('desk housekeeping', () => housekeeping.stop());
  const figures = new LinkFiguresRepository();
  return {
    besides: [
      { definition: SafetyServiceService, controller: SafetyController },
      { definition: ContactServiceService, controller: ContactController },
    ],
    providers: [
      { provide: LinkStates, useValue: states },
      { provide: ReportIntake, useValue: new ReportIntake({ database, reports, links, throttle, places, clock }) },
      { provide: ReportDesk, useValue: new ReportDesk({ database, reports, links, states, clearances, actions, clock }) },
      { provide: SafetyDesk, useValue: new SafetyDesk({ database, links, reports, figures, actions }) },
      { provide: ContactDesk, useValue: new ContactDesk({ database, messages, actions, throttle, clock }) },
    ],
    start: async () => {
      await safety.lists.start(() => scan.wake());
      scan.start();
      housekeeping.start();
      for (const consumer of consumers) await consumer.start();
    },
  };
}
