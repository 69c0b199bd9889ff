// What processes tell each other over PostgreSQL's NOTIFY. All of it is a hint: the poll finds what got lost.
import { TOPICS, type Topic } from '../port.js';
import { CHANNEL } from './schema.js';
import type { BusSession } from './session.js';

export type News = { topic: Topic; heads: Map<number, number> } | { group: string };

/** Reads `r:<topic>:<partition>=<head>,…` or `g:<group>`; undefined for anything else. */
export function parseNews(payload: string): News | undefined {
  if (payload.startsWith('g:')) return { group: payload.slice(2) };
  const [kind, topic, list] = payload.split(':');
  if (kind !== 'r' || !topic || !list || !Object.hasOwn(TOPICS, topic)) return undefined;
  const heads = new Map<number, number>();
  for (const item of list.split(',')) {
    const [part, head] = item.split('=').map(Number);
    if (!Number.isSafeInteger(part) || !Number.isSafeInteger(head)) return undefined;
    heads.set(part!, head!);
  }
  return { topic: topic as Topic, heads };
}

/** Announces new heads after the commit that made them; what comes while one announcement is under way goes into the next. */
export class HeadNews {
  private waiting = new Map<Topic, Map<number, number>>();
  private running: Promise<void> | undefined;

  constructor(private readonly session: BusSession) {}

  tell(topic: Topic, heads: Map<number, number>): void {
    const known = this.waiting.get(topic) ?? new Map<number, number>();
    for (const [part, head] of heads) known.set(part, Math.max(head, known.get(part) ?? 0));
    this.waiting.set(topic, known);
    this.running ??= this.send();
  }

  /** Resolves when everything told so far is sent, or could not be. */
  async idle(): Promise<void> {
    await this.running;
  }

  private async send(): Promise<void> {
    await Promise.resolve();
    while (this.waiting.size > 0) {
      const news = this.waiting;
      this.waiting = new Map();
      const payloads = [...news].map(([topic, heads]) => `r:${topic}:${[...heads].map(([part, head]) => `${part}=${head}`).join(',')}`);
      try {
        await this.session.query('select pg_notify($1, p) from unnest($2::text[]) p', [CHANNEL, payloads], 'bus-notify');
      } catch {
        this.waiting.clear(); // without a session the readers' polls find it
      }
    }
    // In the same turn as the look at what waits: news that come later start anew.
    this.running = undefined;
  }
}
