// Links edited, ended and deleted while all edges have them cached.
import { eventually } from '@linqr/testing/eventually';
import { quantile } from '../faults/load.js';
import { type Journal, visitor } from './load.js';
import type { Row } from './report.js';
import type { Stage } from './stage.js';
import { part } from './topology.js';
import { underLoad } from './under-load.js';

const ROUNDS = 8;
/** design/reliability.md, F12. */
const WITH_BUS_MS = 1_000;
const WITHOUT_BUS_MS = 60_000;

type Effective = { status: number; location: string | undefined };

/** What an edge answers now. A click it counts belongs into the journal. */
async function seen(stage: Stage, journal: Journal, host: 'a' | 'b' | 'c', path: string): Promise<Effective | undefined> {
  const answer = await stage.edges.send({ method: 'GET', path, headers: visitor(Date.now()), timeoutMs: 5_000 }, host);
  if (!('status' in answer)) return undefined;
  const id = answer.headers['x-click-id'];
  if (answer.status === 302 && id) journal.answered.add(String(id));
  return { status: answer.status, location: answer.headers.location };
}

/** Milliseconds from now until every edge answers so. */
async function everywhere(
  stage: Stage,
  journal: Journal,
  path: string,
  right: (now: Effective) => boolean,
  limitMs: number,
  intervalMs: number,
): Promise<number> {
  const startedMs = performance.now();
  await Promise.all(
    part('redirect').hosts.map((host) =>
      eventually(
        async () => {
          const now = await seen(stage, journal, host, path);
          return now !== undefined && right(now);
        },
        { timeoutMs: limitMs * 2, intervalMs },
      ),
    ),
  );
  return performance.now() - startedMs;
}

/** One link, made and known to every edge. */
async function cached(stage: Stage, journal: Journal): Promise<{ id: string; path: string }> {
  const made = await stage.api.must<{ id: string; shortUrl: string }>('POST', '/urls/shorten', {
    originalUrl: 'https://example.com/before',
  });
  const path = new URL(made.shortUrl).pathname;
  await everywhere(stage, journal, path, ({ status }) => status === 302, 30_000, 20);
  return { id: made.id, path };
}

const CHANGES = {
  edited: {
    change: (stage: Stage, id: string) => stage.api.must('PUT', `/urls/${id}`, { originalUrl: 'https://example.com/after' }),
    right: ({ location }: Effective) => location === 'https://example.com/after',
  },
  ended: {
    change: (stage: Stage, id: string) => stage.api.must('PUT', `/urls/${id}`, { expiresAt: '2020-01-01T00:00:00.000Z' }),
    right: ({ status }: Effective) => status === 410,
  },
  deleted: {
    change: (stage: Stage, id: string) => stage.api.must('DELETE', `/urls/${id}`),
    right: ({ status }: Effective) => status === 410,
  },
};

export function f12Changes(stage: Stage): Promise<Row> {
  return underLoad(stage, {
    id: 'F12',
    fault: 'links edited, ended and deleted while cached on all three edges',
    async disturb(journal) {
      const withBus: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        for (const { change, right } of Object.values(CHANGES)) {
          const { id, path } = await cached(stage, journal);
          await change(stage, id);
          withBus.push(await everywhere(stage, journal, path, right, WITH_BUS_MS * 10, 10));
        }
      }
      const links = await Promise.all(Object.values(CHANGES).map(() => cached(stage, journal)));
      for (const broker of stage.kafka.brokers) broker.signal('SIGSTOP');
      let withoutBus: number[];
      try {
        withoutBus = await Promise.all(
          Object.values(CHANGES).map(async ({ change, right }, i) => {
            await change(stage, links[i]!.id);
            return everywhere(stage, journal, links[i]!.path, right, WITHOUT_BUS_MS, 500);
          }),
        );
      } finally {
        for (const broker of stage.kafka.brokers) broker.signal('SIGCONT');
      }
      await stage.kafka.whole();
      const worst = Math.max(...withBus);
      const worstWithout = Math.max(...withoutBus);
      return {
        told: `${withBus.length} changes with the bus up: effective on all edges after p50 ${quantile(withBus, 0.5).toFixed(0)} ms, worst ${worst.toFixed(0)} ms (limit 1 s); with all brokers frozen: edited, ended, deleted after ${withoutBus.map((ms) => (ms / 1_000).toFixed(1)).join(', ')} s (limit 60 s)`,
        held: worst <= WITH_BUS_MS && worstWithout <= WITHOUT_BUS_MS,
      };
    },
  });
}
