// What an installation that is stopped holds: every table of every database, by count and checksum.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startClickhouse } from '@linqr/embedded/clickhouse';
import { startPostgres } from '@linqr/embedded/postgres';
import { typescriptArguments } from '@linqr/testing/typescript';
import { Client } from 'pg';

export interface StoredTable {
  rows: number;
  checksum: string;
}

/** `database.schema.table` and `clickhouse.table` → what is in it. Starts the stores alone over the folder and stops them. */
export async function everyRow(dataDir: string): Promise<Record<string, StoredTable>> {
  const secret = (name: string) => readFileSync(join(dataDir, 'secrets', name), 'utf8').trim();
  return {
    ...(await rowsOfPostgres(join(dataDir, 'postgres'), secret('database-password'))),
    ...(await rowsOfClickhouse(join(dataDir, 'clickhouse'), secret('clickhouse-password'))),
  };
}

async function rowsOfPostgres(dataFolder: string, password: string): Promise<Record<string, StoredTable>> {
  const server = await startPostgres({ dataFolder, password, endAfterStarter: { drainSeconds: 1 } });
  const ask = async <T>(database: string, work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client({ connectionString: server.url(database) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  try {
    const found: Record<string, StoredTable> = {};
    const databases = await ask(
      'postgres',
      async (client) => (await client.query('select datname from pg_database where not datistemplate')).rows,
    );
    for (const { datname } of databases as { datname: string }[])
      await ask(datname, async (client) => {
        const tables = await client.query(
          `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
           where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
        );
        for (const { name } of tables.rows as { name: string }[]) {
          const { rows } = await client.query(
            `select count(*)::int as rows, coalesce(md5(string_agg(line, '' order by line)), '') as checksum
             from (select md5(t::text) as line from ${name} t) lines`,
          );
          found[`${datname}.${name}`] = rows[0] as StoredTable;
        }
      });
    return found;
  } finally {
    await server.stop();
  }
}

async function rowsOfClickhouse(dataFolder: string, password: string): Promise<Record<string, StoredTable>> {
  const server = await startClickhouse({ dataFolder, user: 'linqr', password, nodeArguments: typescriptArguments() });
  const ask = async <T>(query: string): Promise<T[]> => {
    const { origin } = new URL(server.url);
    const response = await fetch(origin, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`linqr:${password}`).toString('base64')}` },
      body: `${query} FORMAT JSONEachRow`,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as T);
  };
  try {
    const columns = await ask<{ table: string; engine: string; name: string; type: string }>(
      `SELECT c.table AS table, t.engine AS engine, c.name AS name, c.type AS type FROM system.columns c
       INNER JOIN system.tables t ON t.database = c.database AND t.name = c.table
       WHERE c.database = currentDatabase() AND t.engine LIKE '%MergeTree' ORDER BY c.table, c.position`,
    );
    const found: Record<string, StoredTable> = {};
    for (const table of new Set(columns.map((column) => column.table))) {
      const own = columns.filter((column) => column.table === table);
      // Sums merge in the background; a state is compared by what it says, as its bytes depend on the order of merging.
      const values = own.map(({ name, type }) => (type.startsWith('AggregateFunction(') ? `finalizeAggregation(${name})` : name));
      const merged = own[0]!.engine === 'MergeTree' ? '' : ' FINAL';
      const [row] = await ask<{ rows: string; checksum: string }>(
        `SELECT toString(count()) AS rows, toString(sum(cityHash64(toString(tuple(${values.join(', ')}))))) AS checksum FROM ${table}${merged}`,
      );
      found[`clickhouse.${table}`] = { rows: Number(row!.rows), checksum: row!.checksum };
    }
    return found;
  } finally {
    await server.stop();
  }
}
