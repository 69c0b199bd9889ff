import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '@linqr/testing/product';

/** Rows of one question to the product's own engine; `params` fill `{name:Type}`. */
export async function askWarehouse<T>(product: Product, sql: string, params: Record<string, string> = {}): Promise<T[]> {
  const password = readFileSync(join(product.dataDir, 'secrets/clickhouse-password'), 'utf8').trim();
  const query = new URLSearchParams({ query: `${sql} FORMAT JSONEachRow` });
  for (const [name, value] of Object.entries(params)) query.set(`param_${name}`, value);
  const response = await fetch(`http://127.0.0.1:${product.ports['clickhouse']}/?${query}`, {
    headers: { authorization: `Basic ${Buffer.from(`linqr:${password}`).toString('base64')}` },
    signal: AbortSignal.timeout(20_000),
  });
  if (!response.ok) throw new Error(`ClickHouse answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
  const lines = (await response.text()).trim();
  return lines ? lines.split('\n').map((line) => JSON.parse(line) as T) : [];
}
