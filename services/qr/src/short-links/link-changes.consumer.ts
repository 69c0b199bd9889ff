import type { EventBus, IncomingRecord, Subscription } from '@linqr/platform/bus';
import { newContext, runInContext } from '@linqr/platform/context';
import { toAppError } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import type { DataSource } from 'typeorm';
import type { QrCodeEditing } from '../codes/qr-code.editing.js';
import type { QrCodeRepository } from '../codes/qr-code.repository.js';

/**
 * A code follows its short link: a link that was deleted is the code's no more, a new address of it stands on the code and,
 * where it is encoded, in the image. Doing it twice is doing it once.
 */
export class LinkChangesConsumer {
  private subscription: Subscription | undefined;

  constructor(
    private readonly bus: EventBus,
    private readonly database: DataSource,
    private readonly codes: QrCodeRepository,
    private readonly editing: QrCodeEditing,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    this.subscription = await this.bus.subscribe({
      group: 'qr-short-links',
      topics: ['link.changed.v1'],
      from: 'beginning',
      handler: async (records, context) => {
        const events = records.map((record) => this.read(record)).filter((event) => event !== undefined);
        // Most links are no code's: one question for the whole batch.
        const owned = await this.codes.byShortLinks(this.database.manager, [...new Set(events.map(({ linkId }) => linkId))]);
        for (const event of events) {
          const code = owned.get(event.linkId);
          if (code && code.workspaceId === event.workspaceId) await this.follow(code.id, event);
          await context.heartbeat();
        }
      },
    });
  }

  async stop(): Promise<void> {
    await this.subscription?.close();
  }

  private async follow(qrId: string, event: LinkChanged): Promise<void> {
    const { workspaceId, ownerId: userId, eventId: credentialId } = event;
    const context = newContext({ actor: { userId, workspaceId, role: 'user', via: 'session', credentialId } });
    try {
      await runInContext(context, () =>
        event.change === LinkChange.LINK_CHANGE_DELETED
          ? this.editing.detachShortLink(qrId, event.linkId)
          : this.editing.moveShortLink(qrId, { linkId: event.linkId, url: event.shortUrl, slug: event.slug }),
      );
    } catch (error) {
      const { code } = toAppError(error);
      if (code === 'QR_CODE_NOT_FOUND') return;
      // Would be refused for ever: the codes of everybody else must not wait behind it.
      if (code !== 'QR_NOT_SCANNABLE' && code !== 'VALIDATION_FAILED') throw error;
      this.logger.warn({ qrId, code }, 'a code could not follow its short link');
    }
  }

  private read(record: IncomingRecord): LinkChanged | undefined {
    try {
      const event = LinkChanged.decode(record.value);
      return event.change === LinkChange.LINK_CHANGE_CREATED || event.linkId === '' ? undefined : event;
    } catch (error) {
      this.logger.warn({ err: error, partition: record.partition, offset: record.offset }, 'event passed over');
      return undefined;
    }
  }
}
