import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@linqr/testing/eventually';
import type { TestKafka } from '@linqr/testing/kafka';
import type { Product } from '@linqr/testing/product';
import type { Account } from '../account.js';
import { type Journal, quantile, startLoad } from './load.js';
import { freeze, postmasterOf, withChildren } from './process-tree.js';
import { type Stored, stored } from './warehouse.js';

export interface Stage {
  product: Product;
  account: Account;
  workspaceId: string;
  /** Short URLs under load. */
  urls: string[];
  rate: number;
  /** Chooses moments; repeats with the same seed. */
  random: () => number;
  /** The spool is on a disk of its own that can get full. */
  spoolIsDisk: boolean;
  /** With --bus kafka: the broker. */
  kafka?: NonNullable<TestKafka['control']>;
}

export interface Row {
  id: string;
  fault: string;
  /** Figures of the run, in words. */
  result: string;
  passed: boolean;
}

/** How long the pipeline has to catch up once it is healthy (design/reliability.md, the promise). */
const CATCH_UP_MS = 60_000;

/** What is stored once nothing more comes in. */
export async function settled(stage: Stage): Promise<Stored> {
  let last = -1;
  return eventually(
    async () => {
      const now = await stored(stage.product, stage.workspaceId);
      const same = now.rows === last;
      last = now.rows;
      return same ? now : false;
    },
    { timeoutMs: CATCH_UP_MS, intervalMs: 1_500 },
  );
}

/** Every link into the cache of every process of the edge: the promise is about known links. */
export async function warm(urls: string[]): Promise<void> {
  let good = 0;
  await eventually(
    async () => {
      const answers = await Promise.all(
        urls.map((url) => fetch(url, { redirect: 'manual', headers: { connection: 'close' } }).then((a) => a.status)),
      );
      good = answers.every((status) => status === 302) ? good + 1 : 0;
      return good >= 6;
    },
    { timeoutMs: CATCH_UP_MS },
  );
}

/** Load while `disturb` runs; then every answered click must be stored once, in the raw table and in every roll-up. */
export async function underLoad(stage: Stage, disturb: () => Promise<string>): Promise<{ text: string; exact: boolean; journal: Journal }> {
  await warm(stage.urls);
  const before = await settled(stage);
  const load = startLoad({ urls: stage.urls, rate: stage.rate, connections: 64 });
  const told = await disturb();
  const journal = await load.stop();
  const healthyAt = Date.now();
  let after: Stored = before;
  const lost = () => [...journal.answered].filter((id) => !after.ids.has(id)).length;
  const exact = await eventually(
    async () => {
      after = await stored(stage.product, stage.workspaceId);
      return lost() === 0 && after.rows === after.distinct && [after.hour, after.day, after.lifetime].every((n) => n === after.rows);
    },
    { timeoutMs: CATCH_UP_MS, intervalMs: 250 },
  ).catch(() => false);
  const caughtUpSeconds = (Date.now() - healthyAt) / 1_000;
  const refused = [...journal.refused].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none';
  const extra = after.rows - before.rows - journal.answered.size;
  const text = [
    told,
    `${journal.answered.size} answered, ${lost()} lost, ${after.rows - after.distinct} double (roll-ups ${[after.hour, after.day, after.lifetime].map((n) => n - after.rows).join('/')} off)`,
    `${extra} recorded whose answer never arrived, ${journal.broken} connections broken, refused: ${refused}`,
    `p50 ${quantile(journal.latenciesMs, 0.5).toFixed(1)} ms, p99 ${quantile(journal.latenciesMs, 0.99).toFixed(1)} ms; caught up ${caughtUpSeconds.toFixed(1)} s after`,
  ].join('; ');
  return { text, exact, journal };
}

/** Kills a part again and again; each time it is back before the next. */
async function killRepeatedly({ product, random }: Stage, name: string, times: number, pauseMs: number): Promise<string> {
  for (let i = 0; i < times; i++) {
    await delay(pauseMs * (0.5 + random()));
    const before = product.processes()[name];
    await product.killPart(name);
    await eventually(() => product.processes()[name] !== undefined && product.processes()[name] !== before, { timeoutMs: 60_000 });
  }
  await delay(pauseMs);
  return `${times} kills`;
}

export const noRefusals = (journal: Journal) => journal.refused.size === 0;

/** Kills one of the edge's processes after the other while the rest go on answering. */
async function killEdgeProcesses({ product, random }: Stage, times: number): Promise<string> {
  const workers = () => withChildren(product.processes()['redirect']!).slice(1);
  const expected = workers().length;
  for (let i = 0; i < times; i++) {
    await delay(1_000 + random() * 1_000);
    const victim = workers()[i % expected];
    if (victim !== undefined) process.kill(victim, 'SIGKILL');
    await eventually(() => workers().length === expected && !workers().includes(victim ?? -1), { timeoutMs: 60_000 });
  }
  await delay(2_000);
  return `${times} kills of ${expected} edge processes`;
}

export async function f1EdgeKilled(stage: Stage): Promise<Row> {
  const { text, exact, journal } = await underLoad(stage, () => killEdgeProcesses(stage, 12));
  return { id: 'F1', fault: 'kill -9 the edge under load', result: text, passed: exact && noRefusals(journal) };
}

export async function f1WholeEdgeKilled(stage: Stage): Promise<Row> {
  const { text, exact, journal } = await underLoad(stage, () => killRepeatedly(stage, 'redirect', 2, 3_000));
  return { id: 'F1', fault: 'kill -9 the whole edge, supervisor included', result: text, passed: exact && noRefusals(journal) };
}

export async function f2BusFrozen(stage: Stage): Promise<Row> {
  const { text, exact, journal } = await underLoad(stage, async () => {
    await delay(3_000);
    const thaw = freeze(postmasterOf(stage.product));
    await delay(30_000);
    thaw();
    await delay(3_000);
    return 'PostgreSQL (bus and every store of links) frozen for 30 s';
  });
  return {
    id: 'F2/F9',
    fault: 'bus and PostgreSQL down under load',
    result: text,
    passed: exact && noRefusals(journal) && journal.broken === 0,
  };
}

export async function f4WriterKilled(stage: Stage): Promise<Row> {
  const { text, exact, journal } = await underLoad(stage, () => killRepeatedly(stage, 'analytics', 8, 3_000));
  return {
    id: 'F4',
    fault: 'kill -9 the analytics writer under load',
    result: text,
    passed: exact && noRefusals(journal) && journal.broken === 0,
  };
}

export async function f7EngineKilled(stage: Stage): Promise<Row> {
  const { text, exact, journal } = await underLoad(stage, async () => {
    const kills = await killRepeatedly(stage, 'clickhouse', 4, 3_000);
    const thaw = freeze(stage.product.processes()['clickhouse']!);
    await delay(15_000);
    thaw();
    return `${kills}, then frozen for 15 s`;
  });
  return {
    id: 'F7',
    fault: 'ClickHouse killed and frozen under load',
    result: text,
    passed: exact && noRefusals(journal) && journal.broken === 0,
  };
}

export async function f9UnknownLinks(stage: Stage): Promise<Row> {
  const origin = new URL(stage.urls[0]!).origin;
  const thaw = freeze(postmasterOf(stage.product));
  const statuses: string[] = [];
  try {
    for (let i = 0; i < 5; i++) {
      const answer = await fetch(`${origin}/unseen${i}`, { redirect: 'manual', signal: AbortSignal.timeout(20_000) });
      statuses.push(`${answer.status}${answer.headers.has('retry-after') ? ' with Retry-After' : ''}`);
    }
  } finally {
    thaw();
  }
  const kinds = [...new Set(statuses)];
  return {
    id: 'F9',
    fault: 'unknown links while PostgreSQL is down',
    result: `5 asked: ${kinds.join(', ')}`,
    passed: kinds.length === 1 && kinds[0] === '503 with Retry-After',
  };
}

export async function f12Edits(stage: Stage): Promise<Row> {
  const delaysMs: number[] = [];
  const { body } = await stage.account.call<{ id: string; shortUrl: string }>('POST', '/urls/shorten', {
    originalUrl: 'https://example.com/0',
  });
  const location = async () =>
    (await fetch(body.data.shortUrl, { redirect: 'manual', headers: { connection: 'close' } })).headers.get('location');
  for (let i = 0; i < 20; i++) await location();
  for (let i = 1; i <= 20; i++) {
    await stage.account.call('PUT', `/urls/${body.data.id}`, { originalUrl: `https://example.com/${i}` });
    const editedAt = performance.now();
    // New connections land on any of the edge's processes: all of them must know.
    await eventually(
      async () => {
        for (let look = 0; look < 6; look++) if ((await location()) !== `https://example.com/${i}`) return false;
        return true;
      },
      { timeoutMs: 10_000, intervalMs: 5 },
    );
    delaysMs.push(performance.now() - editedAt);
  }
  const worst = Math.max(...delaysMs);
  return {
    id: 'F12',
    fault: 'link edited while cached on two edge processes',
    result: `20 edits: effective after p50 ${quantile(delaysMs, 0.5).toFixed(0)} ms, worst ${worst.toFixed(0)} ms`,
    passed: worst <= 1_000,
  };
}

export async function f13RollingRestart(stage: Stage): Promise<Row> {
  const parts = ['billing', 'auth', 'link', 'qr', 'webhook', 'analytics', 'gateway', 'mailbox'];
  const { text, exact, journal } = await underLoad(stage, async () => {
    for (const name of parts) {
      const pid = stage.product.processes()[name]!;
      process.kill(pid, 'SIGTERM');
      await eventually(() => (stage.product.processes()[name] ?? pid) !== pid, { timeoutMs: 60_000 });
      await delay(1_000);
    }
    return `${parts.length} parts restarted one by one`;
  });
  return {
    id: 'F13',
    fault: 'rolling restart of everything behind the edge under load',
    result: text,
    passed: exact && noRefusals(journal) && journal.broken === 0,
  };
}
