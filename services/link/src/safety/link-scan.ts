import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import type { BlockListKeeper } from './block-list.keeper.js';
import type { LinkReview } from './link-review.js';
import type { RootReview } from './root-review.js';
import type { ScanRepository } from './scan.repository.js';

export interface LinkScanParts {
  lists: Pick<BlockListKeeper, 'current'>;
  review: LinkReview;
  roots: RootReview;
  scans: ScanRepository;
  rescanMs: number;
  clock: Clock;
  logger: Logger;
}

const BATCH = 500;
/** Far longer than a batch takes. */
const LEASE_MS = 120_000;
const LOOK_EVERY_MS = 30_000;
/** Between batches: visits and creations come first. */
const BREATH_MS = 20;
const KEEP_RUNS_MS = 14 * 86_400_000;

/**
 * Holds all links against the lists once a day, and as soon as a list changes. Each replica works on runs for the lists
 * that it has itself, one batch at a time; a batch that nobody finished is taken up again.
 */
export class LinkScan {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  /** The lists, and the time, that the roots of domains were last held against. */
  private rootsSeen = { version: '', atMs: 0 };

  constructor(private readonly parts: LinkScanParts) {}

  start(): void {
    this.timer = setInterval(() => this.wake(), LOOK_EVERY_MS);
    this.wake();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Now, or once the round under way has ended. */
  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = this.round()
      .catch((error: unknown) => this.parts.logger.warn({ err: error }, 'scan of links interrupted'))
      .finally(() => {
        this.running = undefined;
        if (!this.again) return;
        this.again = false;
        this.wake();
      });
  }

  private async round(): Promise<void> {
    const { lists, scans, review, rescanMs, clock, logger } = this.parts;
    const { version } = lists.current;
    const began = new Date(clock.now());
    await scans.beginIfDue(version, new Date(began.getTime() - rescanMs), began);
    await scans.purge(new Date(began.getTime() - KEEP_RUNS_MS));
    await this.reviewRoots(version, began.getTime());
    let links = 0;
    while (!this.stopped && lists.current.version === version) {
      const batch = await scans.claim(version, BATCH, new Date(clock.now()), LEASE_MS);
      if (!batch) break;
      const outcome = await review.review(await scans.idsOf(batch));
      await scans.finish(batch, outcome, new Date(clock.now()));
      links += outcome.scanned;
      await new Promise((resolve) => setTimeout(resolve, BREATH_MS));
    }
    if (links > 0) logger.info({ links }, 'links held against the block lists');
  }

  /** Few, so that every replica looks at all of them. */
  private async reviewRoots(version: string, nowMs: number): Promise<void> {
    const { version: seen, atMs } = this.rootsSeen;
    if (seen === version && nowMs - atMs < this.parts.rescanMs) return;
    await this.parts.roots.review(() => this.stopped);
    this.rootsSeen = { version, atMs: nowMs };
  }
}
