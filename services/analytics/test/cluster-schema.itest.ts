// The DDL of a cluster, as far as one engine without Keeper can judge it: its own parser reads every statement, and the
// tables exist with the columns of a single server once replication is taken out.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestClickhouse, testClickhouse } from '@linqr/testing/clickhouse';
import { renderStatements } from '../src/warehouse/schema.template.js';

const folder = join(__dirname, '../migrations');
const files = readdirSync(folder).sort();
const variables = { rawRetentionDays: 400, ledgerRetentionDays: 40 };
const cluster = files.flatMap((file) => renderStatements(readFileSync(join(folder, file), 'utf8'), { ...variables, cluster: 'linqr' }));
const single = files.flatMap((file) => renderStatements(readFileSync(join(folder, file), 'utf8'), variables));

let clickhouse: TestClickhouse;
beforeAll(async () => {
  clickhouse = await testClickhouse();
}, 60_000);
afterAll(() => clickhouse?.stop(), 30_000);

async function run(sql: string, database = 'default'): Promise<string> {
  const { origin, username, password } = new URL(clickhouse.url);
  const response = await fetch(`${origin}/?database=${database}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    body: sql,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

describe("a cluster's tables", () => {
  it("are read by ClickHouse's own parser, on every node", async () => {
    expect(cluster.length).toBeGreaterThan(single.length);
    const parsed = (statement: string) => run(`SELECT formatQuery($q$${statement}$q$) FORMAT TSVRaw`);
    for (const statement of cluster) {
      const said = await parsed(statement);
      expect(said).toMatch(/^(CREATE|INSERT) /);
      if (!statement.startsWith('INSERT')) expect(said).toContain('ON CLUSTER linqr');
    }
    await expect(parsed('CREATE TABLE a ON CLUSTER `linqr` (b String CODEC()) ENGINE = ')).rejects.toThrow(/[Ss]yntax/);
  });

  it('have the columns, keys and views of a single server', async () => {
    await run('CREATE DATABASE one');
    await run('CREATE DATABASE many');
    for (const statement of single) if (!statement.startsWith('INSERT')) await run(statement, 'one');
    for (const statement of cluster) {
      if (statement.startsWith('INSERT') || / ENGINE = Distributed\(/.test(statement)) continue;
      const plain = statement
        .replaceAll('ON CLUSTER `linqr`', '')
        .replace(/Replicated(\w*MergeTree)\('[^']*', '\{replica\}'(?:, )?/, '$1(')
        .replace(
          /replicated_deduplication_window = (\d+), replicated_deduplication_window_seconds = \d+/,
          'non_replicated_deduplication_window = $1',
        );
      expect(plain).not.toMatch(/Replicated|ON CLUSTER/);
      await run(plain, 'many');
    }
    const shape = (database: string) =>
      run(
        `SELECT replaceRegexpOne(t.name, '_local$', ''), t.engine, t.partition_key, t.sorting_key, groupArray((c.name, c.type))
           FROM system.tables t LEFT JOIN (SELECT * FROM system.columns ORDER BY position) c ON c.database = t.database AND c.table = t.name
          WHERE t.database = '${database}' GROUP BY ALL ORDER BY 1 FORMAT JSONEachRow`,
      );
    const one = await shape('one');
    expect(one.split('\n').length).toBeGreaterThan(8);
    expect(await shape('many')).toBe(one);
  });

  it('each have a distributed one in front, sharded by workspace, so that a visitor and a roll-up are never split', () => {
    const locals = cluster.flatMap((statement) => /^CREATE TABLE IF NOT EXISTS (\w+)_local /.exec(statement)?.[1] ?? []);
    const fronts = cluster.flatMap(
      (statement) =>
        /^CREATE TABLE IF NOT EXISTS (\w+) .* ENGINE = Distributed\(.*, (\w+\(.*\)|\S+)\)$/.exec(statement)?.slice(1, 3).join(' by ') ?? [],
    );
    expect(locals.length).toBeGreaterThan(4);
    expect(fronts.filter((front) => front.endsWith('cityHash64(workspace_id)')).length).toBeGreaterThan(3);
    expect(locals.filter((local) => !fronts.some((front) => front.startsWith(`${local} by `)))).toEqual([]);
  });
});
