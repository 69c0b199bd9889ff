import type { Clock } from '@linqr/platform/clock';
import { newId } from '@linqr/platform/ids';
import { appendToOutbox } from '@linqr/platform/outbox';
import type { DataSource } from 'typeorm';
import { mailRequested } from '../link-states/link-state.events.js';
import type { LinkStateRepository } from '../link-states/link-state.repository.js';
import type { DeskThrottle } from './desk-throttle.js';
import type { ReportRepository } from './report.repository.js';
import type { FileReportInput } from './report.schemas.js';
import { type OwnPlaces, parseReportTarget } from './report.target.js';

export interface ReportIntakeParts {
  database: DataSource;
  reports: ReportRepository;
  links: LinkStateRepository;
  throttle: DeskThrottle;
  places: OwnPlaces;
  clock: Clock;
}

/** Takes reports from anybody. The answer never tells whether there is such a link: its id is of this filing alone. */
export class ReportIntake {
  constructor(private readonly parts: ReportIntakeParts) {}

  async file(input: FileReportInput): Promise<{ id: string }> {
    const { database, reports, links, throttle, places, clock } = this.parts;
    const now = new Date(clock.now());
    const target = await parseReportTarget(input.shortId, places);
    await throttle.spend('report', input.clientAddress, now);
    const receipt = newId('rep', now.getTime());
    const reporter = await throttle.hash('reporter', input.clientAddress);
    await database.transaction(async (manager) => {
      const found = target.kind === 'link' ? await links.atAddress(manager, target.host, target.shortId) : undefined;
      const { isNew } = await reports.file(manager, {
        target: target.kind === 'link' ? `${target.host}/${target.shortId}` : `${target.host}/qr/${target.shortId}`,
        shortId: target.shortId,
        linkId: found?.link.id ?? null,
        automatic: false,
        reason: input.reason,
        details: input.details,
        email: input.email,
        reporter,
        at: now,
      });
      // Whoever reports the same twice is thanked once.
      if (input.email && isNew)
        await appendToOutbox(manager, [mailRequested('report_received', { address: input.email }, { reportId: receipt }, now)]);
    });
    return { id: receipt };
  }
}
