// PostgreSQL and the ClickHouse engine of an installation.
import { clickhouseEntry, clickhouseEnvironment, clickhouseUrl } from '@linqr/embedded/clickhouse';
import { createDatabases, type PostgresServer, startPostgres } from '@linqr/embedded/postgres';
import type { DataFolder } from '../data-folder/data-folder.js';
import { BUS_DATABASE, type Part } from '../manifest.js';
import type { Secrets } from '../secrets/secrets.js';

export interface StorePorts {
  postgres: number;
  clickhouse: number;
}

const USER = 'linqr';
const SETTINGS = {
  max_connections: 200,
  // A bus of many small appends: checkpoint rarely.
  wal_compression: 'on',
  checkpoint_timeout: '15min',
  max_wal_size: '1GB',
};

export function databaseUrl(secrets: Secrets, ports: StorePorts): (database: string) => string {
  const password = encodeURIComponent(secrets.read('database-password'));
  return (database) => `postgres://${USER}:${password}@127.0.0.1:${ports.postgres}/${database}`;
}

export async function startDatabase(
  data: DataFolder,
  secrets: Secrets,
  ports: StorePorts,
  parts: readonly Part[],
): Promise<PostgresServer> {
  const server = await startPostgres({
    dataFolder: data.postgres,
    user: USER,
    password: secrets.read('database-password'),
    port: ports.postgres,
    endAfterStarter: { drainSeconds: 4 },
    settings: SETTINGS,
  });
  await createDatabases(server.url('postgres'), [BUS_DATABASE, ...parts.flatMap((part) => part.database ?? [])]);
  return server;
}

function engine(data: DataFolder, secrets: Secrets, ports: StorePorts) {
  return {
    dataFolder: data.clickhouse,
    user: USER,
    password: secrets.read('clickhouse-password'),
    port: ports.clickhouse,
    maxMemoryMb: 700,
  };
}

export function engineUrl(data: DataFolder, secrets: Secrets, ports: StorePorts): string {
  return clickhouseUrl(engine(data, secrets, ports), ports.clickhouse);
}

/** The engine as one more supervised process. */
export function engineProgram(
  data: DataFolder,
  secrets: Secrets,
  ports: StorePorts,
): { entry: string; environment: Record<string, string> } {
  return { entry: clickhouseEntry(), environment: clickhouseEnvironment(engine(data, secrets, ports)) };
}
