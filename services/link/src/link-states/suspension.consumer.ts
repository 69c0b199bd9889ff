import type { EventBus, IncomingRecord, Subscription } from '@linqr/platform/bus';
import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { appendToOutbox } from '@linqr/platform/outbox';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import type { DataSource } from 'typeorm';
import { workspaceChanged } from './link-state.events.js';

/**
 * Links of a closed account answer as disabled within seconds, and work again once it is opened: one row and one event,
 * however many links there are. Events of one account come in order, so that the last one decides.
 */
export class SuspensionConsumer {
  private subscription: Subscription | undefined;

  constructor(
    private readonly bus: EventBus,
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    this.subscription = await this.bus.subscribe({
      group: 'link-suspensions',
      topics: ['account.changed.v1'],
      from: 'beginning',
      handler: async (records) => {
        for (const record of records) {
          const event = this.read(record);
          if (event) await this.apply(event);
        }
      },
    });
  }

  async stop(): Promise<void> {
    await this.subscription?.close();
  }

  private async apply({ workspaceId, suspended }: { workspaceId: string; suspended: boolean }): Promise<void> {
    const now = new Date(this.clock.now());
    const changed = await this.database.transaction(async (manager) => {
      const rows = await manager.query<unknown[]>(
        suspended
          ? `insert into suspended_workspaces (workspace_id, suspended_at) values ($1, $2) on conflict do nothing returning 1`
          : `with gone as (delete from suspended_workspaces where workspace_id = $1 returning 1) select 1 from gone where $2::timestamptz is not null`,
        [workspaceId, now],
      );
      if (rows.length > 0) await appendToOutbox(manager, [workspaceChanged(workspaceId, now)]);
      return rows.length > 0;
    });
    if (changed) this.logger.info({ workspaceId, suspended }, "a workspace's links were switched");
  }

  /**
   * undefined for other events and for what cannot be read. A deleted account stays closed until its links are gone: the
   * erasure takes this row too (accounts/account-eraser.ts), and once more after events that came late.
   */
  private read(record: IncomingRecord): { workspaceId: string; suspended: boolean } | undefined {
    try {
      const { change, workspaceId } = AccountChanged.decode(record.value);
      if (workspaceId === '') return undefined;
      if (change === AccountChange.ACCOUNT_CHANGE_DISABLED) return { workspaceId, suspended: true };
      if (change === AccountChange.ACCOUNT_CHANGE_ENABLED) return { workspaceId, suspended: false };
      return undefined;
    } catch (error) {
      this.logger.warn({ err: error, partition: record.partition, offset: record.offset }, 'event passed over');
      return undefined;
    }
  }
}
