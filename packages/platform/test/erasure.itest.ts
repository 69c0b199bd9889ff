import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import { eventually } from '@linqr/testing/eventually';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import type { DataSource } from 'typeorm';
import { openBus } from '../src/bus/index.js';
import { AccountErasure, type ErasedAccount, eraseRows, ownedTables } from '../src/erasure/index.js';
import { openPostgres } from '../src/postgres/index.js';
import { silent } from './bus-fixture.js';

const TABLES = `
create table things (id int primary key, workspace_id text not null, owner_id text not null);
create table parts (id int primary key, thing_id int not null references things (id) on delete cascade, workspace_id text not null);
create table claims (id int primary key, thing_id int not null references things (id), user_id text not null);
create table notes (id int primary key, owner_id text not null);
create table others (id int primary key);
`;
const account: ErasedAccount = { userId: 'usr_1', workspaceId: 'ws_1', emailSha256: '' };

let database: TestDatabase;
let source: DataSource;
let folder: string;
beforeEach(async () => {
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'linqr-erasure-'));
  writeFileSync(join(folder, '0001-tables.sql'), TABLES);
  source = await openPostgres({
    url: database.url,
    poolSize: 4,
    applicationName: 'test',
    entities: [],
    migrationsFolder: folder,
    logger: silent,
  });
});
afterEach(async () => {
  await source.destroy();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const fill = async () => {
  await source.query(
    `insert into things select n, case when n % 2 = 0 then 'ws_1' else 'ws_2' end, 'usr_1' from generate_series(1, 5000) n`,
  );
  await source.query(`insert into parts select n, n, case when n % 2 = 0 then 'ws_1' else 'ws_2' end from generate_series(1, 5000) n`);
  await source.query(`insert into claims values (1, 2, 'usr_1'), (2, 3, 'usr_2')`);
  await source.query(`insert into notes values (1, 'usr_1'), (2, 'usr_2')`);
};
const count = async (table: string) => Number((await source.query(`select count(*) as n from ${table}`))[0].n);

describe('rows of an account', () => {
  it('are found by their columns, what refers to others before these', async () => {
    const tables = await ownedTables(source);
    expect(tables.map(({ table }) => table).sort()).toEqual(['claims', 'notes', 'parts', 'things']);
    expect(tables.findIndex((t) => t.table === 'claims')).toBeLessThan(tables.findIndex((t) => t.table === 'things'));
    expect(tables.find((t) => t.table === 'things')).toEqual({ table: 'things', column: 'workspace_id', cascades: false });
    expect(tables.find((t) => t.table === 'parts')?.cascades).toBe(true);
  });

  it("all go, in portions, and nobody else's", async () => {
    await fill();
    let portions = 0;
    expect(await eraseRows(source, account, { onProgress: async () => void portions++ })).toBe(2_502);
    expect(portions).toBe(1);
    expect(await Promise.all(['things', 'parts', 'claims', 'notes'].map(count))).toEqual([2_500, 2_500, 1, 1]);
    expect(await eraseRows(source, account)).toBe(0);
  });
});

describe('an erasure', () => {
  it('is carried out at once, again after a while by one of two replicas, and leaves no row of its own', async () => {
    const bus = await openBus({ url: database.url, clientId: 'test', logger: silent });
    const done: string[] = [];
    const erasures = ['a', 'b'].map(
      (replica) =>
        new AccountErasure({
          service: 'test',
          database: source,
          bus,
          logger: silent,
          settleSeconds: 1,
          erase: async ({ workspaceId }) => done.push(`${replica} ${workspaceId}`),
        }),
    );
    try {
      await Promise.all(erasures.map((erasure) => erasure.start()));
      const event = { eventId: 'evt_1', occurredAtMs: 0, userId: 'usr_1', workspaceId: 'ws_1', sessionId: '', emailSha256: 'ab' };
      const publish = (change: AccountChange) =>
        bus.publish('account.changed.v1', [{ key: 'usr_1', value: AccountChanged.encode({ ...event, change }).finish() }]);
      await publish(AccountChange.ACCOUNT_CHANGE_REGISTERED);
      await publish(AccountChange.ACCOUNT_CHANGE_DELETED);
      await eventually(async () => (await count('erasures')) === 1);
      expect((await source.query('select * from erasures'))[0]).toMatchObject({
        workspace_id: 'ws_1',
        user_id: 'usr_1',
        email_sha256: 'ab',
      });
      await eventually(async () => done.length === 2 && (await count('erasures')) === 0);
    } finally {
      await Promise.all(erasures.map((erasure) => erasure.stop()));
      await bus.close();
    }
    expect(done).toHaveLength(2);
  });

  it('that fails is tried again until it is done', async () => {
    const bus = await openBus({ url: database.url, clientId: 'test', logger: silent });
    let attempts = 0;
    const erase = async () => {
      attempts++;
      if (attempts < 3) throw new Error('the store is down');
      return 0;
    };
    const erasure = new AccountErasure({ service: 'test', database: source, bus, logger: silent, settleSeconds: 0.2, erase });
    try {
      await erasure.start();
      const event = { eventId: 'evt_1', occurredAtMs: 0, userId: 'usr_1', workspaceId: 'ws_1', sessionId: '', emailSha256: '' };
      const value = AccountChanged.encode({ ...event, change: AccountChange.ACCOUNT_CHANGE_DELETED }).finish();
      await bus.publish('account.changed.v1', [{ key: 'usr_1', value }]);
      await eventually(async () => attempts >= 3 && (await count('erasures')) === 0);
    } finally {
      await erasure.stop();
      await bus.close();
    }
  });
});
