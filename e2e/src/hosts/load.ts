// Redirects at a steady rate through all edges, each answered click in the journal.
import type { Balancer } from './balancer.js';
import { SHORT_ORIGIN } from './topology.js';

export interface Journal {
  /** Ids of clicks whose 302 arrived. */
  answered: Set<string>;
  sent: number;
  /** Final answers other than 302, and requests that got none at any edge, in words with their count. */
  failed: Map<string, number>;
  /** Tries that broke and were made again at another edge, by what broke. */
  retried: Map<string, number>;
  latenciesMs: number[];
  /** Answers by host. */
  byHost: Map<string, number>;
}

export interface RunningLoad {
  journal: Journal;
  stop: () => Promise<Journal>;
}

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';
const MAX_IN_FLIGHT = 2_000;
const ANSWER_TIMEOUT_MS = 4_000;

export const visitor = (n: number) => ({
  host: new URL(SHORT_ORIGIN).host,
  'user-agent': PHONE,
  'x-forwarded-for': `8.${(n >> 8) & 255}.${n & 255}.8`,
});

export const count = (map: Map<string, number>, what: string) => map.set(what, (map.get(what) ?? 0) + 1);

export function startLoad(edges: Balancer, paths: readonly string[], rate: number): RunningLoad {
  const journal: Journal = {
    answered: new Set(),
    sent: 0,
    failed: new Map(),
    retried: new Map(),
    latenciesMs: [],
    byHost: new Map(),
  };
  const inFlight = new Set<Promise<void>>();
  const started = performance.now();
  let due = 0;

  const visit = async (n: number) => {
    const at = performance.now();
    const outgoing = { method: 'GET', path: paths[n % paths.length]!, headers: visitor(n), timeoutMs: ANSWER_TIMEOUT_MS };
    const answer = await edges.send(outgoing);
    for (const what of answer.before) count(journal.retried, what);
    if (!('status' in answer)) count(journal.failed, 'no answer');
    else if (answer.status !== 302) count(journal.failed, `${answer.status} from ${answer.host}`);
    else {
      journal.answered.add(String(answer.headers['x-click-id']));
      count(journal.byHost, answer.host);
      journal.latenciesMs.push(performance.now() - at);
    }
  };
  const timer = setInterval(() => {
    due = Math.floor(((performance.now() - started) / 1_000) * rate);
    // What could not be sent in time is not made up for: the rate is an upper bound.
    if (due - journal.sent > rate) journal.sent = due - rate;
    while (journal.sent < due && inFlight.size < MAX_IN_FLIGHT) {
      const one: Promise<void> = visit(journal.sent++).finally(() => inFlight.delete(one));
      inFlight.add(one);
    }
  }, 5);

  return {
    journal,
    async stop() {
      clearInterval(timer);
      await Promise.all(inFlight);
      return journal;
    },
  };
}
