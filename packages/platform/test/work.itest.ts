import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import pg from 'pg';
import { createLogger } from '../src/logging/index.js';
import { BackgroundWork } from '../src/work/index.js';

const NEVER_MS = 1_000_000;
const PLACES = 8;
const logger = createLogger({ service: 'test', level: 'silent' });

let database: TestDatabase;
let client: pg.Client;
let work: BackgroundWork;
let looks = 0;
let found = 0;
const underWay = new Set<Promise<void>>();

/** As the senders of mail and webhooks do: as many at once as there are places, each wakes the work when it has ended. */
async function round(): Promise<boolean> {
  looks += 1;
  const free = PLACES - underWay.size;
  if (free === 0) return false;
  const { rows } = await client.query<{ id: number }>('delete from tasks where id in (select id from tasks limit $1) returning id', [free]);
  for (let i = 0; i < rows.length; i++) {
    const task: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      found += 1;
      underWay.delete(task);
      work.wake();
    });
    underWay.add(task);
  }
  return rows.length === free;
}

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('create table tasks (id integer primary key)');
  work = new BackgroundWork({
    round,
    everyMs: NEVER_MS,
    afterFailure: { firstMs: 10, mostMs: 100 },
    listen: { databaseUrl: database.url, channel: 'Some tasks', applicationName: 'listener' },
    interrupted: 'work interrupted',
    logger,
  });
  work.start();
}, 60_000);
afterAll(async () => {
  await work?.stop();
  await client?.end();
  await database?.drop();
}, 60_000);

it('does all that there is without resting in between, when it is told of it', async () => {
  await eventually(() => looks > 0);
  await client.query(`insert into tasks select generate_series(1, 500); notify "Some tasks"`);
  await eventually(() => found === 500, { timeoutMs: 30_000 });
});

it('listens again when its connection was lost, and looks at once at what it may have missed', async () => {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'; insert into tasks values (0)`,
  );
  await eventually(() => found === 501, { timeoutMs: 30_000 });
  await eventually(async () => {
    const { rows } = await client.query(`select 1 from pg_stat_activity where application_name = 'listener'`);
    expect(rows).toHaveLength(1);
  });
  await client.query(`insert into tasks values (0); notify "Some tasks"`);
  await eventually(() => found === 502, { timeoutMs: 30_000 });
});
