import type { Subscription as BusSubscription, EventBus, IncomingRecord, Topic } from '@linqr/platform/bus';
import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { Counter, type Registry } from '@linqr/platform/management';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import { QrCodeChange, QrCodeChanged } from '@linqr/proto/events/v1/qr';
import type { DataSource } from 'typeorm';
import type { UsageRepository } from './usage.repository.js';

export const CONFIRMATION_GROUP = 'billing-usage';
export const CONFIRMATION_TOPICS: Topic[] = ['link.changed.v1', 'qr.changed.v1'];

/** Confirms reservations by the events that say the thing exists. Confirming twice is confirming once. */
export class ConfirmationConsumer {
  private readonly unreadable: Counter<'topic'>;
  private subscription: BusSubscription | undefined;

  constructor(
    private readonly bus: EventBus,
    private readonly database: DataSource,
    private readonly repository: UsageRepository,
    private readonly clock: Clock,
    private readonly logger: Logger,
    registry: Registry,
  ) {
    this.unreadable = new Counter({
      name: 'billing_unreadable_events_total',
      help: 'Events that could not be decoded and were passed over',
      labelNames: ['topic'],
      registers: [registry],
    });
  }

  async start(): Promise<void> {
    this.subscription = await this.bus.subscribe({
      group: CONFIRMATION_GROUP,
      topics: CONFIRMATION_TOPICS,
      from: 'beginning',
      handler: (records) => this.handle(records),
    });
  }

  async stop(): Promise<void> {
    await this.subscription?.close();
  }

  /** True when every event there is has been handled: only then is an unconfirmed reservation a failed creation. */
  async caughtUp(): Promise<boolean> {
    const lags = await this.bus.lag(CONFIRMATION_GROUP, CONFIRMATION_TOPICS);
    return lags.every(({ lag }) => lag === 0);
  }

  private async handle(records: IncomingRecord[]): Promise<void> {
    const ids = records.map((record) => this.createdId(record)).filter((id) => id !== undefined);
    if (ids.length === 0) return;
    await this.database.transaction((manager) => this.repository.confirm(manager, ids, new Date(this.clock.now())));
  }

  /** Id of what the event says was created; undefined for other events and for what cannot be read. */
  private createdId(record: IncomingRecord): string | undefined {
    try {
      if (record.topic === 'link.changed.v1') {
        const event = LinkChanged.decode(record.value);
        return event.change === LinkChange.LINK_CHANGE_CREATED ? event.linkId : undefined;
      }
      const event = QrCodeChanged.decode(record.value);
      return event.change === QrCodeChange.QR_CODE_CHANGE_CREATED ? event.qrId : undefined;
    } catch (error) {
      this.unreadable.inc({ topic: record.topic });
      this.logger.warn({ err: error, topic: record.topic, partition: record.partition, offset: record.offset }, 'event passed over');
      return undefined;
    }
  }
}
