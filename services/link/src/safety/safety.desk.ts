import { requireAdmin } from '@linqr/platform/context';
import type { DataSource } from 'typeorm';
import type { AdminActionRepository } from '../audit/admin-action.repository.js';
import { ownHost } from '../destinations/destination.js';
import type { LinkFiguresRepository } from '../figures/link-figures.repository.js';
import type { LinkSearch, LinkStateRepository } from '../link-states/link-state.repository.js';
import type { ReportRepository } from '../reports/report.repository.js';
import { isSlug } from '../slugs/slug.js';

export interface SafetyDeskParts {
  database: DataSource;
  links: LinkStateRepository;
  reports: ReportRepository;
  figures: LinkFiguresRepository;
  actions: AdminActionRepository;
}

/** What admins read. */
export class SafetyDesk {
  constructor(private readonly parts: SafetyDeskParts) {}

  async findLinks({ search, ...query }: Omit<LinkSearch, 'text' | 'address'> & { search: string }) {
    requireAdmin();
    const { database, links } = this.parts;
    const address = addressIn(search);
    if (address) {
      const exact = await links.search(database.manager, { ...query, text: '', address });
      // A whole URL may as well be somebody's destination.
      if (exact.total > 0) return exact;
    }
    return links.search(database.manager, { ...query, text: search.toLowerCase() });
  }

  async countLinks(workspaceIds: string[]): Promise<Map<string, number>> {
    requireAdmin();
    return this.parts.links.countOf(this.parts.database.manager, workspaceIds);
  }

  async figures(from: Date, to: Date) {
    requireAdmin();
    const { database, figures, reports } = this.parts;
    return { ...(await figures.over(database.manager, from, to)), openReports: await reports.countOpen(database.manager) };
  }

  async actions(page: { page: number; limit: number }) {
    requireAdmin();
    return this.parts.actions.list(this.parts.database.manager, page);
  }
}

/** host/slug of what looks like a short URL. */
function addressIn(search: string): { host: string; slug: string } | undefined {
  const text = /^https?:\/\//i.test(search) ? search : `http://${search}`;
  if (!search.includes('/') || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const slug = url.pathname.slice(1);
  return isSlug(slug) ? { host: ownHost(url), slug } : undefined;
}
