import type { Clock } from '@linqr/platform/clock';
import type { GrpcProcessConfig, Runtime } from '@linqr/platform/service';
import type { DataSource } from 'typeorm';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { BillingConfig } from '../config.js';
import { PriceBook } from '../stripe/price-book.js';
import { createStripe } from '../stripe/stripe.client.js';
import { StripeProvider } from '../stripe/stripe.provider.js';
import { verifyEvent } from '../stripe/webhook-signature.js';
import type { SubscriptionService } from '../subscriptions/subscription.service.js';
import { EventIntake } from './event-intake.js';
import { PayerRepository } from './payer.repository.js';
import { PaymentService } from './payment.service.js';
import { type PaymentParts, PaymentSetup } from './payment-setup.js';
import { ProviderEventRepository } from './provider-event.repository.js';
import { ProviderEventWorker } from './provider-event.worker.js';
import { Synchronisation } from './synchronisation.js';

const HOUR_MS = 3_600_000;
/** Fetches of a round of housekeeping, a minute. */
const SYNCS_A_ROUND = 60;

export interface Payments {
  setup: PaymentSetup;
  service: PaymentService;
  intake: EventIntake;
  start: () => void;
  /** What housekeeping does for payments, each answering how many it found. */
  chores: ((limit: number) => Promise<number>)[];
}

/** Everything that deals with money. Without keys only what says so. */
export function wirePayments(
  { config, logger, lifecycle, management }: Runtime<BillingConfig & GrpcProcessConfig>,
  {
    database,
    subscriptions,
    catalogue,
    clock,
  }: { database: DataSource; subscriptions: SubscriptionService; catalogue: Catalogue; clock: Clock },
): Payments {
  const { registry } = management;
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secrets } = config;
  const missing = [...(key ? [] : ['STRIPE_SECRET_KEY']), ...(secrets.length > 0 ? [] : ['STRIPE_WEBHOOK_SECRET'])];
  const stripe = createStripe(key ?? 'none', config.STRIPE_API_BASE);
  const payers = new PayerRepository();
  const events = new ProviderEventRepository();
  const provider = new StripeProvider(stripe, new PriceBook(stripe, catalogue), config.STRIPE_AUTOMATIC_TAX);
  const synchronisation = new Synchronisation({
    database,
    provider,
    payers,
    subscriptions,
    clock,
    logger,
    registry,
    everyMs: config.RECONCILE_HOURS * HOUR_MS,
  });
  const worker = new ProviderEventWorker({ database, events, synchronisation, clock, logger, registry });
  const parts: PaymentParts | undefined = missing.length === 0 ? { provider, synchronisation } : undefined;
  const setup = new PaymentSetup(parts, missing);
  const intake = new EventIntake({
    database,
    events,
    verify: (payload, signature) => verifyEvent(stripe, payload, signature, secrets, clock),
    wake: () => worker.wake(),
    clock,
    registry,
  });
  lifecycle.onClose('provider event worker', () => worker.stop());
  return {
    setup,
    service: new PaymentService(setup, database, payers, subscriptions, catalogue, clock, config.APP_ORIGIN),
    intake,
    start: () => {
      if (setup.configured) worker.start();
    },
    chores: setup.configured ? [(limit) => worker.purge(limit), async () => Math.min(await synchronisation.due(SYNCS_A_ROUND), 0)] : [],
  };
}
