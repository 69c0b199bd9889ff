// The only place of this service that names the environment.
import { createHash } from 'node:crypto';
import { busFields, erasureFields, grpcServiceFields, migrationField, processFields } from '@linqr/platform/config';
import { z } from 'zod';

const warehouseFields = {
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/, error: 'must be http(s)://user:password@host:port/database' })
    .describe('The ClickHouse server or cluster that this service owns: http://user:password@host:8123/database'),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z_][\w-]{0,62}$/, 'must be a cluster name')
    .optional()
    .describe('Name of the ClickHouse cluster; set: replicated and distributed tables, not set: one server'),
  MIGRATIONS: migrationField,
  CLICK_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(730)
    .describe('Days that single clicks and hourly sums are kept; daily and lifetime sums stay for ever'),
  LEDGER_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(35)
    .max(3650)
    .default(40)
    .describe('Days that ingested batch ids are remembered; longer than every topic they could be delivered from again'),
};

const ingestFields = {
  VISITOR_HASH_KEY: z
    .string()
    .min(32, 'must be at least 32 characters')
    .transform((text) => createHash('sha256').update(text).digest())
    .describe('Secret behind visitor hashes; changing it starts new visitors from the next click on'),
  GEO_DATABASE: z
    .string()
    .optional()
    .describe('City database in MaxMind format (DB-IP or GeoLite2 layout); not set: the DB-IP Lite files of the npm package'),
  INGEST_MAX_RECORDS: z.coerce.number().int().min(1).max(2000).default(200).describe('Most bus records taken at once from one partition'),
  INGEST_INTERVAL_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_500)
    .default(300)
    .describe('Least time between two small inserts; longer is cheaper, shorter is fresher while clicks come all the time'),
  INGEST_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(1).describe('Most inserts running at once in this process'),
};

export const analyticsConfig = z.object({ ...grpcServiceFields, ...busFields, ...erasureFields, ...warehouseFields, ...ingestFields });
export type AnalyticsConfig = z.output<typeof analyticsConfig>;

export const replayConfig = z.object({
  ...processFields,
  ...busFields,
});
export type ReplayConfig = z.output<typeof replayConfig>;
