import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Product } from '@linqr/testing/product';

const SQL = `SELECT dateDiff('millisecond', min(last), now64(3)) / 1000 AS age, count() AS links FROM
  (SELECT slug, max(clicked_at) AS last FROM clicks_raw_v1 WHERE slug IN {slugs:Array(String)} GROUP BY slug) FORMAT JSONEachRow`;

/**
 * Watches links that are under load all the time: the longest, in seconds, that the newest stored click of any of them lay
 * back. A link's clicks travel in one partition, so a partition on which nobody works shows here.
 */
export function watchStandstill(product: Product, urls: string[]): { stop: () => Promise<number> } {
  const slugs = `[${urls.map((url) => `'${new URL(url).pathname.slice(1)}'`).join()}]`;
  const password = readFileSync(join(product.dataDir, 'secrets/clickhouse-password'), 'utf8').trim();
  const url = `http://127.0.0.1:${product.ports['clickhouse']}/?${new URLSearchParams({ query: SQL, param_slugs: slugs })}`;
  const headers = { authorization: `Basic ${Buffer.from(`linqr:${password}`).toString('base64')}` };
  let worst = 0;
  let looks = 0;
  let running = true;
  const watching = (async () => {
    while (running) {
      const answer = await fetch(url, { headers, signal: AbortSignal.timeout(20_000) });
      if (!answer.ok) throw new Error(`ClickHouse answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
      const { age, links } = (await answer.json()) as { age: number; links: string };
      if (Number(links) !== urls.length) throw new Error(`${links} of ${urls.length} links have clicks`);
      worst = Math.max(worst, age);
      looks++;
      await delay(500);
    }
  })();
  watching.catch(() => {}); // stop() tells
  return {
    async stop() {
      running = false;
      await watching;
      if (looks === 0) throw new Error('nothing was looked at');
      return worst;
    },
  };
}
