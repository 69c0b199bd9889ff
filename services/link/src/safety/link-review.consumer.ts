import type { EventBus, Subscription } from '@linqr/platform/bus';
import type { Logger } from '@linqr/platform/logging';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import type { LinkReview } from './link-review.js';

const MAX_BATCH = 200;

/**
 * A second look at every link that was made or changed, whatever way it came in: rules, variants and imports included. The
 * first look, which refuses what is on a block list, is at the door.
 */
export class LinkReviewConsumer {
  private subscription: Subscription | undefined;

  constructor(
    private readonly bus: EventBus,
    private readonly review: LinkReview,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    this.subscription = await this.bus.subscribe({
      group: 'link-safety',
      topics: ['link.changed.v1'],
      from: 'end',
      maxBatch: MAX_BATCH,
      handler: async (records) => {
        const ids = new Set<string>();
        for (const { value, partition, offset } of records) {
          try {
            const { change, linkId } = LinkChanged.decode(value);
            if (linkId !== '' && (change === LinkChange.LINK_CHANGE_CREATED || change === LinkChange.LINK_CHANGE_UPDATED)) ids.add(linkId);
          } catch (error) {
            this.logger.warn({ err: error, partition, offset }, 'event passed over');
          }
        }
        if (ids.size > 0) await this.review.review([...ids]);
      },
    });
  }

  async stop(): Promise<void> {
    await this.subscription?.close();
  }
}
