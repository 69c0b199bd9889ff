// Lag and progress of this process's consumer groups, for alerts and dashboards.
import { Gauge, type Registry } from '../management/index.js';
import type { EventBus, Topic } from './port.js';

/** A lag is asked of the bus at most this often, however many scrapers there are. */
const EVERY_MS = 10_000;
const ASK_TIMEOUT_MS = 1_500;

export class BusMetrics {
  private readonly groups = new Map<string, Set<Topic>>();
  private known: { group: string; topic: Topic; records: number }[] = [];
  private askedMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly bus: EventBus,
    registry: Registry,
  ) {
    const refresh = () => this.refresh();
    const known = () => this.known;
    new Gauge({
      name: 'bus_consumer_lag_records',
      help: 'Records that a consumer group of this process has not committed yet, whoever works on them',
      labelNames: ['group', 'topic'],
      registers: [registry],
      async collect() {
        await refresh();
        this.reset();
        for (const { group, topic, records } of known()) this.set({ group, topic }, records);
      },
    });
    new Gauge({
      name: 'bus_consumer_stalled_seconds',
      help: 'Time since a partition of this process with work last made progress; 0 when all is well',
      registers: [registry],
      collect() {
        this.set(bus.stalledMs() / 1_000);
      },
    });
  }

  consumes(group: string, topics: Topic[]): void {
    const all = this.groups.get(group) ?? new Set();
    for (const topic of topics) all.add(topic);
    this.groups.set(group, all);
  }

  /** Keeps the last figures while the bus does not answer: a scrape must not hang. */
  private async refresh(): Promise<void> {
    if (performance.now() - this.askedMs < EVERY_MS) return;
    this.askedMs = performance.now();
    const answers = [...this.groups].map(async ([group, topics]) => {
      const sums = new Map<Topic, number>([...topics].map((topic) => [topic, 0]));
      for (const { topic, lag } of await this.bus.lag(group, [...topics])) sums.set(topic, (sums.get(topic) ?? 0) + lag);
      return [...sums].map(([topic, records]) => ({ group, topic, records }));
    });
    const timeUp = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ASK_TIMEOUT_MS).unref());
    const figures = await Promise.race([Promise.all(answers).catch(() => undefined), timeUp]);
    if (figures) this.known = figures.flat();
  }
}
