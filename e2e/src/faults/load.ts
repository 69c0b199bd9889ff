import { Agent, request } from 'node:http';

/** What happened to one load: every answered click's id, and every answer that was not a redirect. */
export interface Journal {
  /** Ids of clicks whose 302 arrived whole. */
  answered: Set<string>;
  /** Answers with another status, by status. */
  refused: Map<number, number>;
  /** Connections that broke before an answer arrived (the edge was killed): not promised, not counted. */
  broken: number;
  /** Milliseconds each answered request took. */
  latenciesMs: number[];
}

export interface LoadOptions {
  urls: string[];
  /** Requests a second, spread evenly. */
  rate: number;
  /** Open connections at most. */
  connections: number;
  /** Length of a query string on each visit. */
  pathBytes?: number;
}

export interface RunningLoad {
  journal: Journal;
  /** Stops sending; resolves when every request has ended. */
  stop: () => Promise<Journal>;
}

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';
/** Requests in flight at most; a stalled edge must not fill our memory. */
const MAX_IN_FLIGHT = 5_000;

/** Redirect clients on loopback, at a steady rate whatever the server does (open loop), until stopped. */
export function startLoad({ urls, rate, connections, pathBytes = 0 }: LoadOptions): RunningLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const journal: Journal = { answered: new Set(), refused: new Map(), broken: 0, latenciesMs: [] };
  const filler = pathBytes > 0 ? `?x=${'y'.repeat(pathBytes)}` : '';
  let inFlight = 0;
  let sent = 0;
  let stopped: (() => void) | undefined;
  const started = performance.now();

  const visit = () => {
    const url = `${urls[sent % urls.length]!}${filler}`;
    const address = `8.${(sent >> 8) & 255}.${sent & 255}.8`;
    const at = performance.now();
    sent++;
    inFlight++;
    const done = () => {
      inFlight--;
      if (stopped && inFlight === 0) stopped();
    };
    const outgoing = request(url, { agent, headers: { 'user-agent': PHONE, 'x-forwarded-for': address }, timeout: 15_000 }, (answer) => {
      answer.resume();
      answer.once('close', () => {
        if (!answer.complete) journal.broken++;
        else if (answer.statusCode === 302) {
          journal.answered.add(String(answer.headers['x-click-id']));
          journal.latenciesMs.push(performance.now() - at);
        } else journal.refused.set(answer.statusCode ?? 0, (journal.refused.get(answer.statusCode ?? 0) ?? 0) + 1);
        done();
      });
    });
    outgoing.once('timeout', () => outgoing.destroy());
    outgoing.once('error', () => {
      journal.broken++;
      done();
    });
    outgoing.end();
  };
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - started) / 1_000) * rate);
    while (sent < due && inFlight < MAX_IN_FLIGHT) visit();
    // What could not be sent in time is not made up for: the rate is an upper bound.
    if (inFlight >= MAX_IN_FLIGHT) sent = Math.max(sent, due);
  }, 5);

  return {
    journal,
    async stop() {
      clearInterval(timer);
      if (inFlight > 0) {
        await new Promise<void>((resolve) => {
          stopped = resolve;
        });
      }
      agent.destroy();
      return journal;
    },
  };
}

/** The p-th quantile, 0 to 1. */
export function quantile(values: number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? 0;
}
