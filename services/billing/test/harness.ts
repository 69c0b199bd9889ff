// A real billing service on a real PostgreSQL, asked over real gRPC.
import { type Actor, newContext, runInContext } from '@linqr/platform/context';
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { newId } from '@linqr/platform/ids';
import { runtimeFor, startService } from '@linqr/platform/service';
import { BillingServiceService } from '@linqr/proto/billing/v1/billing';
import { testDatabase } from '@linqr/testing/postgres';
import { billingConfig } from '../src/config.js';
import { wireBilling } from '../src/wire.js';

export class TestClock {
  constructor(private ms = Date.now()) {}
  now(): number {
    return this.ms;
  }
  set(moment: string): void {
    this.ms = Date.parse(moment);
  }
  forward(ms: number): void {
    this.ms += ms;
  }
}

export interface TestBilling {
  client: GrpcClient<typeof BillingServiceService>;
  clock: TestClock;
  url: string;
  port: number;
  /** What Prometheus would read. */
  metrics: () => Promise<string>;
  stop: () => Promise<void>;
}

export async function startBilling(env: Record<string, string> = {}, startAt?: number): Promise<TestBilling> {
  const database = await testDatabase();
  const clock = new TestClock(startAt);
  const config = billingConfig.parse({ LOG_LEVEL: 'silent', DATABASE_URL: database.url, BUS_URL: database.url, ...env });
  const runtime = runtimeFor('billing', config);
  const service = await startService(runtime, (r) => wireBilling(r, clock)).catch(async (error: unknown) => {
    await runtime.lifecycle.stop('start failed');
    await database.drop();
    throw error;
  });
  // A hundred calls at once on a busy machine take longer than one call of a service may.
  const target = `127.0.0.1:${service.grpcPort}`;
  const client = createGrpcClient({ definition: BillingServiceService, target, idempotent: [], timeoutMs: 20_000 });
  return {
    client,
    clock,
    url: database.url,
    port: service.grpcPort,
    metrics: () => runtime.management.registry.metrics(),
    stop: async () => {
      client.$close();
      await service.stop();
      await database.drop();
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
