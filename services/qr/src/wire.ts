import { join } from 'node:path';
import { openBus } from '@linqr/platform/bus';
import { systemClock } from '@linqr/platform/clock';
import { AccountErasure } from '@linqr/platform/erasure';
import { exportParts } from '@linqr/platform/export';
import { createGrpcClient } from '@linqr/platform/grpc';
import { OutboxRelay } from '@linqr/platform/outbox';
import { openPostgres, pingPostgres } from '@linqr/platform/postgres';
import type { GrpcProcessConfig, Runtime, ServiceParts } from '@linqr/platform/service';
import { BillingServiceService } from '@linqr/proto/billing/v1/billing';
import { LinkServiceService } from '@linqr/proto/link/v1/link';
import { SafetyServiceService } from '@linqr/proto/link/v1/safety';
import { QrDeskServiceService } from '@linqr/proto/qr/v1/desk';
import { QrServiceService } from '@linqr/proto/qr/v1/qr';
import { AccountEraser } from './accounts/account-eraser.js';
import { QrCodeBulk } from './codes/qr-code.bulk.js';
import { QrCodeController } from './codes/qr-code.controller.js';
import { QrCodeCreation } from './codes/qr-code.creation.js';
import { QrDrawing } from './codes/qr-code.drawing.js';
import { QrCodeEditing } from './codes/qr-code.editing.js';
import { QrCodeReading } from './codes/qr-code.reading.js';
import { QrCodeRepository } from './codes/qr-code.repository.js';
import { QrCodeListRepository } from './codes/qr-code-list.repository.js';
import type { QrConfig } from './config.js';
import { CodeDeskController } from './desk/code-desk.controller.js';
import { CodeDesk } from './desk/code-desk.js';
import { CodeStateRepository } from './desk/code-state.repository.js';
import { CodeStates } from './desk/code-states.js';
import { qrSections } from './export/account.sections.js';
import { Housekeeping } from './housekeeping.js';
import { IdempotencyRepository } from './idempotency/idempotency.repository.js';
import { ImportRepository } from './imports/import.repository.js';
import { Imports } from './imports/import.starting.js';
import { ImportWorker } from './imports/import.worker.js';
import { QrQuota } from './quota/qr-quota.js';
import { RenderPool } from './rendering/render-pool.js';
import { QrRenderer } from './rendering/renderer.js';
import { CodeBlockRepository } from './safety/code-block.repository.js';
import { CodeReview } from './safety/code-review.js';
import { CodeSafetyConsumer } from './safety/code-safety.consumer.js';
import { CodeScan } from './safety/code-scan.js';
import { DestinationCheck } from './safety/destination-check.js';
import { LinkChangesConsumer } from './short-links/link-changes.consumer.js';
import { ShortLinkAdding } from './short-links/short-link.adding.js';
import { TemplateKeeping } from './templates/template.keeping.js';
import { TemplateRepository } from './templates/template.repository.js';

export interface QrWiring {
  /** Node arguments of the drawing threads; tests run them from sources. */
  threadArguments?: string[];
}

/** Every resource, in order; closed in reverse. */
export async function wireQr(
  { config, logger, lifecycle, management }: Runtime<QrConfig & GrpcProcessConfig>,
  { threadArguments }: QrWiring = {},
): Promise<ServiceParts> {
  const clock = systemClock;
  const database = await openPostgres({
    url: config.DATABASE_URL,
    migrations: config.MIGRATIONS,
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: 'qr',
    entities: [],
    migrationsFolder: join(import.meta.dirname, '../migrations'),
    logger,
  });
  lifecycle.onClose('postgres', () => database.destroy());
  management.addCheck({ name: 'postgres', kind: 'ready', check: () => pingPostgres(database) });

  const bus = await openBus({ url: config.BUS_URL, clientId: 'qr', logger, registry: management.registry });
  lifecycle.onClose('bus', () => bus.close());
  const relay = new OutboxRelay({ databaseUrl: config.DATABASE_URL, bus, logger, registry: management.registry });
  lifecycle.onClose('outbox relay', () => relay.stop());
  const billing = createGrpcClient({
    definition: BillingServiceService,
    target: config.BILLING_TARGET,
    idempotent: ['reserveUsage', 'releaseUsage', 'getEntitlements', 'requireFeature'],
  });
  lifecycle.onClose('billing client', () => billing.$close());
  const links = createGrpcClient({
    definition: LinkServiceService,
    target: config.LINK_TARGET,
    // One link per code, however often it is asked for.
    idempotent: ['createLink', 'checkDestination', 'deleteLink'],
  });
  lifecycle.onClose('link client', () => links.$close());
  const pool = new RenderPool({
    size: config.RENDER_WORKERS,
    logger,
    registry: management.registry,
    ...(threadArguments ? { execArgv: threadArguments } : {}),
  });
  lifecycle.onClose('drawing threads', () => pool.stop());

  const codes = new QrCodeRepository();
  const idempotency = new IdempotencyRepository();
  const imports = new ImportRepository();
  const templates = new TemplateRepository();
  const renderer = new QrRenderer(pool);
  const drawing = new QrDrawing({
    renderer,
    billing,
    destinations: { appOrigin: config.APP_ORIGIN, shortOrigin: config.SHORT_ORIGIN, allowPrivate: config.DESTINATION_ALLOW_PRIVATE },
  });
  const quota = new QrQuota({ billing, exists: (id) => codes.exists(database.manager, id), logger, registry: management.registry });
  lifecycle.onClose('quota', () => quota.stop());
  const housekeeping = new Housekeeping(database, idempotency, imports, clock, logger);
  lifecycle.onClose('housekeeping', () => housekeeping.stop());

  const lists = new QrCodeListRepository(database);
  const safety = createGrpcClient({ definition: SafetyServiceService, target: config.LINK_TARGET, idempotent: ['checkDestinations'] });
  lifecycle.onClose('safety client', () => safety.$close());
  const destinations = new DestinationCheck(safety);
  const blocks = new CodeBlockRepository();
  const review = new CodeReview({ database, destinations, blocks, clock, logger });
  const safetyConsumer = new CodeSafetyConsumer({ bus, database, review, blocks, clock, logger });
  lifecycle.onClose('code safety', () => safetyConsumer.stop());
  const scan = new CodeScan(database, review, config.SAFETY_RESCAN_HOURS * 3_600_000, logger);
  lifecycle.onClose('code scan', () => scan.stop());
  const editing = new QrCodeEditing({ database, codes, drawing, links, destinations, clock });
  const creation = new QrCodeCreation({ database, codes, idempotency, drawing, quota, destinations, clock });
  const reading = new QrCodeReading({ database, codes, lists, blocks, drawing, renderer });
  const worker = new ImportWorker({ database, imports, creation, clock, logger });
  lifecycle.onClose('imports', () => worker.stop());
  const eraser = new AccountEraser(database, clock);
  const erasure = new AccountErasure({
    service: 'qr',
    database,
    bus,
    logger,
    settleSeconds: config.ERASURE_SETTLE_SECONDS,
    erase: (account, onProgress) => eraser.erase(account, onProgress),
  });
  lifecycle.onClose('account erasure', () => erasure.stop());
  const linkChanges = new LinkChangesConsumer(bus, database, codes, editing, logger);
  lifecycle.onClose('link changes', () => linkChanges.stop());
  const exports = exportParts(qrSections(database));
  return {
    definition: QrServiceService,
    controller: QrCodeController,
    besides: [exports.besides, { definition: QrDeskServiceService, controller: CodeDeskController }],
    providers: [
      exports.provider,
      { provide: QrCodeCreation, useValue: creation },
      { provide: QrCodeEditing, useValue: editing },
      { provide: CodeDesk, useValue: new CodeDesk(database) },
      {
        provide: CodeStates,
        useValue: new CodeStates({ database, states: new CodeStateRepository(), addressOf: (id) => drawing.addressOf(id), clock }),
      },
      { provide: QrCodeReading, useValue: reading },
      { provide: QrCodeBulk, useValue: new QrCodeBulk(editing) },
      { provide: ShortLinkAdding, useValue: new ShortLinkAdding({ reading, editing, links, logger }) },
      { provide: TemplateKeeping, useValue: new TemplateKeeping({ database, templates, drawing, clock }) },
      { provide: Imports, useValue: new Imports({ database, imports, billing, wake: worker.wake, clock }) },
    ],
    onListening: async () => {
      relay.start();
      housekeeping.start();
      worker.start();
      await erasure.start();
      await linkChanges.start();
      await safetyConsumer.start();
      scan.start();
    },
  };
}
