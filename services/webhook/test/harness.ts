// The real webhook service beside the real billing service, on real databases and one bus, asked over real gRPC.
import { randomBytes } from 'node:crypto';
import { type EventBus, openBus } from '@linqr/platform/bus';
import type { Actor } from '@linqr/platform/context';
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { newId, uuidv7 } from '@linqr/platform/ids';
import { createLogger } from '@linqr/platform/logging';
import { type RunningService, runtimeFor, startService } from '@linqr/platform/service';
import { BillingServiceService } from '@linqr/proto/billing/v1/billing';
import { ClicksIngested, type IngestedClick } from '@linqr/proto/events/v1/analytics';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import { type Delivery, type Webhook, WebhookServiceService } from '@linqr/proto/webhook/v1/webhook';
import { callAs, someActor } from '@linqr/testing/actor';
import { testDatabase } from '@linqr/testing/postgres';
import pg from 'pg';
import { billingConfig } from '../../billing/src/config.js';
import { wireBilling } from '../../billing/src/wire.js';
import { webhookConfig } from '../src/config.js';
import { wireWebhook } from '../src/wire.js';

export class TestClock {
  private aheadMs = 0;
  now(): number {
    return Date.now() + this.aheadMs;
  }
  forward(ms: number): void {
    this.aheadMs += ms;
  }
}

export type WebhookClient = GrpcClient<typeof WebhookServiceService>;

export interface TestWebhook {
  client: WebhookClient;
  billing: GrpcClient<typeof BillingServiceService>;
  bus: EventBus;
  busUrl: string;
  clock: TestClock;
  /** Environment of a service over the same stores. */
  env: Record<string, string>;
  /** Another process's worth of the same service over the same stores. */
  startReplica: () => Promise<RunningService>;
  managementPort: number;
  sql: <T>(text: string, values?: unknown[]) => Promise<T[]>;
  /** Somebody on Professional. */
  professional: () => Promise<Actor>;
  stop: () => Promise<void>;
}

export interface TestWebhookOptions {
  env?: Record<string, string>;
  /** False: stores, billing and bus only, no service. */
  service?: boolean;
}

export async function startWebhook({ env = {}, service: withService = true }: TestWebhookOptions = {}): Promise<TestWebhook> {
  const [webhookDatabase, billingDatabase, busDatabase] = await Promise.all([testDatabase(), testDatabase(), testDatabase()]);
  const clock = new TestClock();
  const billingService = await startService(
    runtimeFor('billing', billingConfig.parse({ LOG_LEVEL: 'silent', DATABASE_URL: billingDatabase.url, BUS_URL: busDatabase.url })),
    (runtime) => wireBilling(runtime, clock),
  );
  const environment = {
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    DATABASE_URL: webhookDatabase.url,
    BUS_URL: busDatabase.url,
    BILLING_TARGET: `127.0.0.1:${billingService.grpcPort}`,
    WEBHOOK_SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    OUTBOUND_ALLOW_PRIVATE: 'true',
    SHORT_ORIGIN: 'http://go.linqr.test',
    ...env,
  };
  const start = () => startService(runtimeFor('webhook', webhookConfig.parse(environment)), (runtime) => wireWebhook(runtime, clock));
  const service = withService ? await start() : undefined;
  const client = createGrpcClient({
    definition: WebhookServiceService,
    target: `127.0.0.1:${service?.grpcPort ?? 1}`,
    idempotent: [],
    timeoutMs: 20_000,
  });
  const billing = createGrpcClient({ definition: BillingServiceService, target: `127.0.0.1:${billingService.grpcPort}`, idempotent: [] });
  const bus = await openBus({ url: busDatabase.url, clientId: 'test', logger: createLogger({ service: 'test', level: 'silent' }) });
  const pool = new pg.Pool({ connectionString: webhookDatabase.url, max: 3 });
  pool.on('error', () => {});
  return {
    client,
    billing,
    bus,
    busUrl: busDatabase.url,
    clock,
    env: environment,
    startReplica: start,
    managementPort: service?.managementPort ?? 0,
    sql: async (text, values) => (await pool.query(text, values)).rows,
    professional: async () => {
      const actor = someActor();
      await billing.setPlan({ workspaceId: actor.workspaceId, plan: 'professional' });
      return actor;
    },
    stop: async () => {
      client.$close();
      billing.$close();
      await bus.close();
      await service?.stop();
      await billingService.stop();
      await pool.end();
      await Promise.all([webhookDatabase.drop(), billingDatabase.drop(), busDatabase.drop()]);
    },
  };
}

export interface WebhookFields {
  url: string;
  events?: string[];
  includeBots?: boolean;
  batchClicks?: boolean;
}

export function create(test: TestWebhook, actor: Actor, fields: WebhookFields): Promise<Webhook> {
  return callAs(actor, () => test.client.createWebhook({ events: ['link_created'], includeBots: false, batchClicks: false, ...fields }));
}

export async function deliveriesOf(test: TestWebhook, actor: Actor, webhookId: string): Promise<Delivery[]> {
  return (await callAs(actor, () => test.client.listDeliveries({ webhookId, limit: 100, cursor: '', status: '', event: '' }))).deliveries;
}

/** Publishes what the link service would; answers the event's id. */
export async function publishLink(test: TestWebhook, workspaceId: string, fields: Partial<LinkChanged> = {}): Promise<string> {
  const eventId = fields.eventId ?? newId('evt');
  const linkId = fields.linkId ?? newId('lnk');
  const event: LinkChanged = {
    eventId,
    occurredAtMs: test.clock.now(),
    change: LinkChange.LINK_CHANGE_CREATED,
    linkId,
    workspaceId,
    ownerId: newId('usr'),
    domain: 'go.linqr.test',
    slug: 'spring',
    version: 1,
    originalUrl: 'https://example.com/page',
    title: 'Spring ☀',
    previousDomain: '',
    previousSlug: '',
    shortUrl: 'https://go.linqr.test/spring',
    createdAtMs: test.clock.now(),
    ...fields,
  };
  await test.bus.publish('link.changed.v1', [{ key: linkId, value: LinkChanged.encode(event).finish() }]);
  return eventId;
}

export function click(test: TestWebhook, workspaceId: string, fields: Partial<IngestedClick> = {}): IngestedClick {
  return {
    id: uuidv7(test.clock.now()),
    clickedAtMs: test.clock.now(),
    workspaceId,
    linkId: newId('lnk'),
    qrId: '',
    source: 'link',
    country: 'DE',
    city: '',
    device: 'mobile',
    browser: 'Chrome',
    os: 'Android',
    referrer: '',
    isBot: false,
    domain: 'go.linqr.test',
    slug: 'spring',
    ...fields,
  };
}

/** Publishes what analytics would. */
export async function publishClicks(test: TestWebhook, workspaceId: string, clicks: IngestedClick[]): Promise<void> {
  await test.bus.publish('click.ingested.v1', [
    { key: workspaceId, value: ClicksIngested.encode({ batchId: newId('bat'), clicks }).finish() },
  ]);
}

/** The code a call is refused with; fails when it is not refused. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => {
      throw new Error('the call was not refused');
    },
    (error: Error & { code?: string }) => error.code ?? error.message,
  );
}
