import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestClickhouse, testClickhouse } from '@linqr/testing/clickhouse';

let clickhouse: TestClickhouse;

async function send(sql: string, query: Record<string, string> = {}, url = clickhouse.url) {
  const { username, password, origin } = new URL(url);
  const response = await fetch(`${origin}/?${new URLSearchParams(query)}`, {
    method: 'POST',
    body: sql,
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
  });
  return { status: response.status, text: await response.text() };
}

describe('testClickhouse', () => {
  beforeAll(async () => {
    clickhouse = await testClickhouse();
  });
  afterAll(() => clickhouse.stop());

  it('keeps acknowledged rows over a kill', async () => {
    await send('CREATE TABLE kept (id UInt64) ENGINE = MergeTree ORDER BY id');
    expect((await send('{"id":"1"}\n{"id":"2"}', { query: 'INSERT INTO kept FORMAT JSONEachRow' })).status).toBe(200);
    await clickhouse.kill();
    await clickhouse.restart();
    expect((await send('SELECT count() FROM kept FORMAT TabSeparated')).text).toBe('2\n');
  });

  it('refuses a wrong password', async () => {
    const wrong = clickhouse.url.replace(/:[^:@/]+@/, ':wrong@');
    expect((await send('SELECT 1', {}, wrong)).status).toBe(401);
  });
});
