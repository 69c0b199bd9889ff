// Listens to changes of links and codes and drops them from the cache, on every edge, within a second.
import { setTimeout as delay } from 'node:timers/promises';
import type { EventBus, IncomingRecord, Subscription } from '@linqr/platform/bus';
import type { Logger } from '@linqr/platform/logging';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import { QrCodeChange, QrCodeChanged } from '@linqr/proto/events/v1/qr';
import type { TargetDirectory } from './target.directory.js';
import { linkKey, qrKey } from './target.key.js';

const MAX_BACKOFF_MS = 5_000;
/** Buses answer their subscribers every second; pauses of a busy machine are no outage. */
const LONGEST_SILENCE_MS = 15_000;

export class TargetNews {
  private subscription: Subscription | undefined;
  private readonly stopping = new AbortController();
  changes = 0;
  gaps = 0;

  constructor(
    private readonly bus: EventBus,
    private readonly directory: TargetDirectory,
    private readonly shortDomain: string,
    private readonly logger: Logger,
  ) {}

  get connected(): boolean {
    return this.subscription !== undefined && this.subscription.silentMs() < LONGEST_SILENCE_MS;
  }

  /** Subscribes, for ever if need be; the edge serves meanwhile on the strength of its short TTL. */
  async start(): Promise<void> {
    for (let backoffMs = 100; !this.stopping.signal.aborted; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
      try {
        const subscription = await this.bus.broadcast({
          topics: ['link.changed.v1', 'qr.changed.v1'],
          handler: (records) => {
            for (const record of records) this.note(record);
          },
          onGap: () => this.missed(),
        });
        if (this.stopping.signal.aborted) return await subscription.close();
        this.subscription = subscription;
        // What changed before this moment was not heard.
        this.missed();
        return;
      } catch (error) {
        this.logger.warn({ err: error, retryInMs: backoffMs }, 'changes not subscribed yet');
        await delay(backoffMs, undefined, { signal: this.stopping.signal }).catch(() => {});
      }
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.subscription?.close();
    this.subscription = undefined;
  }

  private missed(): void {
    this.gaps++;
    this.directory.distrustAll(Date.now());
  }

  private note(record: IncomingRecord): void {
    try {
      if (record.topic === 'qr.changed.v1') {
        const change = QrCodeChanged.decode(record.value);
        if (change.change === QrCodeChange.QR_CODE_CHANGE_WORKSPACE_CHANGED) this.directory.forgetWorkspace(change.workspaceId);
        else this.directory.invalidate(qrKey(change.qrId), change.version, change.change === QrCodeChange.QR_CODE_CHANGE_DELETED);
      } else {
        const change = LinkChanged.decode(record.value);
        if (change.change === LinkChange.LINK_CHANGE_WORKSPACE_CHANGED) {
          this.directory.forgetWorkspace(change.workspaceId);
          this.changes++;
          return;
        }
        const ended = change.change === LinkChange.LINK_CHANGE_DELETED;
        this.directory.invalidate(linkKey(change.domain, change.slug, this.shortDomain), change.version, ended);
        if (change.previousSlug !== '' || change.previousDomain !== '') {
          const previous = linkKey(change.previousDomain || change.domain, change.previousSlug || change.slug, this.shortDomain);
          this.directory.invalidate(previous, Number.POSITIVE_INFINITY);
        }
      }
      this.changes++;
    } catch (error) {
      // Unreadable news could be of any link: better look all of them up again than show one that was disabled.
      this.logger.error({ err: error, topic: record.topic, partition: record.partition, offset: record.offset }, 'change not understood');
      this.missed();
    }
  }
}
