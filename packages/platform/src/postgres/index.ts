// A service's own PostgreSQL database: TypeORM data source and migrations run once under an advisory lock.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { DataSource, type EntitySchema, type MigrationInterface, type MixedList, type QueryRunner } from 'typeorm';
import { ERASURES_MIGRATION_SQL } from '../erasure/schema.js';
import { INBOX_MIGRATION_SQL } from '../inbox/schema.js';
import type { Logger } from '../logging/index.js';
import { OUTBOX_MIGRATION_SQL } from '../outbox/schema.js';
import { isTracing, traced } from '../tracing/index.js';

export interface PostgresOptions {
  url: string;
  poolSize: number;
  applicationName: string;
  // biome-ignore lint/complexity/noBannedTypes: TypeORM's own type for an entity class
  entities: MixedList<Function | string | EntitySchema>;
  /** Folder of NNNN-title.sql files; each runs once, in order, in a transaction of its own. */
  migrationsFolder: string;
  /** `expect`: another process runs the migrations; wait for them. Default: run them. */
  migrations?: 'apply' | 'expect';
  logger: Logger;
}

/** How long a start waits for migrations that a job runs, and how often it looks, milliseconds. */
const EXPECT_MS = 300_000;
const LOOK_MS = 1_000;

/** First number of the advisory lock that migrations run under; the second is the database's own. */
const MIGRATION_LOCK = 0x6c71; // "lq"

/** Connects once the schema is the one of this version; answers with the open data source. */
export async function openPostgres(options: PostgresOptions): Promise<DataSource> {
  if (options.migrations === 'expect') await expectMigrations(options);
  else await applyMigrations(options);
  const source = new DataSource({
    type: 'postgres',
    url: options.url,
    entities: options.entities,
    poolSize: options.poolSize,
    applicationName: options.applicationName,
    connectTimeoutMS: 5_000,
    // Without a listener, a database that stops would end the process (57P01 as an unhandled 'error').
    poolErrorHandler: (error: unknown) => options.logger.warn({ err: error }, 'idle database connection lost'),
    extra: { statement_timeout: 15_000, idle_in_transaction_session_timeout: 10_000, keepAlive: true },
    logging: false,
  });
  await source.initialize();
  // A new connection that is cut in the same packet that completes it has no listener yet: pg-pool took its own off and
  // TypeORM puts its own on a few microtasks later. Its queries fail and say so; the process must not.
  (source.driver as unknown as { master: pg.Pool }).master.on('connect', (client) => {
    client.on('error', () => {});
    traceQueries(client);
  });
  return source;
}

/** A span a query of a recorded trace. Statements are parameterised, so their text holds no value; only their verb is kept. */
function traceQueries(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const wrapped = (...args: unknown[]): unknown => {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: unknown } | undefined)?.text;
    // Callbacks and streams are the driver's own business.
    if (!isTracing() || typeof text !== 'string' || typeof args.at(-1) === 'function') return query(...args);
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY';
    return traced(
      `postgresql ${operation}`,
      { kind: 'client', attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation } },
      () => Promise.resolve(query(...args)),
    );
  };
  client.query = wrapped as typeof client.query;
}

/** Runs the missing migrations, one process at a time; the others wait. What the `migrate` command of a service does. */
export async function applyMigrations(options: Pick<PostgresOptions, 'url' | 'migrationsFolder' | 'logger'>): Promise<void> {
  await underMigrationLock(options.url, () =>
    withMigrator(options, async (migrator) => {
      const done = await migrator.runMigrations();
      if (done.length > 0) options.logger.info({ migrations: done.map((m) => m.name) }, 'migrations applied');
    }),
  );
}

/** Resolves once every migration of this version has run; rejects after five minutes, naming what to do. */
async function expectMigrations(options: PostgresOptions): Promise<void> {
  const giveUpMs = performance.now() + EXPECT_MS;
  for (let said = false; ; said = true) {
    if (!(await withMigrator(options, (migrator) => migrator.showMigrations()))) return;
    if (!said) options.logger.warn('waiting for migrations');
    if (performance.now() > giveUpMs) throw new Error('the database is not migrated: run this version with the argument migrate');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function withMigrator<T>(
  options: Pick<PostgresOptions, 'url' | 'migrationsFolder'>,
  work: (migrator: DataSource) => Promise<T>,
): Promise<T> {
  const migrator = new DataSource({
    type: 'postgres',
    url: options.url,
    migrations: await migrationClasses(options.migrationsFolder),
    migrationsTransactionMode: 'each',
    poolSize: 1,
    logging: false,
  });
  await migrator.initialize();
  try {
    return await work(migrator);
  } finally {
    await migrator.destroy();
  }
}

/** Rejects when the database does not answer within 2 s. */
export async function pingPostgres(source: DataSource): Promise<void> {
  await source.query('select 1');
}

/** SQLSTATE of a failed query, where there is one. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { driverError?: { code?: unknown }; code?: unknown })?.driverError?.code ?? (error as { code?: unknown })?.code;
  return typeof code === 'string' ? code : undefined;
}

/** True for a violation of the named unique index: the index decides, never SELECT-then-INSERT. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  if (!constraint) return true;
  const cause = (error as { driverError?: { constraint?: string } }).driverError ?? (error as { constraint?: string });
  return cause.constraint === constraint;
}

async function migrationClasses(folder: string): Promise<(new () => MigrationInterface)[]> {
  const files = (await readdir(folder)).filter((f) => f.endsWith('.sql')).sort();
  const bad = files.find((f) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(f));
  if (bad) throw new Error(`migration ${bad} is not named NNNN-title.sql`);
  const scripts = await Promise.all(files.map(async (f) => ({ name: f, sql: await readFile(join(folder, f), 'utf8') })));
  // Outbox, inbox and erasures are every service's; as number 0 they are there before the first business table.
  const everywhere = [
    { name: '0000-outbox.sql', sql: OUTBOX_MIGRATION_SQL },
    { name: '0000-inbox.sql', sql: INBOX_MIGRATION_SQL },
    { name: '0000-erasures.sql', sql: ERASURES_MIGRATION_SQL },
  ];
  return [...everywhere, ...scripts].map(({ name, sql }) => {
    const number = Number(name.slice(0, 4));
    const title = name.slice(5, -4).replace(/(^|-)([a-z0-9])/g, (_, __, c: string) => c.toUpperCase());
    return class implements MigrationInterface {
      // TypeORM orders by the last 13 characters, which must look like a JavaScript time.
      name = `${title}${1_700_000_000_000 + number}`;
      async up(runner: QueryRunner): Promise<void> {
        await runner.query(sql);
      }
      async down(): Promise<void> {
        throw new Error('migrations only go forward: expand, then contract');
      }
    };
  });
}

async function underMigrationLock(url: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK}, hashtext(current_database()))`);
    await work();
  } finally {
    await client.end();
  }
}
