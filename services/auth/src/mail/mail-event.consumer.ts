import type { EventBus, IncomingRecord, Subscription } from '@linqr/platform/bus';
import { processOnce } from '@linqr/platform/inbox';
import type { Logger } from '@linqr/platform/logging';
import { sqlState } from '@linqr/platform/postgres';
import type { DataSource, EntityManager } from 'typeorm';
import { firstRow } from '../database/rows.js';
import { enqueueMail } from './mail.outbox.js';
import { type MailEvent, type ReadableTopic, readMailEvent, TOPICS_WITH_MAIL } from './mail-event.reader.js';

const GROUP = 'auth-mail';
const FOREIGN_KEY_VIOLATION = '23503';

/** What other services want told by mail: read from the bus, queued once. */
export class MailEventConsumer {
  private subscription: Subscription | undefined;

  constructor(
    private readonly bus: EventBus,
    private readonly database: DataSource,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    this.subscription = await this.bus.subscribe({
      group: GROUP,
      topics: [...TOPICS_WITH_MAIL],
      from: 'beginning',
      handler: async (records) => {
        for (const record of records) {
          const event = this.read(record);
          if (event) await this.queue(event);
        }
      },
    });
  }

  async stop(): Promise<void> {
    await this.subscription?.close();
  }

  /** Undefined for events that nobody has to be told of, and for what cannot be read. */
  private read(record: IncomingRecord): MailEvent | undefined {
    try {
      return readMailEvent(record.topic as ReadableTopic, record.value);
    } catch (error) {
      this.logger.warn({ err: error, topic: record.topic, partition: record.partition, offset: record.offset }, 'event passed over');
      return undefined;
    }
  }

  private async queue({ eventId, to, kind, facts }: MailEvent): Promise<void> {
    try {
      await this.database.transaction((tx) =>
        processOnce(tx, GROUP, eventId, async () => {
          if ('operator' in to) return enqueueMail(tx, { kind, facts });
          if ('address' in to) return enqueueMail(tx, { kind, email: to.address, facts });
          const userId = to.userId || (await ownerOf(tx, to.workspaceId));
          // The account is gone: nobody has to be told any more.
          if (userId) await enqueueMail(tx, { kind, userId, facts });
        }),
      );
    } catch (error) {
      if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
      this.logger.debug({ kind }, 'mail for an account that is gone');
    }
  }
}

async function ownerOf(tx: EntityManager, workspaceId: string): Promise<string | undefined> {
  const row = await firstRow<{ user_id: string }>(
    tx,
    `select user_id from memberships where workspace_id = $1 and role = 'owner' order by created_at limit 1`,
    [workspaceId],
  );
  return row?.user_id;
}
