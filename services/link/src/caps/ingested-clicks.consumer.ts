import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventBus, IncomingRecord, Subscription } from '@linqr/platform/bus';
import type { Logger } from '@linqr/platform/logging';
import { Counter, type Registry } from '@linqr/platform/management';
import { ClicksIngested } from '@linqr/proto/events/v1/analytics';
import type { ClickCaps, CountedClicks } from './click-caps.js';

const GROUP = 'link-clicks';
/** A record has up to 500 clicks. */
const MAX_BATCH = 200;
const MAX_BACKOFF_MS = 5_000;

/** Counts the clicks that analytics took in. */
export class IngestedClicksConsumer {
  private readonly stopping = new AbortController();
  private readonly unreadable: Counter;
  private subscription: Subscription | undefined;
  private starting: Promise<void> | undefined;

  constructor(
    private readonly bus: EventBus,
    private readonly caps: ClickCaps,
    private readonly logger: Logger,
    registry: Registry,
  ) {
    this.unreadable = new Counter({
      name: 'link_unreadable_clicks_total',
      help: 'Events of ingested clicks that could not be decoded and were passed over',
      registers: [registry],
    });
  }

  start(): void {
    this.starting ??= this.subscribe();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.starting;
    await this.subscription?.close();
  }

  private async subscribe(): Promise<void> {
    for (let backoffMs = 200; !this.stopping.signal.aborted; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
      try {
        this.subscription = await this.bus.subscribe({
          group: GROUP,
          topics: ['click.ingested.v1'],
          from: 'beginning',
          maxBatch: MAX_BATCH,
          handler: async (records) => {
            await this.caps.count(records.map((record) => this.read(record)).filter((one) => one !== undefined));
          },
        });
        return;
      } catch (error) {
        this.logger.warn({ err: error, retryInMs: backoffMs }, 'ingested clicks not subscribed yet');
        await delay(backoffMs, undefined, { signal: this.stopping.signal }).catch(() => {});
      }
    }
  }

  private read(record: IncomingRecord): CountedClicks | undefined {
    try {
      const { clicks } = ClicksIngested.decode(record.value);
      // A repeated event has the same bytes: analytics sends what it planned to, in the order it planned it.
      return { eventId: createHash('sha256').update(record.value).digest('hex'), clicks };
    } catch (error) {
      this.unreadable.inc();
      const { partition, offset } = record;
      this.logger.warn({ err: error, partition, offset }, 'ingested clicks passed over');
      return undefined;
    }
  }
}
