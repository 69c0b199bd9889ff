import type { EventBus, Subscription } from '@linqr/platform/bus';
import type { Logger } from '@linqr/platform/logging';
import type { IngestQueue } from './ingest.queue.js';

export const INGEST_GROUP = 'analytics';
const RETRY_MS = 1_000;

/** Joins the group that carries clicks into the warehouse; tries until the bus is there. */
export class IngestConsumer {
  private subscription: Subscription | undefined;
  private stopped = false;
  private wake: () => void = () => undefined;
  private starting: Promise<void> | undefined;

  constructor(
    private readonly bus: EventBus,
    private readonly queue: IngestQueue,
    private readonly maxRecords: number,
    private readonly logger: Logger,
  ) {}

  get isSubscribed(): boolean {
    return this.subscription !== undefined;
  }

  start(): Promise<void> {
    this.starting ??= this.subscribe();
    return this.starting;
  }

  /** Resolves once the running inserts have ended and their offsets are committed. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.starting;
    await this.subscription?.close();
  }

  private async subscribe(): Promise<void> {
    while (!this.stopped && !this.subscription) {
      try {
        this.subscription = await this.bus.subscribe({
          group: INGEST_GROUP,
          topics: ['click.recorded.v1'],
          from: 'beginning',
          maxBatch: this.maxRecords,
          handler: (records, context) => this.queue.submit(records, context),
        });
      } catch (error) {
        this.logger.warn({ err: error }, 'cannot subscribe to clicks yet');
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, RETRY_MS);
          this.wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    }
  }
}
