// The judge: journals against what is stored. Every answered click once, in the raw table and in every roll-up; every
// acknowledged write there.
import { eventually } from '@linqr/testing/eventually';
import { type Stored, storedIn } from '../faults/warehouse.js';
import type { ApiJournal } from './api-load.js';
import type { Journal } from './load.js';
import type { Stage } from './stage.js';

/** How long the pipeline has to catch up once it is healthy (design/reliability.md, the promise). */
const CATCH_UP_MS = 60_000;

export interface ClickVerdict {
  answered: number;
  lost: number;
  double: number;
  /** Clicks each roll-up counts more or less than the raw table: hour, day, lifetime. */
  off: number[];
  /** Recorded, but the answer never arrived (a try that broke): not promised, not counted twice. */
  extra: number;
  caughtUpSeconds: number;
  exact: boolean;
}

/** What is stored once nothing more comes in. */
export async function settled({ stores, api }: Stage): Promise<Stored> {
  let last = -1;
  return eventually(
    async () => {
      const now = await storedIn(stores.clickhouseUrl, api.workspaceId);
      const same = now.rows === last;
      last = now.rows;
      return same ? now : false;
    },
    { timeoutMs: CATCH_UP_MS, intervalMs: 1_500 },
  );
}

export async function judgeClicks({ stores, api }: Stage, before: Stored, journal: Journal): Promise<ClickVerdict> {
  const healthyMs = performance.now();
  let after = before;
  const lost = () => [...journal.answered].filter((id) => !after.ids.has(id)).length;
  const off = () => [after.hour, after.day, after.lifetime].map((n) => n - after.rows);
  const exact = await eventually(
    async () => {
      after = await storedIn(stores.clickhouseUrl, api.workspaceId);
      return lost() === 0 && after.rows === after.distinct && off().every((n) => n === 0);
    },
    { timeoutMs: CATCH_UP_MS, intervalMs: 250 },
  ).catch(() => false);
  return {
    answered: journal.answered.size,
    lost: lost(),
    double: after.rows - after.distinct,
    off: off(),
    extra: after.rows - before.rows - journal.answered.size,
    caughtUpSeconds: (performance.now() - healthyMs) / 1_000,
    exact: exact === true,
  };
}

/** Ids of links whose destination is not the one acknowledged last. */
export async function lostWrites({ api }: Stage, journal: ApiJournal): Promise<string[]> {
  const lost: string[] = [];
  for (const [id, destination] of journal.written) {
    const link = await api.call<{ originalUrl: string }>('GET', `/urls/${id}`);
    const right = journal.unsure.get(id) ?? [destination];
    if (!link.ok || !right.includes(link.data.originalUrl)) lost.push(id);
  }
  return lost;
}
