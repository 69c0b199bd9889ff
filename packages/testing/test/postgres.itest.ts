import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { isAlive } from '@linqr/embedded/process';
import { eventually } from '@linqr/testing/eventually';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import { sourcePath, typescriptArguments } from '@linqr/testing/typescript';
import { Client } from 'pg';

const databases: TestDatabase[] = [];
async function fresh(): Promise<TestDatabase> {
  const database = await testDatabase();
  databases.push(database);
  return database;
}
async function query(url: string, text: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('testDatabase', () => {
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.drop()));
  });

  it('gives each caller an empty UTF8 database of its own on one cluster', async () => {
    const [one, two] = await Promise.all([fresh(), fresh()]);
    await query(one!.url, 'CREATE TABLE things (id int)');
    expect(await query(two!.url, `SELECT to_regclass('things') AS found, getdatabaseencoding() AS encoding`)).toEqual([
      { found: null, encoding: 'UTF8' },
    ]);
    expect(new URL(one!.url).port).toBe(new URL(two!.url).port);
  });

  it('drops a database that still has connections, and does not mind doing it twice', async () => {
    const database = await fresh();
    const client = new Client({ connectionString: database.url });
    client.on('error', () => {});
    await client.connect();
    await database.drop();
    await database.drop();
    await expect(query(database.url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
    await client.end().catch(() => {});
  });

  it('is gone, with its data, soon after a run that was killed', async () => {
    const run = fork(sourcePath('packages/testing/test/fixtures/take-database.ts'), { execArgv: typescriptArguments() });
    const [cluster] = (await once(run, 'message')) as [{ pid: number; dataFolder: string }];
    expect(isAlive(cluster.pid)).toBe(true);
    run.kill('SIGKILL');
    await eventually(() => !isAlive(cluster.pid) && !existsSync(dirname(cluster.dataFolder)));
  });
});
