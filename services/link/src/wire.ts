import { join } from 'node:path';
import { openBus } from '@linqr/platform/bus';
import { type Clock, systemClock } from '@linqr/platform/clock';
import { AccountErasure } from '@linqr/platform/erasure';
import { exportParts } from '@linqr/platform/export';
import { createGrpcClient } from '@linqr/platform/grpc';
import { OutboxRelay } from '@linqr/platform/outbox';
import { openPostgres, pingPostgres } from '@linqr/platform/postgres';
import type { GrpcProcessConfig, Runtime, ServiceParts } from '@linqr/platform/service';
import { BillingServiceService } from '@linqr/proto/billing/v1/billing';
import { LinkServiceService } from '@linqr/proto/link/v1/link';
import { AccountEraser } from './accounts/account-eraser.js';
import { wireBulk } from './bulk/bulk.wire.js';
import { ClickCaps } from './caps/click-caps.js';
import { IngestedClicksConsumer } from './caps/ingested-clicks.consumer.js';
import { SeatRepository } from './caps/seat.repository.js';
import { CodeChangesConsumer } from './codes/code-changes.consumer.js';
import { CodeFollowing } from './codes/code-following.js';
import { CodeLinkRepository } from './codes/code-link.repository.js';
import type { LinkConfig } from './config.js';
import { DestinationPolicy } from './destinations/destination.policy.js';
import { DomainRepository } from './domains/domain.repository.js';
import { wireDomains } from './domains/domain.wire.js';
import { linkSections } from './export/account.sections.js';
import { Housekeeping } from './housekeeping.js';
import { IdempotencyRepository } from './idempotency/idempotency.repository.js';
import { LinkController } from './links/link.controller.js';
import { LinkCreation } from './links/link.creation.js';
import { LinkEditing } from './links/link.editing.js';
import { ShortUrls } from './links/link.mapping.js';
import { LinkReading } from './links/link.reading.js';
import { LinkRepository } from './links/link.repository.js';
import { LinkListRepository } from './links/link-list.repository.js';
import { LinkUnlocking } from './passwords/link.unlocking.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { UnlockThrottleRepository } from './passwords/unlock-throttle.repository.js';
import { LinkQuota } from './quota/link-quota.js';
import { LinkResolution } from './resolution/link.resolution.js';
import { ResolutionRepository } from './resolution/resolution.repository.js';
import { openSafety, wireDesk } from './safety/desk.wire.js';

/** Every resource, in order; closed in reverse. */
export async function wireLink(
  { config, logger, lifecycle, management }: Runtime<LinkConfig & GrpcProcessConfig>,
  clock: Clock = systemClock,
): Promise<ServiceParts> {
  const database = await openPostgres({
    url: config.DATABASE_URL,
    migrations: config.MIGRATIONS,
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: 'link',
    entities: [],
    migrationsFolder: join(import.meta.dirname, '../migrations'),
    logger,
  });
  lifecycle.onClose('postgres', () => database.destroy());
  management.addCheck({ name: 'postgres', kind: 'ready', check: () => pingPostgres(database) });

  const bus = await openBus({ url: config.BUS_URL, clientId: 'link', logger, registry: management.registry });
  lifecycle.onClose('bus', () => bus.close());
  const relay = new OutboxRelay({ databaseUrl: config.DATABASE_URL, bus, logger, registry: management.registry });
  lifecycle.onClose('outbox relay', () => relay.stop());
  const billing = createGrpcClient({
    definition: BillingServiceService,
    target: config.BILLING_TARGET,
    idempotent: ['reserveUsage', 'releaseUsage', 'requireFeature', 'getEntitlements'],
  });
  lifecycle.onClose('billing client', () => billing.$close());

  const links = new LinkRepository();
  const domains = new DomainRepository(database);
  const idempotency = new IdempotencyRepository();
  const throttle = new UnlockThrottleRepository(database);
  const seats = new SeatRepository();
  const resolutions = new ResolutionRepository(database);
  const installation = await domains.ensureInstallation(new URL(config.SHORT_ORIGIN).host, new Date(clock.now()));
  const safety = openSafety({ config, clock, logger, lifecycle, registry: management.registry });
  const destinations = new DestinationPolicy(
    { ownOrigins: safety.ownOrigins, allowPrivate: config.DESTINATION_ALLOW_PRIVATE },
    domains,
    safety.judge,
  );
  const shortUrls = new ShortUrls(config.SHORT_ORIGIN);
  const passwords = new PasswordHasher();
  const quota = new LinkQuota({ billing, exists: (id) => links.exists(database.manager, id), logger, registry: management.registry });
  lifecycle.onClose('quota', () => quota.stop());
  const housekeeping = new Housekeeping(database, idempotency, throttle, seats, clock, logger);
  lifecycle.onClose('housekeeping', () => housekeeping.stop());

  const shared = { database, links, destinations, passwords, quota, shortUrls, clock };
  const editing = new LinkEditing(shared);
  const codeLinks = new CodeLinkRepository();
  const codeChanges = new CodeChangesConsumer(
    bus,
    new CodeFollowing({ database, links, codeLinks, editing, destinations, shortUrls, clock, logger }),
    logger,
  );
  lifecycle.onClose('code changes', () => codeChanges.stop());
  const caps = new ClickCaps({ database, links, seats, shortUrls, clock });
  const ingestedClicks = new IngestedClicksConsumer(bus, caps, logger, management.registry);
  lifecycle.onClose('ingested clicks', () => ingestedClicks.stop());
  const eraser = new AccountEraser({ database, links, shortUrls, clock });
  const erasure = new AccountErasure({
    service: 'link',
    database,
    bus,
    logger,
    settleSeconds: config.ERASURE_SETTLE_SECONDS,
    erase: (account, onProgress) => eraser.erase(account, onProgress),
  });
  lifecycle.onClose('account erasure', () => erasure.stop());
  const creation = new LinkCreation({ ...shared, codeLinks, idempotency, domains, installation });
  const bulk = wireBulk({ ...shared, creation, editing, sealingKeys: config.IMPORT_ENCRYPTION_KEY, logger, lifecycle });
  const own = wireDomains({ ...shared, domains, config, logger, lifecycle });
  const desk = wireDesk({ database, bus, domains, shortUrls, safety, config, clock, logger, lifecycle, registry: management.registry });
  const exports = exportParts(linkSections(database));
  return {
    definition: LinkServiceService,
    controller: LinkController,
    besides: [exports.besides, ...desk.besides, ...bulk.besides, ...own.besides],
    providers: [
      exports.provider,
      { provide: LinkCreation, useValue: creation },
      { provide: LinkEditing, useValue: editing },
      {
        provide: LinkReading,
        useValue: new LinkReading(database, links, new LinkListRepository(database), config.SHORT_ORIGIN, clock),
      },
      { provide: LinkResolution, useValue: new LinkResolution(resolutions) },
      { provide: LinkUnlocking, useValue: new LinkUnlocking(resolutions, throttle, passwords, clock) },
      { provide: ShortUrls, useValue: shortUrls },
      { provide: ClickCaps, useValue: caps },
      { provide: DestinationPolicy, useValue: destinations },
      ...desk.providers,
      ...bulk.providers,
      ...own.providers,
    ],
    onListening: async () => {
      relay.start();
      housekeeping.start();
      ingestedClicks.start();
      await erasure.start();
      await desk.start();
      await codeChanges.start();
      bulk.start();
      own.start();
    },
  };
}
