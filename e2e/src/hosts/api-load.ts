// Calls of the API through all gateways: links are created, edited and listed; every acknowledged write is in the journal.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from './api.js';
import { count } from './load.js';

export interface ApiJournal {
  calls: number;
  /** Destination last acknowledged, by link id. */
  written: Map<string, string>;
  /** Writes whose answer never came: the link may lead to either. */
  unsure: Map<string, string[]>;
  failed: Map<string, number>;
  retried: Map<string, number>;
  latenciesMs: number[];
}

export interface RunningApiLoad {
  journal: ApiJournal;
  stop: () => Promise<ApiJournal>;
}

/** `workers` people at once, each of them `perSecond` calls a second at most: create, edit, list, and again. */
export function startApiLoad(api: Api, workers: number, perSecond: number): RunningApiLoad {
  const journal: ApiJournal = {
    calls: 0,
    written: new Map(),
    unsure: new Map(),
    failed: new Map(),
    retried: new Map(),
    latenciesMs: [],
  };
  const stopping = new AbortController();

  const call = async <T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T | undefined> => {
    const at = performance.now();
    journal.calls++;
    const answer = await api.call<T>(method, path, body, headers);
    for (const what of answer.before) count(journal.retried, what);
    if (!answer.ok) {
      count(journal.failed, `${method} ${path.replace(/[0-9a-f-]{36}|\/\d{6,}/, '/…')}: ${answer.problem}`);
      return undefined;
    }
    journal.latenciesMs.push(performance.now() - at);
    return answer.data;
  };
  const work = async (worker: number) => {
    for (let round = 0; !stopping.signal.aborted; round++) {
      const startedMs = performance.now();
      const first = `https://example.com/hosts/${worker}/${round}`;
      const key = { 'idempotency-key': randomUUID() };
      const link = await call<{ id: string }>('POST', '/urls/shorten', { originalUrl: first }, key);
      if (link) {
        journal.written.set(link.id, first);
        const edited = `${first}/edited`;
        if (await call('PUT', `/urls/${link.id}`, { originalUrl: edited })) journal.written.set(link.id, edited);
        else journal.unsure.set(link.id, [first, edited]);
      }
      const listed = await call<{ urls: { id: string }[] }>('GET', '/urls?limit=10');
      if (link && listed && !listed.urls.length) count(journal.failed, 'the list is empty');
      const restMs = (3 / perSecond) * 1_000 - (performance.now() - startedMs);
      if (restMs > 0) await delay(restMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return {
    journal,
    async stop() {
      stopping.abort();
      await running;
      return journal;
    },
  };
}
