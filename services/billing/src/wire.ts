import { join } from 'node:path';
import { openBus } from '@linqr/platform/bus';
import { type Clock, systemClock } from '@linqr/platform/clock';
import { AccountErasure, eraseRows } from '@linqr/platform/erasure';
import { exportParts } from '@linqr/platform/export';
import { OutboxRelay } from '@linqr/platform/outbox';
import { openPostgres, pingPostgres } from '@linqr/platform/postgres';
import type { GrpcProcessConfig, Runtime, ServiceParts } from '@linqr/platform/service';
import { BillingServiceService } from '@linqr/proto/billing/v1/billing';
import { BillingDeskServiceService } from '@linqr/proto/billing/v1/desk';
import { BillingController } from './billing/billing.controller.js';
import { Catalogue } from './catalogue/catalogue.js';
import type { BillingConfig } from './config.js';
import { PlanDeskController } from './desk/plan-desk.controller.js';
import { PlanDesk } from './desk/plan-desk.js';
import { billingSections } from './export/account.sections.js';
import { EventIntake } from './payments/event-intake.js';
import { PaymentService } from './payments/payment.service.js';
import { PaymentSetup } from './payments/payment-setup.js';
import { wirePayments } from './payments/wire-payments.js';
import { SubscriptionRepository } from './subscriptions/subscription.repository.js';
import { SubscriptionService } from './subscriptions/subscription.service.js';
import { ConfirmationConsumer } from './usage/confirmation.consumer.js';
import { Housekeeping } from './usage/housekeeping.js';
import { UsageMetrics } from './usage/usage.metrics.js';
import { UsageRepository } from './usage/usage.repository.js';
import { UsageService } from './usage/usage.service.js';

/** Every resource, in order; closed in reverse. */
export async function wireBilling(runtime: Runtime<BillingConfig & GrpcProcessConfig>, clock: Clock = systemClock): Promise<ServiceParts> {
  const { config, logger, lifecycle, management } = runtime;
  const catalogue = Catalogue.load(config.CATALOGUE_FILE);
  const database = await openPostgres({
    url: config.DATABASE_URL,
    migrations: config.MIGRATIONS,
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: 'billing',
    entities: [],
    migrationsFolder: join(import.meta.dirname, '../migrations'),
    logger,
  });
  lifecycle.onClose('postgres', () => database.destroy());
  management.addCheck({ name: 'postgres', kind: 'ready', check: () => pingPostgres(database) });

  const bus = await openBus({ url: config.BUS_URL, clientId: 'billing', logger, registry: management.registry });
  lifecycle.onClose('bus', () => bus.close());
  const relay = new OutboxRelay({ databaseUrl: config.DATABASE_URL, bus, logger, registry: management.registry });
  lifecycle.onClose('outbox relay', () => relay.stop());

  const repository = new UsageRepository();
  const subscriptions = new SubscriptionService(
    database,
    new SubscriptionRepository(),
    catalogue,
    clock,
    (manager, workspaceId, from, to) => repository.movePeriod(manager, workspaceId, from, to),
    config.PAYMENT_GRACE_DAYS,
  );
  const usage = new UsageService(database, repository, subscriptions, catalogue, clock, new UsageMetrics(management.registry));
  const confirmations = new ConfirmationConsumer(bus, database, repository, clock, logger, management.registry);
  lifecycle.onClose('confirmation consumer', () => confirmations.stop());
  const payments = wirePayments(runtime, { database, subscriptions, catalogue, clock });
  const erasure = new AccountErasure({
    service: 'billing',
    database,
    bus,
    logger,
    settleSeconds: config.ERASURE_SETTLE_SECONDS,
    erase: async (account, onProgress) => {
      const { workspaceId, userId } = account;
      await payments.service.forget(workspaceId, userId, (manager) => repository.forget(manager, workspaceId));
      // Who pays is kept until the payment provider has forgotten them too.
      return eraseRows(database, account, { keep: ['payers'], onProgress });
    },
  });
  lifecycle.onClose('account erasure', () => erasure.stop());
  const housekeeping = new Housekeeping({
    database,
    usage: repository,
    subscriptions,
    caughtUp: () => confirmations.caughtUp(),
    clock,
    logger,
    registry: management.registry,
    reservationTimeoutMs: config.RESERVATION_TIMEOUT_MINUTES * 60_000,
    also: payments.chores,
    everyMs: config.HOUSEKEEPING_SECONDS * 1_000,
  });
  lifecycle.onClose('housekeeping', () => housekeeping.stop());

  const exports = exportParts(billingSections(database));
  return {
    definition: BillingServiceService,
    controller: BillingController,
    besides: [exports.besides, { definition: BillingDeskServiceService, controller: PlanDeskController }],
    providers: [
      exports.provider,
      { provide: Catalogue, useValue: catalogue },
      { provide: SubscriptionService, useValue: subscriptions },
      { provide: UsageService, useValue: usage },
      { provide: PlanDesk, useValue: new PlanDesk(database, catalogue) },
      { provide: PaymentSetup, useValue: payments.setup },
      { provide: PaymentService, useValue: payments.service },
      { provide: EventIntake, useValue: payments.intake },
    ],
    onListening: async () => {
      relay.start();
      await confirmations.start();
      await erasure.start();
      payments.start();
      housekeeping.start();
    },
  };
}
