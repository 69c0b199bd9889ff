import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { Counter, Gauge, Histogram, type Registry } from '@linqr/platform/management';
import pg from 'pg';
import { allot, limitsFor, type PlaceLimits } from './delivery.allotment.js';
import { type ClaimedDelivery, DELIVERY_CHANNEL } from './delivery.js';
import { judge, type Result } from './delivery.outcome.js';
import type { DeliveryQueue } from './delivery.queue.js';
import type { DeliverySender } from './delivery.sender.js';
import type { DeliverySettlement } from './delivery.settlement.js';

export interface DeliveryWorkerParts {
  databaseUrl: string;
  queue: DeliveryQueue;
  sender: DeliverySender;
  settlement: DeliverySettlement;
  /** Turns collected clicks into deliveries; called about once a second. */
  deliverCollected: () => Promise<void>;
  concurrency: number;
  clock: Clock;
  logger: Logger;
  registry: Registry;
}

/** Safety net beside notifications, and how late a retry may be. */
const POLL_MS = 1_000;
/** Between two looks while places come free one by one. */
const BREATH_MS = 15;
const MAX_BACKOFF_MS = 5_000;

/** Makes deliveries. Any number of replicas may run: each delivery is claimed by one of them at a time. */
export class DeliveryWorker {
  private readonly limits: PlaceLimits;
  private readonly underWay = new Map<Promise<void>, ClaimedDelivery>();
  private readonly attempts: Counter<'outcome'>;
  private readonly durations: Histogram;
  private stopped = false;
  private signalled = false;
  private wake: (() => void) | undefined;
  private running: Promise<void> | undefined;
  private cursor = '';
  private collectedAt = 0;

  constructor(private readonly parts: DeliveryWorkerParts) {
    this.limits = limitsFor(parts.concurrency);
    const { registry, queue, clock } = parts;
    this.attempts = new Counter({
      name: 'webhook_attempts_total',
      help: 'Attempts to deliver',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.durations = new Histogram({
      name: 'webhook_attempt_seconds',
      help: 'How long attempts took',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers: [registry],
    });
    new Gauge({
      name: 'webhook_oldest_due_seconds',
      help: 'How long the oldest due delivery has waited',
      registers: [registry],
      async collect() {
        this.set((await queue.oldestDueMs(new Date(clock.now())).catch(() => Number.NaN)) / 1_000);
      },
    });
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Begins nothing more and waits for the attempts under way: 20 seconds at most, by their own bounds. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake?.();
    await this.running;
    await Promise.allSettled(this.underWay.keys());
  }

  private async run(): Promise<void> {
    let backoffMs = 100;
    while (!this.stopped) {
      try {
        await this.session(() => {
          backoffMs = 100;
        });
      } catch (error) {
        if (this.stopped) break;
        this.parts.logger.warn({ err: error, backoffMs }, 'delivery worker interrupted');
        this.signalled = false;
        await this.pause(backoffMs);
        backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
      }
    }
  }

  /** One listening connection: look, claim and deliver until it fails or we stop. */
  private async session(onProgress: () => void): Promise<void> {
    const listener = new pg.Client({
      connectionString: this.parts.databaseUrl,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'webhook-deliveries',
    });
    let lost: Error | undefined;
    listener.on('error', (error) => {
      lost = error;
      this.wakeUp();
    });
    listener.on('notification', () => this.wakeUp());
    try {
      await listener.connect();
      await listener.query(`listen ${DELIVERY_CHANNEL}`);
      while (!this.stopped) {
        if (lost) throw lost;
        this.signalled = false;
        await this.collect();
        const found = await this.round();
        onProgress();
        if (!found) await this.pause(POLL_MS);
        else if (this.underWay.size > 0) await breath();
      }
    } finally {
      await hangUp(listener);
    }
  }

  private async collect(): Promise<void> {
    if (performance.now() - this.collectedAt < POLL_MS) return;
    await this.parts.deliverCollected();
    this.collectedAt = performance.now();
  }

  /** Once round all endpoints, or until no place is free. False: nothing could be begun. */
  private async round(): Promise<boolean> {
    const { queue, clock, concurrency } = this.parts;
    let found = false;
    do {
      if (this.stopped || this.underWay.size >= concurrency) return found;
      const part = await queue.look(this.cursor, this.limits.byEndpoint, new Date(clock.now()));
      this.cursor = part.cursor;
      const claimed = await queue.claim(allot(part.candidates, this.places(), this.limits), new Date(clock.now()));
      for (const delivery of claimed) this.launch(delivery);
      found ||= claimed.length > 0;
    } while (this.cursor !== '');
    return found;
  }

  private places() {
    const byEndpoint = new Map<string, number>();
    const byWorkspace = new Map<string, number>();
    let doubtful = 0;
    for (const delivery of this.underWay.values()) {
      byEndpoint.set(delivery.endpointId, (byEndpoint.get(delivery.endpointId) ?? 0) + 1);
      byWorkspace.set(delivery.workspaceId, (byWorkspace.get(delivery.workspaceId) ?? 0) + 1);
      if (delivery.doubtful) doubtful++;
    }
    return { total: this.underWay.size, doubtful, byEndpoint, byWorkspace };
  }

  private launch(delivery: ClaimedDelivery): void {
    const attempt: Promise<void> = this.attempt(delivery)
      // It is tried again when its lease is over.
      .catch((error: unknown) => this.parts.logger.warn({ err: error, deliveryId: delivery.id }, 'delivery attempt not recorded'))
      .finally(() => {
        this.underWay.delete(attempt);
        this.wakeUp();
      });
    this.underWay.set(attempt, delivery);
  }

  private async attempt(delivery: ClaimedDelivery): Promise<void> {
    const { sender, settlement, clock, logger } = this.parts;
    const at = new Date(clock.now());
    const startedAt = performance.now();
    const result: Result = await sender.send(delivery).catch((error: unknown) => {
      // A fault of ours: it goes by the schedule too, or it would come again with every lease, for ever.
      logger.error({ err: error, deliveryId: delivery.id }, 'delivery could not be sent');
      return { noAnswer: 'The delivery could not be made.' };
    });
    const durationMs = Math.round(performance.now() - startedAt);
    const now = new Date(clock.now());
    const outcome = judge(result, delivery.round, delivery.maxRound, now.getTime(), Math.random());
    this.attempts.inc({ outcome: outcome.kind });
    this.durations.observe(durationMs / 1_000);
    const { responseStatus, error } = outcome;
    const kept = await settlement.settle(delivery, outcome, { at: at.toISOString(), durationMs, responseStatus, error }, now);
    const { id: deliveryId, endpointId, round } = delivery;
    logger.info({ deliveryId, endpointId, round, outcome: outcome.kind, responseStatus, durationMs, kept }, 'delivery attempted');
  }

  private wakeUp(): void {
    this.signalled = true;
    this.wake?.();
  }

  private async pause(ms: number): Promise<void> {
    if (this.stopped || this.signalled) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }
}

function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, BREATH_MS));
}

/** Says goodbye, and does not wait for a server that is not there any more. */
async function hangUp(client: pg.Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  const timer = setTimeout(() => stream.destroy(), 1_000);
  await client.end().catch(() => {});
  clearTimeout(timer);
}
