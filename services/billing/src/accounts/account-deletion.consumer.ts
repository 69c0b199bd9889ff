import type { EventBus, IncomingRecord, Subscription } from '@linqr/platform/bus';
import type { Logger } from '@linqr/platform/logging';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';

/** Everything of a deleted account goes, here and at the payment provider. Deleting twice is deleting once. */
export class AccountDeletionConsumer {
  private subscription: Subscription | undefined;

  constructor(
    private readonly bus: EventBus,
    private readonly forget: (workspaceId: string, userId: string) => Promise<void>,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    this.subscription = await this.bus.subscribe({
      group: 'billing-accounts',
      topics: ['account.changed.v1'],
      from: 'beginning',
      handler: async (records, context) => {
        for (const record of records) {
          const event = this.deletion(record);
          if (!event) continue;
          await this.forget(event.workspaceId, event.userId);
          this.logger.info({ workspaceId: event.workspaceId }, 'billing of a deleted account removed');
          await context.heartbeat();
        }
      },
    });
  }

  async stop(): Promise<void> {
    await this.subscription?.close();
  }

  /** Undefined for other events and for what cannot be read. */
  private deletion(record: IncomingRecord): AccountChanged | undefined {
    try {
      const event = AccountChanged.decode(record.value);
      return event.change === AccountChange.ACCOUNT_CHANGE_DELETED && event.workspaceId !== '' ? event : undefined;
    } catch (error) {
      this.logger.warn({ err: error, partition: record.partition, offset: record.offset }, 'event passed over');
      return undefined;
    }
  }
}
