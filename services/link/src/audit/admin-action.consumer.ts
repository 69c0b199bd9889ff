import type { EventBus, Subscription } from '@linqr/platform/bus';
import type { Logger } from '@linqr/platform/logging';
import { AdminActed } from '@linqr/proto/events/v1/admin';
import type { DataSource } from 'typeorm';
import type { AdminActionRepository } from './admin-action.repository.js';

const MAX_TEXT = 1_000;

/** What admins did in other services, into the one record. The event's id is the row's: told twice, recorded once. */
export class AdminActionConsumer {
  private subscription: Subscription | undefined;

  constructor(
    private readonly bus: EventBus,
    private readonly database: DataSource,
    private readonly actions: AdminActionRepository,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    this.subscription = await this.bus.subscribe({
      group: 'link-audit',
      topics: ['admin.acted.v1'],
      from: 'beginning',
      handler: async (records) => {
        for (const { value, partition, offset } of records) {
          const event = this.read(value, { partition, offset });
          if (event) await this.actions.add(this.database.manager, event);
        }
      },
    });
  }

  async stop(): Promise<void> {
    await this.subscription?.close();
  }

  private read(value: Uint8Array, place: { partition: number; offset: string }) {
    try {
      const { eventId, occurredAtMs, actorId, action, targetId, target, reason } = AdminActed.decode(value);
      if (!eventId || !action) throw new Error('an action without id or name');
      return { id: eventId, at: new Date(occurredAtMs), actorId, action, targetId, target: plain(target), reason: plain(reason) };
    } catch (error) {
      this.logger.warn({ err: error, ...place }, 'event passed over');
      return undefined;
    }
  }
}

/** PostgreSQL takes no NUL. */
function plain(text: string): string {
  return text.replaceAll('\0', ' ').slice(0, MAX_TEXT);
}
