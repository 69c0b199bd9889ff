import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ClickhouseServer, startClickhouse } from '@linqr/embedded/clickhouse';
import { isAlive } from '@linqr/embedded/process';
import { typescriptArguments } from '@linqr/testing/typescript';

let folder: string;
let server: ClickhouseServer;
const options = () => ({
  dataFolder: join(folder, 'data'),
  user: 'linqr',
  password: 'secret',
  maxQuerySeconds: 2,
  nodeArguments: typescriptArguments(),
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linqr-embedded-'));
  server = await startClickhouse(options());
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function send(query: Record<string, string>, body: string | Buffer<ArrayBuffer> = '', headers: Record<string, string> = {}) {
  const { username, password, origin } = new URL(server.url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const response = await fetch(`${origin}/?${new URLSearchParams(query)}`, {
    method: 'POST',
    body,
    headers: { authorization, ...headers },
  });
  return { status: response.status, code: response.headers.get('x-clickhouse-exception-code'), text: await response.text() };
}

describe('the ClickHouse front', () => {
  it('binds parameters as values, whatever they hold', async () => {
    const evil = `it's \\ a "test" ; DROP TABLE x -- é😀`;
    const { text } = await send({ query: 'SELECT {text:String} AS text FORMAT JSONEachRow', param_text: evil });
    expect(JSON.parse(text)).toEqual({ text: evil });
  });

  it('keeps settings to the request that brought them', async () => {
    const read = { query: "SELECT value FROM system.settings WHERE name = 'max_threads' FORMAT TabSeparated" };
    expect((await send({ ...read, max_threads: '3' })).text).toBe('3\n');
    expect((await send(read)).text).not.toBe('3\n');
  });

  it('drops a batch that comes again under its token, and nothing after it', async () => {
    await send({}, 'CREATE TABLE d (id UInt64) ENGINE = MergeTree ORDER BY id SETTINGS non_replicated_deduplication_window = 100');
    const insert = (token: string, rows: string) =>
      send({ query: `INSERT INTO d SETTINGS insert_deduplication_token='${token}' FORMAT TabSeparated` }, rows);
    await insert('a', '1\n2\n');
    await insert('a', '1\n2\n');
    await send({ query: 'INSERT INTO d FORMAT TabSeparated' }, '1\n2\n');
    expect((await send({}, 'SELECT count() FROM d FORMAT TabSeparated')).text).toBe('4\n');
  });

  it('takes gzip, a database by name, and 64-bit integers as text', async () => {
    await send({}, 'CREATE DATABASE other');
    await send({ database: 'other' }, 'CREATE TABLE t (id UInt64) ENGINE = MergeTree ORDER BY id');
    const query = 'INSERT INTO t FORMAT JSONEachRow';
    await send({ database: 'other', query }, gzipSync('{"id":"18446744073709551615"}'), { 'content-encoding': 'gzip' });
    expect((await send({}, 'SELECT id FROM other.t FORMAT JSONEachRow')).text).toBe('{"id":"18446744073709551615"}\n');
  });

  it('streams a result that is larger than what it keeps', async () => {
    const { text } = await send({}, 'SELECT number FROM numbers(300000) FORMAT TabSeparated');
    expect(text.split('\n')).toHaveLength(300_001);
    expect(text.endsWith('299999\n')).toBe(true);
  });

  it.each([
    ['an unknown table', 'SELECT * FROM nowhere', {}, 404, '60'],
    ['a syntax error', 'SELEC 1', {}, 400, '62'],
    ['an unknown setting', 'SELECT 1', { no_such_setting: '1' }, 400, '115'],
    ['a setting that is no name', 'SELECT 1', { 'a;b': '1' }, 400, '115'],
    ['a database that is no name', 'SELECT 1', { database: 'a`b' }, 400, '36'],
    ['data in a format it does not take', 'x', { query: 'INSERT INTO d FORMAT Native' }, 500, '48'],
  ])('tells %s as a server does', async (_, body, query, status, code) => {
    const answer = await send(query as unknown as Record<string, string>, body);
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(answer.text).toMatch(new RegExp(`Code: ${code}\\. DB::Exception`));
  });

  it('refuses strangers', async () => {
    expect((await send({ query: 'SELECT 1' }, '', { authorization: 'Basic bm9ib2R5Og==' })).code).toBe('516');
    expect((await send({ query: 'SELECT 1' }, '', { authorization: '' })).status).toBe(401);
  });

  it('refuses a body over its limit without taking it in', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
    expect((await send({ query: 'INSERT INTO d FORMAT TabSeparated' }, bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
  });

  it('ends a query at the limit, whatever its sender asks for, while others go on', async () => {
    const slow = send({ query: 'SELECT count() FROM numbers_mt(1000000000000) WHERE sipHash64(number) = 1', max_execution_time: '600' });
    const quick = await send({}, 'SELECT 1 FORMAT TabSeparated');
    expect(quick.text).toBe('1\n');
    expect((await slow).code).toBe('159');
  });

  it('goes on after a client that left in the middle', async () => {
    const { origin } = new URL(server.url);
    const controller = new AbortController();
    const headers = { 'x-clickhouse-user': 'linqr', 'x-clickhouse-key': 'secret' };
    const left = fetch(origin, {
      method: 'POST',
      body: 'SELECT * FROM numbers(50000000) FORMAT TabSeparated',
      headers,
      signal: controller.signal,
    });
    const response = await left;
    await response.body!.getReader().read();
    controller.abort();
    expect((await send({}, 'SELECT 2 FORMAT TabSeparated')).text).toBe('2\n');
  });

  it('lets a second process on the same data fail with the reason', async () => {
    await expect(startClickhouse(options())).rejects.toThrow(/ClickHouse did not start: .*lock/i);
    expect(isAlive(server.pid)).toBe(true);
  });
});
