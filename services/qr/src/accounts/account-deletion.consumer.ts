import type { EventBus, IncomingRecord, Subscription } from '@linqr/platform/bus';
import type { Actor } from '@linqr/platform/context';
import type { Logger } from '@linqr/platform/logging';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import type { QrCodeEditing } from '../codes/qr-code.editing.js';

/**
 * Codes of a deleted account stop within seconds, each with its own event, so that every edge drops it. Deleting twice is
 * deleting once; a crash in between goes on where it was when the event comes again.
 */
export class AccountDeletionConsumer {
  private subscription: Subscription | undefined;

  constructor(
    private readonly bus: EventBus,
    private readonly codes: QrCodeEditing,
    /** Takes away what else the workspace has here. */
    private readonly forget: (workspaceId: string) => Promise<void>,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    this.subscription = await this.bus.subscribe({
      group: 'qr-accounts',
      topics: ['account.changed.v1'],
      from: 'beginning',
      handler: async (records, context) => {
        for (const record of records) {
          const actor = this.deletedAccount(record);
          if (!actor) continue;
          await this.forget(actor.workspaceId);
          const count = await this.codes.deleteAllOf(actor, () => context.heartbeat());
          this.logger.info({ workspaceId: actor.workspaceId, count }, 'codes of a deleted account removed');
        }
      },
    });
  }

  async stop(): Promise<void> {
    await this.subscription?.close();
  }

  /** The owner as whom the codes go; undefined for other events and for what cannot be read. */
  private deletedAccount(record: IncomingRecord): Actor | undefined {
    try {
      const event = AccountChanged.decode(record.value);
      if (event.change !== AccountChange.ACCOUNT_CHANGE_DELETED || event.workspaceId === '') return undefined;
      return { userId: event.userId, workspaceId: event.workspaceId, role: 'user', via: 'session', credentialId: event.eventId };
    } catch (error) {
      this.logger.warn({ err: error, partition: record.partition, offset: record.offset }, 'event passed over');
      return undefined;
    }
  }
}
