import type { Clock } from '@linqr/platform/clock';
import type { Logger } from '@linqr/platform/logging';
import { BackgroundWork } from '@linqr/platform/work';
import type { DataSource } from 'typeorm';
import type { ContactRepository } from '../contact/contact.repository.js';
import type { DeskThrottle } from '../reports/desk-throttle.js';
import type { ReportRepository } from '../reports/report.repository.js';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** Reporters' addresses serve to ask back; nobody asks later. */
export const KEEP_ADDRESSES_DAYS = 90;
/** Messages that were dealt with. */
export const KEEP_DONE_MESSAGES_DAYS = 365;

/** Forgets what the desk has no use for any more. */
export class DeskHousekeeping {
  private readonly work: BackgroundWork;

  constructor(
    private readonly database: DataSource,
    private readonly parts: { throttle: DeskThrottle; reports: ReportRepository; messages: ContactRepository },
    private readonly clock: Clock,
    logger: Logger,
  ) {
    this.work = new BackgroundWork({
      round: () => this.round(),
      everyMs: EVERY_MS,
      firstAfterMs: EVERY_MS,
      interrupted: 'housekeeping of the desk failed',
      logger,
    });
  }

  start(): void {
    this.work.start();
  }

  stop(): Promise<void> {
    return this.work.stop();
  }

  async round(): Promise<void> {
    const now = this.clock.now();
    const { throttle, reports, messages } = this.parts;
    await throttle.purge(new Date(now));
    await reports.forgetAddresses(this.database.manager, new Date(now - KEEP_ADDRESSES_DAYS * DAY_MS));
    await messages.purgeDone(this.database.manager, new Date(now - KEEP_DONE_MESSAGES_DAYS * DAY_MS));
  }
}
