import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { newId } from '@linqr/platform/ids';
import { eventually } from '@linqr/testing/eventually';
import { create, publishLink, startWebhook, type TestWebhook } from './harness.js';
import { Receiver } from './receiver.js';

/** As many as the suite has time for; `npm run fairness` queues a million, the size of design row F15. */
const QUEUED = Number(process.env['FAIRNESS_QUEUED'] ?? 20_000);
/** A million rows take their time to be written. */
const TIMEOUT_MS = 120_000 + QUEUED / 4;
const SMALL = 100;

let test: TestWebhook;
let busy: Receiver;
let small: Receiver;
beforeAll(async () => {
  test = await startWebhook();
  // As slow as a receiver over the internet.
  busy = await new Receiver((_, response) => void setTimeout(() => response.end(), 50)).listen();
  small = await new Receiver().listen();
}, 60_000);
afterAll(async () => {
  await test?.stop();
  await busy?.close();
  await small?.close();
}, 60_000);

/** Rows of the queue that were read by going through all of it instead of by an index. */
async function readThrough(): Promise<number> {
  const [row] = await test.sql<{ count: string }>(`select seq_tup_read as count from pg_stat_user_tables where relname = 'deliveries'`);
  return Number(row!.count);
}

async function queue(webhookId: string, count: number): Promise<void> {
  const body = JSON.stringify({ type: 'link_created', timestamp: new Date().toISOString(), data: {} });
  await test.sql(
    `insert into deliveries (id, endpoint_id, event_id, event, body, max_round, next_attempt_at, created_at, queued_at)
     select $1 || n, $2, $1 || n, 'link_created', $3, 11, now() - interval '1 hour', now(), now() from generate_series(1, $4) n`,
    [newId('dlv'), webhookId, body, count],
  );
  await test.sql('analyze deliveries');
}

it(
  `${SMALL} small tenants' deliveries are made within 5 s (p95) beside one with ${QUEUED} queued`,
  async () => {
    const big = await test.professional();
    const tenants: Actor[] = [];
    for (let i = 0; i < SMALL; i++) {
      const actor = await test.professional();
      await create(test, actor, { url: small.url(`/${actor.workspaceId}`) });
      tenants.push(actor);
    }
    const began = performance.now();
    for (let i = 0; i < 4; i++) await queue((await create(test, big, { url: busy.url(`/${i}`) })).id, QUEUED / 4);
    const queuedMs = performance.now() - began;
    await eventually(() => busy.received.length > 50, { timeoutMs: 20_000 });
    const readBefore = await readThrough();
    const publishedAt = new Map<string, number>();
    for (const { workspaceId } of tenants) {
      publishedAt.set(workspaceId, performance.now());
      await publishLink(test, workspaceId);
    }
    await eventually(() => small.received.length === SMALL, { timeoutMs: 60_000 });
    const delays = small.received.map(({ path, atMs }) => atMs - publishedAt.get(path.slice(1))!).sort((a, b) => a - b);
    const p95 = delays[Math.floor(SMALL * 0.95)]!;
    const read = (await readThrough()) - readBefore;
    const left = Number((await test.sql<{ count: string }>(`select count(*) from deliveries where status = 'pending'`))[0]!.count);
    process.stdout.write(
      `fairness: ${QUEUED.toLocaleString('en')} queued in ${Math.round(queuedMs)} ms; first attempt p50 ${Math.round(delays[SMALL / 2]!)} ms, p95 ${Math.round(p95)} ms, ${left} of the big tenant's still queued, ${read} rows read without an index\n`,
    );
    expect(left).toBeGreaterThan(QUEUED / 4);
    expect(p95).toBeLessThan(5_000);
    // However many one has queued, nobody's look goes through them; housekeeping may, now and then.
    expect(read).toBeLessThan(QUEUED * 5);
    // The big one has its share and no more.
    expect(busy.mostUnderWay).toBeLessThanOrEqual(16);
    expect(busy.mostUnderWay).toBeGreaterThan(8);
  },
  TIMEOUT_MS,
);
