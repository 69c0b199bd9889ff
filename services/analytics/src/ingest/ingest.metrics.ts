import { Counter, Histogram, type Registry } from '@linqr/platform/management';
import type { ClickRow } from './click.row.js';

/** Every way a bus record can end. */
export type RecordOutcome = 'ingested' | 'already_ingested' | 'undecodable' | 'refused';
/** Every way a click can end. */
export type ClickOutcome = 'human' | 'bot' | 'impossible' | 'erased';

export class IngestMetrics {
  private readonly records: Counter<'outcome'>;
  private readonly clicks: Counter<'outcome'>;
  private readonly steps: Histogram<'step'>;
  private readonly freshness: Histogram;
  private readonly insertRows: Histogram;

  constructor(registry: Registry) {
    const registers = [registry];
    this.records = new Counter({
      name: 'analytics_records_total',
      help: 'Bus records by how they ended',
      labelNames: ['outcome'],
      registers,
    });
    this.clicks = new Counter({ name: 'analytics_clicks_total', help: 'Clicks by how they ended', labelNames: ['outcome'], registers });
    this.steps = new Histogram({
      name: 'analytics_ingest_step_seconds',
      help: 'Time of one step of ingestion over one batch or insert',
      labelNames: ['step'],
      buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    });
    this.freshness = new Histogram({
      name: 'analytics_freshness_seconds',
      help: 'From the youngest click of an insert to its being countable',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 3600],
      registers,
    });
    this.insertRows = new Histogram({
      name: 'analytics_insert_rows',
      help: 'Clicks in one insert',
      buckets: [1, 10, 100, 500, 1_000, 2_500, 5_000, 10_000],
      registers,
    });
  }

  record(outcome: RecordOutcome, count = 1): void {
    if (count > 0) this.records.inc({ outcome }, count);
  }

  click(outcome: ClickOutcome, count: number): void {
    if (count > 0) this.clicks.inc({ outcome }, count);
  }

  step = (step: string, seconds: number): void => this.steps.observe({ step }, seconds);

  async timed<T>(step: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.step(step, (performance.now() - started) / 1_000);
    }
  }

  timedNow<T>(step: string, work: () => T): T {
    const started = performance.now();
    const result = work();
    this.step(step, (performance.now() - started) / 1_000);
    return result;
  }

  inserted(rows: readonly ClickRow[], nowMs: number): void {
    let youngest = 0;
    let bots = 0;
    for (const row of rows) {
      if (row.clickedAtMs > youngest) youngest = row.clickedAtMs;
      if (row.isBot) bots++;
    }
    this.click('bot', bots);
    this.click('human', rows.length - bots);
    this.insertRows.observe(rows.length);
    this.freshness.observe(Math.max(0, nowMs - youngest) / 1_000);
  }
}
