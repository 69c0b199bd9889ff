// Clicks as they happen, to whoever looks. Fed by the broadcast of click.ingested.v1, so every replica serves every viewer.
import type { BroadcastSubscription, EventBus, IncomingRecord, Subscription } from '@linqr/platform/bus';
import { AppError } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import { Counter, Gauge, type Registry } from '@linqr/platform/management';
import { ClicksIngested, type IngestedClick } from '@linqr/proto/events/v1/analytics';
import { LRUCache } from 'lru-cache';
import { LiveViewer } from './live.viewer.js';

const MAX_VIEWERS = 2_000;
/** Click ids remembered to show a redelivered click once. */
const REMEMBERED_CLICKS = 20_000;
const RETRY_MS = 1_000;

export class LiveHub {
  private readonly byWorkspace = new Map<string, Set<LiveViewer>>();
  private readonly seen = new LRUCache<string, true>({ max: REMEMBERED_CLICKS });
  private readonly dropped: Counter;
  private viewers = 0;
  private subscription: Subscription | undefined;
  private starting: Promise<void> | undefined;
  private stopped = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly bus: EventBus,
    private readonly logger: Logger,
    registry: Registry,
  ) {
    this.dropped = new Counter({
      name: 'analytics_live_dropped_total',
      help: 'Clicks not shown to a viewer that read too slowly',
      registers: [registry],
    });
    const viewers = () => this.viewers;
    new Gauge({
      name: 'analytics_live_viewers',
      help: 'Open live views',
      registers: [registry],
      collect() {
        this.set(viewers());
      },
    });
  }

  start(): Promise<void> {
    this.starting ??= this.subscribe();
    return this.starting;
  }

  /** Ends every view, so that the port can close: viewers come back to another replica. */
  endViews(): void {
    this.stopped = true;
    for (const viewers of [...this.byWorkspace.values()]) for (const viewer of [...viewers]) viewer.end();
  }

  async stop(): Promise<void> {
    this.endViews();
    this.wake();
    await this.starting;
    await this.subscription?.close();
  }

  /** `deliver` gets clicks while `isBlocked` is false; the returned function ends it. */
  watch(
    workspaceId: string,
    linkId: string,
    sink: { deliver: (click: IngestedClick) => void; isBlocked: () => boolean; end: () => void },
  ): () => void {
    if (this.stopped || this.viewers >= MAX_VIEWERS)
      throw new AppError('PART_UNAVAILABLE', 'Too many live views are open. Please try again shortly.', { retryAfterSeconds: 5 });
    const viewer = new LiveViewer(linkId, sink, () => this.dropped.inc());
    const viewers = this.byWorkspace.get(workspaceId) ?? new Set();
    this.byWorkspace.set(workspaceId, viewers.add(viewer));
    this.viewers++;
    return () => {
      if (!viewers.delete(viewer)) return;
      viewer.close();
      this.viewers--;
      if (viewers.size === 0) this.byWorkspace.delete(workspaceId);
    };
  }

  private receive(records: IncomingRecord[]): void {
    for (const { key, value } of records) {
      const viewers = this.byWorkspace.get(key);
      if (!viewers) continue;
      let clicks: IngestedClick[];
      try {
        clicks = ClicksIngested.decode(value).clicks;
      } catch (error) {
        this.logger.warn({ err: error }, 'a live event could not be read');
        continue;
      }
      for (const click of clicks) {
        if (click.isBot || click.workspaceId !== key || this.seen.has(click.id)) continue;
        this.seen.set(click.id, true);
        for (const viewer of viewers) viewer.offer(click);
      }
    }
  }

  private async subscribe(): Promise<void> {
    const subscription: BroadcastSubscription = { topics: ['click.ingested.v1'], handler: (records) => this.receive(records) };
    while (!this.stopped && !this.subscription) {
      try {
        this.subscription = await this.bus.broadcast(subscription);
      } catch (error) {
        this.logger.warn({ err: error }, 'cannot follow ingested clicks yet');
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, RETRY_MS);
          this.wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    }
  }
}
