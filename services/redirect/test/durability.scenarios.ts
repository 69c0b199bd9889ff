// What the edge promises on any bus, at a small scale; `npm run test:faults` is the large one.
import { readdirSync } from 'node:fs';
import { expect } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import type { ClickLedger } from './click.ledger.js';
import { SHORT_DOMAIN, spoolFolder, startEdgeProcess } from './edge.process.js';
import { type Resolver, someLink } from './resolver.js';
import { Visitors } from './visitors.js';

export const slugs = Array.from({ length: 40 }, (_, i) => `slug-${i}`);

/** Links of all `slugs`. */
export function addLinks(resolver: Resolver): void {
  for (const slug of slugs) resolver.links.set(`${SHORT_DOMAIN}/${slug}`, someLink(SHORT_DOMAIN, slug));
}

/** The oracle: all that was answered is there, once. */
export async function expectAllCounted(ledger: ClickLedger, ids: string[], timeoutMs = 20_000): Promise<void> {
  await eventually(() => ids.every((id) => ledger.clicks.has(id)), { timeoutMs, intervalMs: 100 });
  expect(new Set(ids).size).toBe(ids.length);
  expect(ledger.faults).toEqual([]);
}

export interface Setting {
  resolverPort: number;
  busUrl: string;
  ledger: ClickLedger;
}

/** F1: the edge is killed again and again under load. */
export async function killedAgainAndAgain({ ledger, ...where }: Setting): Promise<void> {
  const spoolDir = spoolFolder();
  const start = () => startEdgeProcess({ ...where, spoolDir });
  let edge = await start();
  const visitors = new Visitors(() => edge.port, slugs, 16);
  for (let round = 0; round < 4; round++) {
    const before = visitors.clickIds.length;
    await eventually(() => visitors.clickIds.length > before + 1_500, { timeoutMs: 20_000 });
    await edge.kill();
    edge = await start();
  }
  const before = visitors.clickIds.length;
  await eventually(() => visitors.clickIds.length > before + 500);
  await visitors.stop();
  await expectAllCounted(ledger, visitors.clickIds);
  expect(new Set(visitors.others)).toEqual(new Set());
  expect(visitors.clickIds.length).toBeGreaterThan(6_500);
  expect(await edge.stop()).toBe(0);
  // Nothing of the four that were killed is left behind, nor of the one that was stopped.
  expect(readdirSync(spoolDir).filter((name) => name.startsWith('edge-'))).toEqual([]);
}

/** F2: the bus goes away under load and comes back. */
export async function busGoesAway(
  { ledger, ...where }: Setting,
  bus: { away: () => Promise<void>; back: () => Promise<void> },
): Promise<void> {
  const edge = await startEdgeProcess({ ...where, spoolDir: spoolFolder() });
  const visitors = new Visitors(() => edge.port, slugs, 8, 1);
  try {
    await eventually(() => visitors.clickIds.length > 200);
    await bus.away();
    const before = visitors.clickIds.length;
    await eventually(() => visitors.clickIds.length > before + 3_000, { timeoutMs: 20_000 });
    expect(await edge.metric('linqr_edge_spool_oldest_seconds')).toBeGreaterThan(0.5);
    await bus.back();
    await eventually(async () => (await edge.metric('linqr_edge_spool_oldest_seconds')) < 2, { timeoutMs: 30_000 });
    await visitors.stop();
    expect([visitors.failures, visitors.others]).toEqual([0, []]);
    await expectAllCounted(ledger, visitors.clickIds);
  } finally {
    await visitors.stop();
    await edge.stop();
  }
}
