// The databases of a server.
import { Client } from 'pg';

const NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** Creates those that are missing. `adminUrl` is the `postgres` database of the server. */
export async function createDatabases(adminUrl: string, names: readonly string[]): Promise<string[]> {
  const bad = names.find((name) => !NAME.test(name));
  if (bad !== undefined) throw new Error(`"${bad}" is no database name`);
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000, application_name: 'linqr-databases' });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datname = ANY($1)', [names]);
    const missing = names.filter((name) => !rows.some((row) => row.datname === name));
    for (const name of missing) await client.query(`CREATE DATABASE "${name}"`);
    return missing;
  } finally {
    await client.end();
  }
}
