// The real link service beside the real billing service, on real databases and one bus, asked over real gRPC.
import { randomBytes } from 'node:crypto';
import { type EventBus, openBus } from '@linqr/platform/bus';
import { type Actor, newContext, runInContext } from '@linqr/platform/context';
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { newId } from '@linqr/platform/ids';
import { createLogger } from '@linqr/platform/logging';
import { runtimeFor, startService } from '@linqr/platform/service';
import { BillingServiceService } from '@linqr/proto/billing/v1/billing';
import {
  type CreateLinkRequest,
  LinkFilter,
  LinkServiceService,
  LinkSort,
  type ListLinksRequest,
  type UpdateLinkRequest,
} from '@linqr/proto/link/v1/link';
import { testDatabase } from '@linqr/testing/postgres';
import { Client } from 'pg';
import { billingConfig } from '../../billing/src/config.js';
import { wireBilling } from '../../billing/src/wire.js';
import { linkConfig } from '../src/config.js';
import { wireLink } from '../src/wire.js';

export class TestClock {
  private aheadMs = 0;
  now(): number {
    return Date.now() + this.aheadMs;
  }
  forward(ms: number): void {
    this.aheadMs += ms;
  }
}

export interface RunningBilling {
  client: GrpcClient<typeof BillingServiceService>;
  port: number;
  stop: () => Promise<void>;
}

export interface TestLink {
  client: GrpcClient<typeof LinkServiceService>;
  /** Where its other gRPC services are. */
  target: string;
  billing: RunningBilling;
  bus: EventBus;
  clock: TestClock;
  /** The link service's own database. */
  url: string;
  sql: <T>(text: string, values?: unknown[]) => Promise<T[]>;
  /** Starts billing again on the port and database it had. */
  restartBilling: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startLink(env: Record<string, string> = {}): Promise<TestLink> {
  const [linkDatabase, billingDatabase, busDatabase] = await Promise.all([testDatabase(), testDatabase(), testDatabase()]);
  const clock = new TestClock();
  const startBilling = async (port: number): Promise<RunningBilling> => {
    const config = billingConfig.parse({
      LOG_LEVEL: 'silent',
      DATABASE_URL: billingDatabase.url,
      BUS_URL: busDatabase.url,
      GRPC_PORT: String(port),
    });
    const service = await startService(runtimeFor('billing', config), (runtime) => wireBilling(runtime, clock));
    const client = createGrpcClient({
      definition: BillingServiceService,
      target: `127.0.0.1:${service.grpcPort}`,
      idempotent: ['getUsage'],
    });
    return {
      client,
      port: service.grpcPort,
      stop: async () => {
        client.$close();
        await service.stop();
      },
    };
  };
  let billing = await startBilling(0);
  const config = linkConfig.parse({
    LOG_LEVEL: 'silent',
    DATABASE_URL: linkDatabase.url,
    BUS_URL: busDatabase.url,
    BILLING_TARGET: `127.0.0.1:${billing.port}`,
    SHORT_ORIGIN: 'https://go.linqr.test',
    APP_ORIGIN: 'https://app.linqr.test',
    IMPORT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ...env,
  });
  const service = await startService(runtimeFor('link', config), (runtime) => wireLink(runtime, clock));
  const client = createGrpcClient({
    definition: LinkServiceService,
    target: `127.0.0.1:${service.grpcPort}`,
    idempotent: [],
    timeoutMs: 20_000,
  });
  const bus = await openBus({ url: busDatabase.url, clientId: 'test', logger: createLogger({ service: 'test', level: 'silent' }) });
  const connection = new Client({ connectionString: linkDatabase.url });
  await connection.connect();
  return {
    client,
    target: `127.0.0.1:${service.grpcPort}`,
    get billing() {
      return billing;
    },
    bus,
    clock,
    url: linkDatabase.url,
    sql: async (text, values) => (await connection.query(text, values)).rows,
    restartBilling: async () => {
      billing = await startBilling(billing.port);
    },
    stop: async () => {
      client.$close();
      await connection.end();
      await bus.close();
      await service.stop();
      await billing.stop();
      await Promise.all([linkDatabase.drop(), billingDatabase.drop(), busDatabase.drop()]);
    },
  };
}

export function newActor(role: Actor['role'] = 'user'): Actor {
  return { userId: newId('usr'), workspaceId: newId('ws'), role, via: 'session', credentialId: newId('ses') };
}

/** Calls as somebody signed in. */
export function as<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
  return runInContext(newContext({ actor }), work);
}

export function createRequest(fields: Partial<CreateLinkRequest> = {}): CreateLinkRequest {
  return {
    originalUrl: 'https://example.com/',
    customAlias: undefined,
    title: undefined,
    description: undefined,
    tags: [],
    password: undefined,
    expiresAt: undefined,
    startsAt: undefined,
    maxClicks: undefined,
    redirectType: undefined,
    forwardQuery: undefined,
    domain: undefined,
    idempotencyKey: undefined,
    qrId: undefined,
    rules: [],
    variants: [],
    ...fields,
  };
}

export function updateRequest(id: string, fields: Partial<UpdateLinkRequest> = {}): UpdateLinkRequest {
  return {
    id,
    originalUrl: undefined,
    customAlias: undefined,
    title: undefined,
    description: undefined,
    tags: undefined,
    password: undefined,
    expiresAt: undefined,
    clearExpiresAt: false,
    startsAt: undefined,
    clearStartsAt: false,
    maxClicks: undefined,
    redirectType: undefined,
    forwardQuery: undefined,
    archived: undefined,
    rules: undefined,
    variants: undefined,
    ...fields,
  };
}

export function listRequest(fields: Partial<ListLinksRequest> = {}): ListLinksRequest {
  return {
    page: 1,
    limit: 50,
    search: '',
    filter: LinkFilter.LINK_FILTER_ALL,
    sort: LinkSort.LINK_SORT_NEWEST,
    cursor: '',
    tag: '',
    domain: '',
    ...fields,
  };
}
