import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { type TestDatabase, testDatabase } from '@linqr/testing/postgres';
import { DataSource } from 'typeorm';
import { createLogger } from '../src/logging/index.js';
import { Registry } from '../src/management/index.js';
import { Resealing, SecretBox } from '../src/secrets/index.js';

const ROWS = 450;
const [first, second, third, lost] = [randomBytes(32), randomBytes(32), randomBytes(32), randomBytes(32)];
const logger = createLogger({ service: 'test', level: 'silent' });
const context = (owner: string) => `kept ${owner}`;

let testing: TestDatabase;
let database: DataSource;
const running: Resealing[] = [];

beforeAll(async () => {
  testing = await testDatabase();
  database = await new DataSource({ type: 'postgres', url: testing.url }).initialize();
  await database.query('create table kept (owner text, number integer, sealed bytea not null, primary key (owner, number))');
}, 60_000);
afterAll(async () => {
  for (const each of running) await each.stop();
  await database?.destroy();
  await testing?.drop();
}, 60_000);

function resealing(keys: Buffer[]) {
  const registry = new Registry();
  const columns = [{ table: 'kept', column: 'sealed', owner: 'owner', context }];
  const made = new Resealing({ database, box: new SecretBox(keys), columns, logger, registry });
  running.push(made);
  const left = async () => /^secrets_under_old_keys\{table="kept"\} (\d+)$/m.exec(await registry.metrics())?.[1];
  return { made, left };
}
const put = (owner: string, number: number, sealed: Buffer) =>
  database.query('insert into kept (owner, number, sealed) values ($1, $2, $3)', [owner, number, sealed]);
const all = () => database.query<{ owner: string; number: number; sealed: Buffer }[]>('select owner, number, sealed from kept');

it('what older keys sealed opens with the new key alone, each row once with its own text, and the metric says when', async () => {
  for (let i = 0; i < ROWS; i++) {
    const owner = `usr_${i % 300}`;
    await put(owner, i, new SecretBox([i % 2 ? first : second]).seal(`text ${i}`, context(owner)));
  }
  const { made, left } = resealing([third, second, first]);
  made.start();
  await eventually(async () => (await left()) === '0', { timeoutMs: 30_000 });
  const box = new SecretBox([third]);
  const rows = await all();
  expect(rows.map(({ owner, number, sealed }) => box.open(sealed, context(owner)) ?? `closed ${number}`).sort()).toEqual(
    Array.from({ length: ROWS }, (_, i) => `text ${i}`).sort(),
  );
  expect(await made.round()).toBe(0);
}, 60_000);

it('what no key opens stays as it is, does not hold up the rest, and is said when one of the keys should have', async () => {
  await database.query('delete from kept');
  const foreign = new SecretBox([lost]).seal('foreign', context('usr_1'));
  const changed = new SecretBox([second]).seal('changed', context('somebody else'));
  await put('usr_1', 1, foreign);
  await put('usr_2', 2, changed);
  await put('usr_3', 3, new SecretBox([second]).seal('good', context('usr_3')));
  const { made, left } = resealing([third, second]);
  expect(await made.round()).toBe(1);
  expect(await left()).toBe('1');
  const rows = new Map((await all()).map(({ number, sealed }) => [number, sealed]));
  expect(rows.get(1)!.equals(foreign)).toBe(true);
  expect(rows.get(2)!.equals(changed)).toBe(true);
  expect(new SecretBox([third]).open(rows.get(3)!, context('usr_3'))).toBe('good');
}, 30_000);

it('with one key nothing is asked of the database', async () => {
  const { made, left } = resealing([third]);
  made.start();
  await made.stop();
  expect(await left()).toBeUndefined();
});
