import type { ClientBase } from 'pg';
import { Gauge, type Registry } from '../management/index.js';

/** Counting stops here: beyond, the exact number says nothing more and would cost more. */
const COUNT_LIMIT = 10_000;
const EVERY_MS = 5_000;

/** What waits in the outbox. Measured a few times a minute, also by relays that stand by; the age goes on between. */
export class OutboxGauges {
  private pending = 0;
  private oldestMs: number | undefined;
  private measuredMs = Number.NEGATIVE_INFINITY;

  constructor(registry: Registry) {
    const pending = () => this.pending;
    const ageMs = () => (this.oldestMs === undefined ? 0 : Math.max(0, Date.now() - this.oldestMs));
    new Gauge({
      name: 'outbox_pending_events',
      help: `Events that the bus has not taken yet (counted up to ${COUNT_LIMIT})`,
      registers: [registry],
      collect() {
        this.set(pending());
      },
    });
    new Gauge({
      name: 'outbox_oldest_event_age_seconds',
      help: 'Age of the oldest event that the bus has not taken yet; 0 when there is none',
      registers: [registry],
      collect() {
        this.set(ageMs() / 1_000);
      },
    });
  }

  async measure(client: ClientBase): Promise<void> {
    if (performance.now() - this.measuredMs < EVERY_MS) return;
    this.measuredMs = performance.now();
    const { rows } = await client.query<{ pending: number; age: number | null }>({
      name: 'outbox-measure',
      text: `select count(*)::int as pending, extract(epoch from clock_timestamp() - min(created_at))::float8 as age
               from (select created_at from outbox order by id limit ${COUNT_LIMIT}) o`,
    });
    this.pending = rows[0]!.pending;
    this.oldestMs = rows[0]!.age === null ? undefined : Date.now() - rows[0]!.age * 1_000;
  }
}
