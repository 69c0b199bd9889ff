import type { EventBus, IncomingRecord, Subscription } from '@linqr/platform/bus';
import type { Logger } from '@linqr/platform/logging';
import { QrCodeChange, QrCodeChanged } from '@linqr/proto/events/v1/qr';
import type { CodeFollowing } from './code-following.js';

/** Hears of codes that have a short link here. */
export class CodeChangesConsumer {
  private subscription: Subscription | undefined;

  constructor(
    private readonly bus: EventBus,
    private readonly following: CodeFollowing,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    this.subscription = await this.bus.subscribe({
      group: 'link-codes',
      topics: ['qr.changed.v1'],
      from: 'beginning',
      handler: async (records, context) => {
        for (const record of records) {
          const event = this.read(record);
          if (!event) continue;
          const {
            qrId,
            shortLinkId: linkId,
            destination,
            active,
            disabled,
            keepsShortLink,
            version: qrVersion,
            workspaceId,
            ownerId,
          } = event;
          const deleted = event.change === QrCodeChange.QR_CODE_CHANGE_DELETED;
          await this.following.follow(
            { qrId, qrVersion, linkId, destination, active, disabled, deleted, keepsShortLink },
            { userId: ownerId, workspaceId, role: 'user', via: 'session', credentialId: event.eventId },
          );
          await context.heartbeat();
        }
      },
    });
  }

  async stop(): Promise<void> {
    await this.subscription?.close();
  }

  /** Undefined for codes without a short link and for what cannot be read. */
  private read(record: IncomingRecord): QrCodeChanged | undefined {
    try {
      const event = QrCodeChanged.decode(record.value);
      return event.shortLinkId === '' ? undefined : event;
    } catch (error) {
      this.logger.warn({ err: error, partition: record.partition, offset: record.offset }, 'event passed over');
      return undefined;
    }
  }
}
