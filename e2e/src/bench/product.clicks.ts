// Clicks of a running product: what one costs from the socket to the roll-ups, and how soon it is visible.
import { setTimeout as sleep } from 'node:timers/promises';
import { loadAverage } from '@linqr/testing/accounting';
import { eventually } from '@linqr/testing/eventually';
import type { Product } from '@linqr/testing/product';
import { quantile } from '../faults/load.js';
import { PHONE } from '../person.js';
import { generateLoad } from './generator.js';
import type { Row } from './row.js';
import { type Stage, startAccounting } from './stage.js';
import { askWarehouse } from './warehouse.js';

const RATE = 10_000;
/** Lag may wander by this much of what came meanwhile before it counts as growing. */
const STEADY = 0.05;
/** The parts a click passes through; the rest of the product is idle meanwhile and listed beside them. */
const PATH = ['redirect', 'postgres', 'analytics', 'clickhouse'] as const;

async function storedClicks(product: Product): Promise<number> {
  const [row] = await askWarehouse<{ n: string }>(product, 'SELECT count() AS n FROM clicks_raw_v1');
  return Number(row?.n ?? 0);
}

/**
 * A steady load on the edge; how much of it is in the warehouse is looked at every half second. Sustained is what was stored
 * a second in the later half; lag grows where that is less than what was answered.
 */
export async function lifeOfAClick({ product, quick }: Stage, urls: string[]): Promise<Row[]> {
  const durationS = quick ? 10 : 24;
  const { port, host } = new URL(product.shortUrl);
  const paths = urls.slice(0, 200).map((url) => new URL(url).pathname);
  const load = { port: Number(port), host, paths, connections: 64 };
  await generateLoad({ ...load, durationS: 2, rate: 2_000 });
  const before = await settled(product);
  const idleFor = startAccounting(product);
  await sleep(3_000);
  const idle = idleFor()['all']! / 3;

  const spent = startAccounting(product);
  const started = performance.now();
  const samples: { at: number; stored: number }[] = [];
  let going = true;
  const watching = (async () => {
    while (going) {
      samples.push({ at: (performance.now() - started) / 1_000, stored: (await storedClicks(product)) - before });
      await sleep(500);
    }
  })();
  const result = await generateLoad({ ...load, durationS, rate: RATE, afterS: 2 });
  going = false;
  await watching;
  const loadedS = (performance.now() - started) / 1_000;
  const all = (await settled(product)) - before;
  const cpu = spent();
  const wholeS = (performance.now() - started) / 1_000;

  const answered = result.requests / loadedS;
  const half = samples.filter(({ at }) => at >= durationS / 2 && at <= durationS);
  const [first, last] = [half[0]!, half.at(-1)!];
  const sustained = (last.stored - first.stored) / (last.at - first.at);
  const lag = Math.max(0, answered * last.at - last.stored);
  const grows = sustained < answered * (1 - STEADY);
  const micros = (name: string) => (cpu[name] ?? 0) / all;
  const parts = PATH.map((name) => `${name} ${micros(name).toFixed(1)}`).join(', ');
  const whole = `${micros('all').toFixed(1)} µs with every other process of the product, ${(idle / 1_000).toFixed(0)} ms a second of which it takes idle (${wholeS.toFixed(0)} s)`;
  return [
    {
      what: 'life of a click (edge, bus, enrichment, ClickHouse): CPU a click',
      value: Number(PATH.reduce((sum, name) => sum + micros(name), 0).toFixed(1)),
      unit: 'µs',
      most: 100,
      note: `${parts}; ${all} clicks; ${whole}`,
      load: loadAverage(),
    },
    {
      what: 'clicks a second from 302 to stored, lag not growing',
      value: Math.round(grows ? sustained : Math.min(sustained, answered)),
      unit: 'clicks/s',
      // What was asked for is all that can be reached; a tick's rounding is not a miss.
      least: RATE * (1 - STEADY),
      note: `asked ${RATE}, answered ${Math.round(answered)}, errors ${result.errors}; lag at the end ${Math.round(lag)} clicks (${((lag / answered) * 1_000).toFixed(0)} ms)${grows ? ', growing' : ''}; redirect p50 ${result.p50} ms, p99 ${result.p99} ms; generator on the same cores`,
      load: loadAverage(),
    },
  ];
}

/** The count once it has not moved for a second. */
async function settled(product: Product): Promise<number> {
  let known = -1;
  let since = performance.now();
  await eventually(
    async () => {
      const now = await storedClicks(product);
      if (now !== known) since = performance.now();
      known = now;
      return performance.now() - since > 1_000;
    },
    { timeoutMs: 60_000, intervalMs: 200 },
  );
  return known;
}

/** From the 302 a visitor has received to the click's row, at a modest rate; seen to some 20 ms. */
export async function freshness({ product, quick }: Stage, urls: string[]): Promise<Row[]> {
  const clicks = quick ? 40 : 120;
  const answeredAt = new Map<string, number>();
  const delays: number[] = [];
  const url = urls[0]!;
  const since = new Date(Date.now() - 1_000).toISOString().slice(0, 19).replace('T', ' ');
  const look = async () => {
    const rows = await askWarehouse<{ id: string }>(product, 'SELECT id FROM clicks_raw_v1 WHERE clicked_at >= {since:DateTime}', {
      since,
    });
    const now = performance.now();
    for (const { id } of rows) {
      const at = answeredAt.get(id);
      if (at === undefined) continue;
      delays.push(Math.max(0, now - at));
      answeredAt.delete(id);
    }
  };
  let sending = true;
  const send = (async () => {
    for (let i = 0; i < clicks; i++) {
      const answer = await fetch(url, {
        redirect: 'manual',
        headers: { 'user-agent': PHONE, 'x-forwarded-for': `8.8.${i >> 8}.${i & 255}` },
      });
      answeredAt.set(answer.headers.get('x-click-id') ?? '', performance.now());
      await sleep(50 + Math.random() * 100);
    }
    sending = false;
  })();
  for (let until = performance.now() + 60_000; (sending || answeredAt.size > 0) && performance.now() < until; ) {
    await look();
    await sleep(15);
  }
  await send;
  const note = `${delays.length} of ${clicks} clicks, ten a second`;
  return [0.5, 0.99].map((share) => ({
    what: `freshness, 302 to visible in ClickHouse: p${share * 100}`,
    value: Math.round(quantile(delays, share)),
    unit: 'ms',
    most: 2_000,
    note,
    load: loadAverage(),
  }));
}
