import type { Clock } from '@linqr/platform/clock';
import { Counter, type Registry } from '@linqr/platform/management';
import type { DataSource, EntityManager } from 'typeorm';
import type { ClearanceRepository } from '../link-states/clearance.repository.js';
import { destinationsOf } from '../link-states/link-state.js';
import type { LinkStateRepository, RestrainedLink } from '../link-states/link-state.repository.js';
import type { LinkStates } from '../link-states/link-states.js';
import type { ReportRepository } from '../reports/report.repository.js';
import type { DestinationJudge } from './destination.judge.js';
import type { Finding } from './look-alike.js';

export interface LinkReviewParts {
  database: DataSource;
  judge: DestinationJudge;
  links: LinkStateRepository;
  states: LinkStates;
  clearances: ClearanceRepository;
  reports: ReportRepository;
  clock: Clock;
  registry: Registry;
}

export interface ReviewOutcome {
  scanned: number;
  quarantined: number;
  flagged: number;
}

/** Links on block lists are quarantined by nobody in particular. */
const INSTALLATION = { id: '', via: 'safety' };
const REASONS: Record<Finding['kind'], string> = {
  look_alike: 'Looks like another site',
  mixed_script: 'Mixed alphabets in its name',
  address_host: 'Leads to a bare address',
};

/**
 * Looks at links that exist: one on a block list goes behind a warning, one that looks like somebody else goes to the
 * queue. What an admin cleared, and what is restrained already, is left alone. Doing it again changes nothing.
 */
export class LinkReview {
  private readonly outcomes: Counter<'outcome'>;

  constructor(private readonly parts: LinkReviewParts) {
    this.outcomes = new Counter({
      name: 'link_safety_reviews_total',
      help: 'Links that the safety checks looked at again',
      labelNames: ['outcome'],
      registers: [parts.registry],
    });
  }

  async review(ids: readonly string[]): Promise<ReviewOutcome> {
    const { database, links, clearances, judge } = this.parts;
    const found = await links.findMany(database.manager, ids);
    const judged = found
      .filter(({ link }) => link.disabledAt === null && link.quarantinedAt === null)
      .map((one) => ({ ...one, verdict: judge.judge(destinationsOf(one.link)) }))
      .filter(({ verdict }) => verdict.blockedBy !== undefined || verdict.findings.length > 0);
    const cleared = await clearances.cleared(
      database.manager,
      judged.map(({ link }) => link),
    );
    const outcome: ReviewOutcome = { scanned: found.length, quarantined: 0, flagged: 0 };
    for (const one of judged.filter(({ link }) => !cleared.has(link.id))) {
      const done = await database.transaction((manager) => this.act(manager, one.link.id));
      if (done !== 'nothing') outcome[done]++;
    }
    this.outcomes.inc({ outcome: 'scanned' }, outcome.scanned);
    this.outcomes.inc({ outcome: 'quarantined' }, outcome.quarantined);
    this.outcomes.inc({ outcome: 'flagged' }, outcome.flagged);
    return outcome;
  }

  /** Judged again under its lock: the owner, an admin or another replica may have been faster. */
  private async act(manager: EntityManager, id: string): Promise<'quarantined' | 'flagged' | 'nothing'> {
    const { links, states, judge } = this.parts;
    const one = await links.find(manager, id, 'lock');
    if (!one || one.link.disabledAt || one.link.quarantinedAt) return 'nothing';
    const verdict = judge.judge(destinationsOf(one.link));
    if (verdict.blockedBy !== undefined) {
      await states.change(manager, id, 'quarantined', `Its destination is on a block list (${verdict.blockedBy}).`, INSTALLATION);
      return 'quarantined';
    }
    return (await this.flag(manager, one, verdict.findings)) ? 'flagged' : 'nothing';
  }

  private async flag(manager: EntityManager, { link }: RestrainedLink, findings: Finding[]): Promise<boolean> {
    let isNew = false;
    for (const { kind, text } of findings) {
      const filed = await this.parts.reports.file(manager, {
        target: `${link.domain.host}/${link.slug}`,
        shortId: link.slug,
        linkId: link.id,
        automatic: true,
        reason: REASONS[kind],
        details: text,
        email: '',
        reporter: Buffer.from(kind),
        at: new Date(this.parts.clock.now()),
      });
      isNew ||= filed.isNew;
    }
    return isNew;
  }
}
