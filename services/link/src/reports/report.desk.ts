import type { Clock } from '@linqr/platform/clock';
import { requireAdmin } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { isId } from '@linqr/platform/ids';
import type { DataSource, EntityManager } from 'typeorm';
import { adminAction } from '../audit/admin-action.js';
import type { AdminActionRepository } from '../audit/admin-action.repository.js';
import type { ClearanceRepository } from '../link-states/clearance.repository.js';
import type { LinkStateRepository, RestrainedLink } from '../link-states/link-state.repository.js';
import type { LinkStates } from '../link-states/link-states.js';
import { codeReported, type Report, type ReportAction, type ReportEntry, type ReportState } from './report.js';
import type { ReportRepository } from './report.repository.js';

const MAX_ENTRIES_SHOWN = 50;

export interface ReportWithLink {
  report: Report;
  link: RestrainedLink | undefined;
  entries: ReportEntry[];
}

export interface ReportDeskParts {
  database: DataSource;
  reports: ReportRepository;
  links: LinkStateRepository;
  states: LinkStates;
  clearances: ClearanceRepository;
  actions: AdminActionRepository;
  clock: Clock;
}

const DONE: Record<ReportAction, string> = {
  disable_link: 'report.link_disabled',
  quarantine_link: 'report.link_quarantined',
  disable_owner: 'report.owner_disabled',
  disable_code: 'report.code_disabled',
  dismiss: 'report.dismissed',
};

/** The queue of reports, and what is done about them. */
export class ReportDesk {
  constructor(private readonly parts: ReportDeskParts) {}

  async list(query: { page: number; limit: number; state: ReportState | 'any' }) {
    requireAdmin();
    const { database, reports } = this.parts;
    const page = await reports.list(database.manager, query);
    return { ...page, reports: await this.withLinks(database.manager, page.reports) };
  }

  async get(id: string): Promise<ReportWithLink> {
    requireAdmin();
    const { database, reports } = this.parts;
    const report = isId('rep', id) ? await reports.find(database.manager, id) : undefined;
    if (!report) throw notFound();
    const [found] = await this.withLinks(database.manager, [report]);
    return { ...found!, entries: await reports.entries(database.manager, id, MAX_ENTRIES_SHOWN) };
  }

  /** Link, report and record change together. What was said about the same link elsewhere is closed by the same decision. */
  async resolve(id: string, action: ReportAction, note: string): Promise<ReportWithLink> {
    const actor = requireAdmin();
    const { database, reports, states, links, clearances, actions, clock } = this.parts;
    if (!isId('rep', id)) throw notFound();
    await database.transaction(async (manager) => {
      const known = await reports.find(manager, id);
      if (!known) throw notFound();
      // All of them in one order, before the link: two admins at the same link wait for each other and never both ways.
      const open = await reports.lockOpen(manager, id, known.linkId);
      const report = open.find((one) => one.id === id);
      if (!report) throw new AppError('CONFLICT', 'This report has been dealt with already.');
      const at = new Date(clock.now());
      if (action === 'disable_link' || action === 'quarantine_link') {
        const wanted = action === 'disable_link' ? 'disabled' : 'quarantined';
        const by = { id: actor.userId, via: actor.via };
        const changed = report.linkId && (await states.change(manager, report.linkId, wanted, note || report.reason, by));
        if (!changed) throw new AppError('CONFLICT', 'There is no such link any more. Dismiss the report instead.');
      }
      if (action === 'disable_code' && !codeReported(report))
        throw new AppError('CONFLICT', 'This report is about a link. Disable the link instead.');
      if (action === 'dismiss' && report.linkId) {
        const found = await links.find(manager, report.linkId);
        if (found) await clearances.add(manager, found.link, actor.userId, at);
      }
      for (const one of open) {
        await reports.close(manager, one.id, { actorId: actor.userId, action, note, at });
        await actions.add(
          manager,
          adminAction({
            at,
            actorId: actor.userId,
            action: DONE[action],
            targetId: one.id,
            target: one.target,
            reason: note || one.reason,
          }),
        );
      }
    });
    return this.get(id);
  }

  private async withLinks(manager: EntityManager, reports: Report[]): Promise<ReportWithLink[]> {
    const ids = reports.flatMap(({ linkId }) => linkId ?? []);
    const links = new Map((await this.parts.links.findMany(manager, ids)).map((found) => [found.link.id, found]));
    return reports.map((report) => ({ report, link: report.linkId ? links.get(report.linkId) : undefined, entries: [] }));
  }
}

function notFound(): AppError {
  return new AppError('REPORT_NOT_FOUND', 'Report not found');
}
