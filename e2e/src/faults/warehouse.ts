import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '@linqr/testing/product';

export interface Stored {
  rows: number;
  distinct: number;
  ids: Set<string>;
  /** Clicks each roll-up counts. */
  hour: number;
  day: number;
  lifetime: number;
}

/** What the product's warehouse holds of a workspace, in the raw table and in every roll-up. Throws while the engine is away. */
export function stored(product: Product, workspaceId: string): Promise<Stored> {
  const password = readFileSync(join(product.dataDir, 'secrets/clickhouse-password'), 'utf8').trim();
  return storedIn(`http://linqr:${encodeURIComponent(password)}@127.0.0.1:${product.ports['clickhouse']}`, workspaceId);
}

/** The same of any engine: `http://user:password@host:port`. */
export async function storedIn(clickhouseUrl: string, workspaceId: string): Promise<Stored> {
  const { origin, username, password } = new URL(clickhouseUrl);
  const ask = async <T>(sql: string): Promise<T[]> => {
    const response = await fetch(`${origin}/?${new URLSearchParams({ query: `${sql} FORMAT JSONEachRow`, param_ws: workspaceId })}`, {
      headers: { authorization: `Basic ${Buffer.from(`${username}:${decodeURIComponent(password)}`).toString('base64')}` },
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok) throw new Error(`ClickHouse answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
    const lines = (await response.text()).trim();
    return lines ? lines.split('\n').map((line) => JSON.parse(line) as T) : [];
  };
  const where = 'WHERE workspace_id = {ws:String}';
  const ids = await ask<{ id: string }>(`SELECT id FROM clicks_raw_v1 ${where}`);
  const sum = async (table: string) =>
    Number((await ask<{ n: string }>(`SELECT sum(clicks) AS n FROM ${table} ${where} AND scope = 'workspace'`))[0]?.n ?? 0);
  return {
    rows: ids.length,
    distinct: new Set(ids.map((row) => row.id)).size,
    ids: new Set(ids.map((row) => row.id)),
    hour: await sum('clicks_per_hour_v1'),
    day: await sum('clicks_per_day_v1'),
    lifetime: await sum('clicks_lifetime_v1'),
  };
}
