import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { Counter, Gauge, Histogram, type Registry } from '@linqr/platform/management';
import { BackgroundWork } from '@linqr/platform/work';
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
  private readonly work: BackgroundWork;
  private cursor = '';
  private collectedAt = 0;

  constructor(private readonly parts: DeliveryWorkerParts) {
    this.limits = limitsFor(parts.concurrency);
    const { registry, queue, clock } = parts;
    this.work = new BackgroundWork({
      round: () => this.look(),
      everyMs: POLL_MS,
      afterFailure: { firstMs: 100, mostMs: MAX_BACKOFF_MS },
      listen: { databaseUrl: parts.databaseUrl, channel: DELIVERY_CHANNEL, applicationName: 'webhook-deliveries' },
      interrupted: 'delivery worker interrupted',
      logger: parts.logger,
    });
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
    this.work.start();
  }

  /** Begins nothing more and waits for the attempts under way: 20 seconds at most, by their own bounds. */
  async stop(): Promise<void> {
    await this.work.stop();
    await Promise.allSettled(this.underWay.keys());
  }

  /** True: something was begun, there may be more. */
  private async look(): Promise<boolean> {
    await this.collect();
    const found = await this.round();
    if (found && this.underWay.size > 0) await breath();
    return found;
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
      if (this.work.stopped || this.underWay.size >= concurrency) return found;
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
        this.work.wake();
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
}

function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, BREATH_MS));
}
