import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@linqr/platform/logging';
import { renderStatements, type SchemaVariables } from './schema.template.js';
import type { Warehouse } from './warehouse.js';

const LEDGER = 'schema_migrations_v1';

/** Tables whose TTL follows the configuration, with the expression it counts from. */
const RETAINED = [
  { table: 'clicks_raw_v1', from: 'toDateTime(clicked_at)', days: 'rawRetentionDays' },
  { table: 'clicks_per_hour_v1', from: 'hour', days: 'rawRetentionDays' },
  { table: 'ingest_ledger_v1', from: 'toDateTime(taken_at)', days: 'ledgerRetentionDays' },
] as const;

/**
 * Brings the schema up to date: files `NNNN-title.sql` in order, each once. Every statement is idempotent (IF NOT EXISTS),
 * so two replicas starting together do no harm, and a start killed half-way goes on at the next one. Rejects when a file
 * that was applied has changed since: write a new one instead.
 */
export async function migrateSchema(warehouse: Warehouse, folder: string, variables: SchemaVariables, logger: Logger): Promise<void> {
  const [ledgerTable] = renderStatements(
    `CREATE TABLE IF NOT EXISTS {{local:${LEDGER}}} {{on_cluster}} (name String, checksum String, applied_at DateTime DEFAULT now()) ENGINE = {{engine:ReplacingMergeTree}} ORDER BY name`,
    variables,
  );
  await warehouse.command(ledgerTable!);
  const local = localName(variables);
  const applied = await appliedMigrations(warehouse, variables);
  const files = await migrationFiles(folder);
  for (const file of files) {
    const template = await readFile(join(folder, file), 'utf8');
    const checksum = createHash('sha256').update(template).digest('hex');
    const known = applied.get(file);
    if (known === checksum) continue;
    if (known !== undefined) throw new Error(`migration ${file} was changed after it had been applied`);
    for (const statement of renderStatements(template, variables)) await warehouse.command(statement);
    await warehouse.insert({ table: local(LEDGER), token: checksum, rows: `${file}\t${checksum}\t${Math.floor(Date.now() / 1_000)}\n` });
    logger.info({ migration: file }, 'migration applied');
  }
  await applyRetention(warehouse, variables, local);
}

/** Rejects, naming them, while migrations of this version have not run: another process (the migrate job) runs them. */
export async function expectSchema(warehouse: Warehouse, folder: string, variables: SchemaVariables): Promise<void> {
  const applied = await appliedMigrations(warehouse, variables).catch(() => new Map<string, string>());
  const missing = (await migrationFiles(folder)).filter((file) => !applied.has(file));
  if (missing.length > 0) throw new Error(`waiting for migrations: ${missing.join(', ')}`);
}

const localName = (variables: SchemaVariables) => (table: string) => (variables.cluster ? `${table}_local` : table);

async function migrationFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => /^\d{4}-[\w-]+\.sql$/.test(file)).sort();
}

/** File name → checksum. */
async function appliedMigrations(warehouse: Warehouse, variables: SchemaVariables): Promise<Map<string, string>> {
  const rows = await warehouse.query<{ name: string; checksum: string }>(`SELECT name, checksum FROM ${localName(variables)(LEDGER)}`, {});
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** CLICK_RETENTION_DAYS may change between starts; only the table's definition is touched, merges do the rest. */
async function applyRetention(warehouse: Warehouse, variables: SchemaVariables, local: (table: string) => string): Promise<void> {
  const rows = await warehouse.query<{ name: string; engine_full: string }>(
    'SELECT name, engine_full FROM system.tables WHERE database = currentDatabase() AND name IN {names:Array(String)}',
    { names: RETAINED.map(({ table }) => local(table)) },
  );
  const definitions = new Map(rows.map((row) => [row.name, row.engine_full]));
  for (const { table, from, days } of RETAINED) {
    if (definitions.get(local(table))?.includes(`toIntervalDay(${variables[days]})`)) continue;
    const onCluster = variables.cluster ? ` ON CLUSTER \`${variables.cluster}\`` : '';
    await warehouse.command(
      `ALTER TABLE ${local(table)}${onCluster} MODIFY TTL ${from} + toIntervalDay(${variables[days]}) SETTINGS materialize_ttl_after_modify = 0`,
    );
  }
}
