// A deleted account's clicks: marked, removed at once, and removed again when every insert that had begun before the mark must
// have ended. After that only a hash says that nothing more of it is to be taken.
import type { EventBus, IncomingRecord, Subscription } from '@linqr/platform/bus';
import type { Clock } from '@linqr/platform/clock';
import { readDeletedAccount } from '@linqr/platform/erasure';
import type { Logger } from '@linqr/platform/logging';
import type { ErasedRepository } from './erased.repository.js';

const POLL_MS = 10_000;
const AT_A_TIME = 20;

export interface ErasureConsumerParts {
  bus: EventBus;
  erased: ErasedRepository;
  /** Seconds between the two times; longer than an insert may take from its question to its end. */
  settleSeconds: number;
  clock: Clock;
  logger: Logger;
}

export class ErasureConsumer {
  private subscription: Subscription | undefined;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly parts: ErasureConsumerParts) {}

  async start(): Promise<void> {
    const { bus, settleSeconds } = this.parts;
    this.subscription = await bus.subscribe({
      group: 'analytics-accounts',
      topics: ['account.changed.v1'],
      from: 'beginning',
      handler: async (records, context) => {
        for (const record of records) {
          const workspaceId = this.read(record);
          if (!workspaceId) continue;
          await this.begin(workspaceId);
          await context.heartbeat();
        }
      },
    });
    this.plan(Math.min(POLL_MS, settleSeconds * 500));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
    await this.subscription?.close();
  }

  private async begin(workspaceId: string): Promise<void> {
    const { erased, clock, logger } = this.parts;
    // Told before: the second time is planned already.
    if ((await erased.among([workspaceId])).size > 0) return;
    await erased.mark(workspaceId, clock.now());
    // What is still being inserted is found the second time.
    await erased.purge(workspaceId).catch((error: unknown) => logger.warn({ err: error }, 'clicks of a deleted account are still there'));
  }

  /** Every workspace whose time has come for the second time. */
  private async again(): Promise<void> {
    const { erased, settleSeconds, clock, logger } = this.parts;
    for (const workspaceId of await erased.unfinished(clock.now() - settleSeconds * 1_000, AT_A_TIME)) {
      if (this.stopped) return;
      await erased.purge(workspaceId);
      await erased.finish(workspaceId, clock.now());
      logger.info('clicks of a deleted account were erased for good');
    }
  }

  private plan(afterMs: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.round = this.again()
        .catch((error: unknown) => this.parts.logger.warn({ err: error }, 'an erasure will be tried again'))
        .then(() => this.plan(afterMs));
    }, afterMs);
    this.timer.unref();
  }

  private read(record: IncomingRecord): string | undefined {
    try {
      return readDeletedAccount(record.value)?.workspaceId;
    } catch (error) {
      this.parts.logger.warn({ err: error, partition: record.partition, offset: record.offset }, 'event passed over');
      return undefined;
    }
  }
}
