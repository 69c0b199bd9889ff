import type { EventBus, IncomingRecord, Subscription } from '@linqr/platform/bus';
import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { appendToOutbox } from '@linqr/platform/outbox';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import { QrCodeChange, QrCodeChanged } from '@linqr/proto/events/v1/qr';
import type { DataSource } from 'typeorm';
import type { CodeBlockRepository } from './code-block.repository.js';
import type { CodeReview } from './code-review.js';
import { codesOfWorkspaceChanged } from './code-safety.events.js';

export interface CodeSafetyConsumerParts {
  bus: EventBus;
  database: DataSource;
  review: CodeReview;
  blocks: CodeBlockRepository;
  clock: Clock;
  logger: Logger;
}

/**
 * Codes of a closed account open nothing until it is opened again; and every code that was made or changed is held against
 * the block lists, again and again while the link service is away.
 */
export class CodeSafetyConsumer {
  private readonly subscriptions: Subscription[] = [];

  constructor(private readonly parts: CodeSafetyConsumerParts) {}

  async start(): Promise<void> {
    const { bus, review } = this.parts;
    this.subscriptions.push(
      await bus.subscribe({
        group: 'qr-suspensions',
        topics: ['account.changed.v1'],
        from: 'beginning',
        handler: async (records) => {
          for (const record of records) await this.switchWorkspace(record);
        },
      }),
      await bus.subscribe({
        group: 'qr-safety',
        topics: ['qr.changed.v1'],
        from: 'end',
        handler: async (records) => {
          const ids = new Set(records.flatMap((record) => this.changedCode(record)));
          if (ids.size > 0) await review.review([...ids]);
        },
      }),
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.close()));
  }

  private changedCode(record: IncomingRecord): string[] {
    try {
      const { change, qrId } = QrCodeChanged.decode(record.value);
      const isNew = change === QrCodeChange.QR_CODE_CHANGE_CREATED || change === QrCodeChange.QR_CODE_CHANGE_UPDATED;
      return isNew && qrId !== '' ? [qrId] : [];
    } catch (error) {
      this.passedOver(record, error);
      return [];
    }
  }

  private async switchWorkspace(record: IncomingRecord): Promise<void> {
    let event: AccountChanged;
    try {
      event = AccountChanged.decode(record.value);
    } catch (error) {
      return this.passedOver(record, error);
    }
    const { change, workspaceId } = event;
    const suspended = change === AccountChange.ACCOUNT_CHANGE_DISABLED;
    if (workspaceId === '' || !(suspended || change === AccountChange.ACCOUNT_CHANGE_ENABLED)) return;
    const { database, blocks, clock } = this.parts;
    const now = new Date(clock.now());
    await database.transaction(async (manager) => {
      if (await blocks.setWorkspace(manager, workspaceId, suspended, now))
        await appendToOutbox(manager, [codesOfWorkspaceChanged(workspaceId, now)]);
    });
  }

  private passedOver({ topic, partition, offset }: IncomingRecord, error: unknown): void {
    this.parts.logger.warn({ err: error, topic, partition, offset }, 'event passed over');
  }
}
