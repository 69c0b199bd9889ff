import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { openBus } from '@linqr/platform/bus';
import { type Clock, systemClock } from '@linqr/platform/clock';
import { AccountErasure } from '@linqr/platform/erasure';
import { exportParts } from '@linqr/platform/export';
import { createGrpcClient } from '@linqr/platform/grpc';
import { OutboxRelay } from '@linqr/platform/outbox';
import { openPostgres, pingPostgres } from '@linqr/platform/postgres';
import { Resealing, SecretBox } from '@linqr/platform/secrets';
import type { GrpcProcessConfig, Runtime, ServiceParts } from '@linqr/platform/service';
import { BillingServiceService } from '@linqr/proto/billing/v1/billing';
import { WebhookServiceService } from '@linqr/proto/webhook/v1/webhook';
import { AccountEraser } from './accounts/account-eraser.js';
import { AnnouncementConsumer } from './announcements/announcement.consumer.js';
import { AnnouncementRepository } from './announcements/announcement.repository.js';
import type { WebhookConfig } from './config.js';
import { DeliveryQueue } from './deliveries/delivery.queue.js';
import { DeliveryRepository } from './deliveries/delivery.repository.js';
import { DeliverySender } from './deliveries/delivery.sender.js';
import { DeliveryService } from './deliveries/delivery.service.js';
import { DeliverySettlement } from './deliveries/delivery.settlement.js';
import { DeliveryWorker } from './deliveries/delivery.worker.js';
import { EndpointRepository } from './endpoints/endpoint.repository.js';
import { EndpointService } from './endpoints/endpoint.service.js';
import { webhookSections } from './export/account.sections.js';
import { Housekeeping } from './housekeeping.js';
import { NameResolver } from './outbound/name-resolver.js';
import { WebhookController } from './webhooks/webhook.controller.js';

const CONNECT_TIMEOUT_MS = 5_000;
const TOTAL_TIMEOUT_MS = 15_000;
/** Lists of collected clicks made in one go; with 50 clicks each, more than a second brings. */
const LISTS_AT_A_TIME = 100;

/** Every resource, in order; closed in reverse. */
export async function wireWebhook(
  { config, logger, lifecycle, management }: Runtime<WebhookConfig & GrpcProcessConfig>,
  clock: Clock = systemClock,
): Promise<ServiceParts> {
  const database = await openPostgres({
    url: config.DATABASE_URL,
    migrations: config.MIGRATIONS,
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: 'webhook',
    entities: [],
    migrationsFolder: join(import.meta.dirname, '../migrations'),
    logger,
  });
  lifecycle.onClose('postgres', () => database.destroy());
  management.addCheck({ name: 'postgres', kind: 'ready', check: () => pingPostgres(database) });

  const bus = await openBus({ url: config.BUS_URL, clientId: 'webhook', logger, registry: management.registry });
  lifecycle.onClose('bus', () => bus.close());
  const relay = new OutboxRelay({ databaseUrl: config.DATABASE_URL, bus, logger, registry: management.registry });
  lifecycle.onClose('outbox relay', () => relay.stop());
  const billing = createGrpcClient({ definition: BillingServiceService, target: config.BILLING_TARGET, idempotent: ['requireFeature'] });
  lifecycle.onClose('billing client', () => billing.$close());

  const endpoints = new EndpointRepository();
  const announcements = new AnnouncementRepository();
  const secrets = new SecretBox(config.WEBHOOK_SECRET_ENCRYPTION_KEY);
  const sealed = { table: 'endpoint_secrets', column: 'sealed', owner: 'endpoint_id', context: (endpointId: string) => endpointId };
  const resealing = new Resealing({ database, box: secrets, columns: [sealed], logger, registry: management.registry });
  lifecycle.onClose('resealing', () => resealing.stop());
  const allowPrivate = config.OUTBOUND_ALLOW_PRIVATE;
  const endpointService = new EndpointService({ database, endpoints, billing, secrets, allowPrivate, clock });
  const deliveryService = new DeliveryService({ database, endpoints: endpointService, deliveries: new DeliveryRepository(), clock });
  const outbound = {
    resolver: new NameResolver({ servers: config.OUTBOUND_DNS_SERVERS, useSystem: allowPrivate }),
    allowPrivate,
    authorities: config.OUTBOUND_CA === undefined ? undefined : [...rootCertificates, config.OUTBOUND_CA],
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    totalTimeoutMs: TOTAL_TIMEOUT_MS,
  };
  const worker = new DeliveryWorker({
    databaseUrl: config.DATABASE_URL,
    queue: new DeliveryQueue(database),
    sender: new DeliverySender(secrets, outbound, clock),
    settlement: new DeliverySettlement(database),
    deliverCollected: async () => {
      await announcements.deliverCollected(database.manager, new Date(clock.now()), LISTS_AT_A_TIME);
    },
    concurrency: config.DELIVERY_CONCURRENCY,
    clock,
    logger,
    registry: management.registry,
  });
  lifecycle.onClose('delivery worker', () => worker.stop());
  const consumer = new AnnouncementConsumer({
    bus,
    database,
    endpoints,
    announcements,
    shortOrigin: config.SHORT_ORIGIN,
    clock,
    logger,
    registry: management.registry,
  });
  lifecycle.onClose('announcement consumer', () => consumer.stop());
  const eraser = new AccountEraser({ database, endpoints, clock });
  const erasure = new AccountErasure({
    service: 'webhook',
    database,
    bus,
    logger,
    settleSeconds: config.ERASURE_SETTLE_SECONDS,
    erase: (account, onProgress) => eraser.erase(account, onProgress),
  });
  lifecycle.onClose('account erasure', () => erasure.stop());
  const housekeeping = new Housekeeping(database, config.DELIVERY_RETENTION_DAYS, clock, logger);
  lifecycle.onClose('housekeeping', () => housekeeping.stop());

  const exports = exportParts(webhookSections(database));
  return {
    definition: WebhookServiceService,
    controller: WebhookController,
    besides: [exports.besides],
    providers: [
      exports.provider,
      { provide: EndpointService, useValue: endpointService },
      { provide: DeliveryService, useValue: deliveryService },
      { provide: Housekeeping, useValue: housekeeping },
    ],
    onListening: async () => {
      relay.start();
      consumer.start();
      worker.start();
      housekeeping.start();
      resealing.start();
      await erasure.start();
    },
  };
}
