import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { type EventBus, openBus } from '@linqr/platform/bus';
import { type Clock, systemClock } from '@linqr/platform/clock';
import { type Actor, newContext, runInContext } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { createLogger } from '@linqr/platform/logging';
import { runtimeFor, startService } from '@linqr/platform/service';
import { type AuthenticatedSession, AuthServiceService } from '@linqr/proto/auth/v1/auth';
import { IdentityServiceService } from '@linqr/proto/auth/v1/identity';
import { AccountChanged } from '@linqr/proto/events/v1/account';
import { eventually } from '@linqr/testing/eventually';
import { testDatabase } from '@linqr/testing/postgres';
import pg from 'pg';
import { authConfig } from '../src/config.js';
import { wireAuth } from '../src/wire.js';
import { MailServer } from './mail-server.js';
import { TcpDoor } from './tcp-door.js';

export const PASSWORD = 'Correct-Horse-7!';
export const CLIENT = { address: '203.0.113.7', userAgent: 'Mozilla/5.0 (test)' };

export type AuthClient = GrpcClient<typeof AuthServiceService>;
export type IdentityClient = GrpcClient<typeof IdentityServiceService>;

export interface AuthFixture {
  client: AuthClient;
  identity: IdentityClient;
  /** The same calls as somebody. */
  as: <T>(actor: Actor, call: (client: AuthClient, identity: IdentityClient) => Promise<T>) => Promise<T>;
  mail: MailServer;
  publicKey: KeyObject;
  /** The service's way to its database; the test's own goes past it. */
  databaseDoor: TcpDoor;
  managementPort: number;
  /** Where its other gRPC services are. */
  target: string;
  bus: EventBus;
  databaseUrl: string;
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** Every account event published since the start. */
  events: AccountChanged[];
  stop: () => Promise<void>;
}

export interface FixtureOptions {
  clock?: Clock;
  env?: Record<string, string>;
}

/** The whole service on free ports over a fresh database, with a real mail server and a listener on the bus. */
export async function startAuth({ clock = systemClock, env = {} }: FixtureOptions = {}): Promise<AuthFixture> {
  const database = await testDatabase();
  const mail = await new MailServer().listen();
  const { hostname, port } = new URL(database.url);
  const databaseDoor = new TcpDoor({ host: hostname, port: Number(port) });
  const url = new URL(database.url);
  url.host = `127.0.0.1:${await databaseDoor.open()}`;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const config = authConfig.parse({
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    DATABASE_URL: url.href,
    BUS_URL: url.href,
    // Nobody listens there: billing, analytics and link are down.
    BILLING_TARGET: '127.0.0.1:1',
    ANALYTICS_TARGET: '127.0.0.1:1',
    LINK_TARGET: '127.0.0.1:1',
    APP_ORIGIN: 'https://app.linqr.test',
    ACCESS_TOKEN_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    API_KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    MAIL_URL: mail.url,
    MAIL_FROM: 'Linqr <no-reply@linqr.test>',
    ...env,
  });
  const service = await startService(runtimeFor('auth', config), (runtime) => wireAuth(runtime, clock));
  const client = createGrpcClient({
    definition: AuthServiceService,
    target: `127.0.0.1:${service.grpcPort}`,
    idempotent: [],
    timeoutMs: 15_000,
  });
  const identity = createGrpcClient({
    definition: IdentityServiceService,
    target: `127.0.0.1:${service.grpcPort}`,
    idempotent: [],
    timeoutMs: 15_000,
  });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => {});
  const bus: EventBus = await openBus({
    url: database.url,
    clientId: 'auth-test',
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  const events: AccountChanged[] = [];
  await bus.subscribe({
    group: 'auth-test',
    topics: ['account.changed.v1'],
    from: 'beginning',
    handler: async (records) => {
      events.push(...records.map((record) => AccountChanged.decode(record.value)));
    },
  });
  return {
    client,
    identity,
    as: (actor, call) => runInContext(newContext({ actor }), () => call(client, identity)),
    mail,
    publicKey,
    databaseDoor,
    managementPort: service.managementPort,
    target: `127.0.0.1:${service.grpcPort}`,
    bus,
    databaseUrl: database.url,
    sql: async (text, values) => (await pool.query(text, values)).rows,
    events,
    async stop() {
      client.$close();
      identity.$close();
      await bus.close();
      await service.stop();
      await mail.close();
      await pool.end();
      await databaseDoor.shut();
      await database.drop();
    },
  };
}

let people = 0;

/** An address that no other test uses. */
export function newAddress(): string {
  people += 1;
  return `person-${people}-${randomBytes(4).toString('hex')}@example.com`;
}

export interface Person extends AuthenticatedSession {
  email: string;
  actor: Actor;
}

/** Who calls with this session. */
export function actorOf(session: AuthenticatedSession, role: Actor['role'] = 'user'): Actor {
  const user = session.user!;
  return { userId: user.id, workspaceId: user.workspaceId, role, via: 'session', credentialId: session.sessionId };
}

export async function register(auth: AuthFixture, email = newAddress()): Promise<Person> {
  // A client address of its own, so that no test uses up another's allowance.
  const client = { ...CLIENT, address: `198.51.${people % 256}.${randomBytes(1)[0]}` };
  const session = await auth.client.register({ name: 'Ada Lovelace', email, password: PASSWORD, client });
  return { ...session, email, actor: actorOf(session) };
}

/** With a proven address, as two-factor and passkeys ask for. */
export async function registerVerified(auth: AuthFixture, email = newAddress()): Promise<Person> {
  const person = await register(auth, email);
  await auth.sql('update users set email_verified_at = now() where id = $1', [person.user!.id]);
  return person;
}

/** The code a call is refused with; fails when it is not refused. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return (await errorOf(call)).code;
}

export async function errorOf(call: Promise<unknown>): Promise<AppError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('the call was not refused');
}

/** Waits until an account event that fits was published. */
export function published(auth: AuthFixture, fits: (event: AccountChanged) => boolean): Promise<AccountChanged> {
  return eventually(() => auth.events.find(fits) ?? false);
}
