// A fresh database of a real PostgreSQL for each test that asks for one.
import { randomBytes } from 'node:crypto';
import { createDatabases } from '@linqr/embedded/postgres';
import { Client } from 'pg';
import { sharedCluster } from './cluster.js';

export interface TestDatabase {
  /** `postgres://…` of an empty UTF8 database that is nobody else's. */
  url: string;
  /** Drops it, connections that are still open included. Idempotent. */
  drop: () => Promise<void>;
}

/**
 * One cluster serves all workers of a jest run: the first taker starts it, it ends by itself with the run. It does not
 * sync to disk: do not use it to test durability.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const cluster = await sharedCluster();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await createDatabases(cluster.adminUrl, [name]);
  return {
    url: cluster.adminUrl.replace(/\/postgres$/, `/${name}`),
    async drop() {
      const client = new Client({ connectionString: cluster.adminUrl, connectionTimeoutMillis: 10_000 });
      await client.connect();
      try {
        await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      } finally {
        await client.end();
      }
    },
  };
}
