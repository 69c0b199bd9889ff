// The whole service over a fresh database, with real billing and, where asked for, link services in processes of their own.
import { type ChildProcess, fork } from 'node:child_process';
import { type EventBus, openBus } from '@linqr/platform/bus';
import { AppError } from '@linqr/platform/errors';
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { createLogger } from '@linqr/platform/logging';
import { runtimeFor, startService } from '@linqr/platform/service';
import { BillingServiceService } from '@linqr/proto/billing/v1/billing';
import { QrCodeChanged } from '@linqr/proto/events/v1/qr';
import { LinkServiceService } from '@linqr/proto/link/v1/link';
import { type CreateQrCodeRequest, type QrCustomization, QrServiceService, QrType } from '@linqr/proto/qr/v1/qr';
import { testDatabase } from '@linqr/testing/postgres';
import { sourcePath, typescriptArguments } from '@linqr/testing/typescript';
import pg from 'pg';
import { qrConfig } from '../src/config.js';
import { wireQr } from '../src/wire.js';

export const APP_ORIGIN = 'https://app.linqr.test';
export const SHORT_ORIGIN = 'http://localhost:4001';

export interface QrFixture {
  /** Where the service's calls are answered. */
  target: string;
  client: GrpcClient<typeof QrServiceService>;
  billing: GrpcClient<typeof BillingServiceService>;
  links: GrpcClient<typeof LinkServiceService>;
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** Every change published since the start. */
  events: QrCodeChanged[];
  bus: EventBus;
  /** Ends billing for good, at once. */
  killBilling: () => Promise<void>;
  killLinks: () => Promise<void>;
  /** On another port: a client to ask it directly. */
  restartLinks: () => Promise<GrpcClient<typeof LinkServiceService>>;
  stop: () => Promise<void>;
}

/** `withLinks`: a link service of its own stands behind, on the same bus. */
export async function startQr(
  env: Record<string, string> = {},
  { withLinks = false, linkEnv = {} as Record<string, string> } = {},
): Promise<QrFixture> {
  const database = await testDatabase();
  const billingDatabase = await testDatabase();
  const linkDatabase = withLinks ? await testDatabase() : undefined;
  const { child, grpcPort: billingPort } = await forkService('billing', {
    DATABASE_URL: billingDatabase.url,
    // Confirmations of what is created here come over the bus.
    BUS_URL: withLinks ? database.url : billingDatabase.url,
  });
  const billingTarget = `127.0.0.1:${billingPort}`;
  const forkLinks = async () =>
    linkDatabase &&
    forkService('link', {
      DATABASE_URL: linkDatabase.url,
      BUS_URL: database.url,
      BILLING_TARGET: billingTarget,
      APP_ORIGIN,
      SHORT_ORIGIN,
      ...linkEnv,
    });
  let linked = await forkLinks();
  let again: QrFixture['links'] | undefined;
  const linkTarget = `127.0.0.1:${linked?.grpcPort ?? 1}`;
  const config = qrConfig.parse({
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    BUS_URL: database.url,
    BILLING_TARGET: billingTarget,
    LINK_TARGET: linkTarget,
    APP_ORIGIN,
    SHORT_ORIGIN,
    ...env,
  });
  const service = await startService(runtimeFor('qr', config), (runtime) =>
    wireQr(runtime, { threadArguments: typescriptArguments().filter((argument) => argument !== '--enable-source-maps') }),
  );
  const client = createGrpcClient({
    definition: QrServiceService,
    target: `127.0.0.1:${service.grpcPort}`,
    idempotent: [],
    timeoutMs: 20_000,
  });
  const billing = createGrpcClient({ definition: BillingServiceService, target: billingTarget, idempotent: [] });
  const links = createGrpcClient({ definition: LinkServiceService, target: linkTarget, idempotent: [] });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => {});
  const bus: EventBus = await openBus({
    url: database.url,
    clientId: 'qr-test',
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  const events: QrCodeChanged[] = [];
  await bus.subscribe({
    group: 'qr-test',
    topics: ['qr.changed.v1'],
    from: 'beginning',
    handler: async (records) => {
      events.push(...records.map(({ value }) => QrCodeChanged.decode(value)));
    },
  });
  return {
    target: `127.0.0.1:${service.grpcPort}`,
    client,
    billing,
    links,
    sql: async (text, values) => (await pool.query(text, values)).rows,
    events,
    bus,
    killBilling: () => end(child, 'SIGKILL'),
    killLinks: async () => linked && end(linked.child, 'SIGKILL'),
    restartLinks: async () => {
      linked = await forkLinks();
      again = createGrpcClient({ definition: LinkServiceService, target: `127.0.0.1:${linked?.grpcPort}`, idempotent: [] });
      return again;
    },
    stop: async () => {
      client.$close();
      billing.$close();
      links.$close();
      again?.$close();
      await bus.close();
      await service.stop();
      if (linked) await end(linked.child, 'SIGTERM');
      await end(child, 'SIGTERM');
      await pool.end();
      await database.drop();
      await billingDatabase.drop();
      await linkDatabase?.drop();
    },
  };
}

async function forkService(name: string, env: Record<string, string>): Promise<{ child: ChildProcess; grpcPort: number }> {
  const child = fork(sourcePath(`services/${name}/src/main.ts`), [], {
    execArgv: typescriptArguments(),
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const grpcPort = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it was ready`)));
    child.on('message', (message: { type?: string; addresses?: { grpcPort: number } }) => {
      if (message.type === 'ready' && message.addresses) resolve(message.addresses.grpcPort);
    });
  });
  return { child, grpcPort };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

/** A url code unless told otherwise. */
export function someCode(given: Partial<CreateQrCodeRequest> = {}): CreateQrCodeRequest {
  return { type: QrType.QR_TYPE_URL, content: 'https://example.com/menu', ...given };
}

/** What the gateway sends for a customization with these fields. */
export function someCustomization(given: Partial<Omit<QrCustomization, 'frontendCustomization'>>, record?: object): QrCustomization {
  return {
    color: '',
    backgroundColor: '',
    size: 0,
    margin: 0,
    errorCorrectionLevel: '',
    showBranding: false,
    brandingUnchanged: given.showBranding === undefined,
    ...given,
    frontendCustomization: record === undefined ? '' : JSON.stringify(record),
  };
}

/** The error a call ends with. */
export async function refusal(call: Promise<unknown>): Promise<AppError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('the call was not refused');
}
