import { newId } from '@linqr/platform/ids';
import type { EntityManager } from 'typeorm';
import type { Complaint, Report, ReportAction, ReportEntry, ReportState } from './report.js';

interface Row {
  id: string;
  target: string;
  short_id: string;
  link_id: string | null;
  state: ReportState;
  automatic: boolean;
  reason: string;
  details: string;
  reporters: number;
  reported_at: Date;
  last_reported_at: Date;
  resolved_at: Date | null;
  resolved_by: string | null;
  action: ReportAction | null;
  note: string;
}

/** Entries kept of one report; beyond they only count. */
const MAX_ENTRIES = 500;

export class ReportRepository {
  /**
   * Into the open report of the target, or a new one; in the caller's transaction. Whoever reports the same again changes
   * the entry they made. Answers the report's id and whether the complaint was a new voice.
   */
  async file(manager: EntityManager, complaint: Complaint): Promise<{ reportId: string; isNew: boolean }> {
    const { target, shortId, linkId, automatic, reason, details, at } = complaint;
    // The no-op update takes the row's lock: entries and their count stay in step.
    const [report] = await manager.query<{ id: string; reporters: number }[]>(
      `insert into reports as r (id, target, short_id, link_id, automatic, reason, details, reporters, reported_at, last_reported_at)
       values ($1, $2, $3, $4, $5, $6, $7, 0, $8, $8)
       on conflict (target) where state = 'open' do update set target = r.target
       returning id, reporters`,
      [newId('rep', at.getTime()), target, shortId, linkId, automatic, reason, details, at],
    );
    const { id: reportId, reporters } = report!;
    const isFull = reporters >= MAX_ENTRIES;
    const known = await manager.query<unknown[]>(`select 1 from report_entries where report_id = $1 and reporter = $2`, [
      reportId,
      complaint.reporter,
    ]);
    if (!isFull || known.length > 0) {
      await manager.query(
        `insert into report_entries as e (id, report_id, reporter, reason, details, email, reported_at) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (report_id, reporter) do update
           set reason = excluded.reason, details = excluded.details, email = excluded.email, reported_at = excluded.reported_at`,
        [newId('rep', at.getTime()), reportId, complaint.reporter, reason, details, complaint.email, at],
      );
    }
    const isNew = known.length === 0;
    await manager.query(
      `update reports set reporters = reporters + $2, reason = $3, details = $4, last_reported_at = greatest(last_reported_at, $5),
              link_id = coalesce($6, link_id), automatic = automatic and $7
        where id = $1`,
      [reportId, isNew ? 1 : 0, reason, details, at, linkId, automatic],
    );
    return { reportId, isNew };
  }

  async find(manager: EntityManager, id: string): Promise<Report | undefined> {
    const [row] = await manager.query<Row[]>(`select * from reports where id = $1`, [id]);
    return row && reportOf(row);
  }

  /** The report and the others of its link, as far as they are open, locked in the order of their ids. */
  async lockOpen(manager: EntityManager, id: string, linkId: string | null): Promise<Report[]> {
    const rows = await manager.query<Row[]>(
      `select * from reports where (id = $1 or link_id = $2) and state = 'open' order by id for update`,
      [id, linkId],
    );
    return rows.map(reportOf);
  }

  /** Last reported first. */
  async list(
    manager: EntityManager,
    { page, limit, state }: { page: number; limit: number; state: ReportState | 'any' },
  ): Promise<{ reports: Report[]; total: number; open: number }> {
    const where = state === 'any' ? `$1 = 'any'` : 'state = $1';
    const rows = await manager.query<Row[]>(
      `select * from reports where ${where} order by last_reported_at desc, id desc limit $2 offset $3`,
      [state, limit, (page - 1) * limit],
    );
    const [count] = await manager.query<{ total: string; open: string }[]>(
      `select (select count(*) from reports where ${where}) as total, (select count(*) from reports where state = 'open') as open`,
      [state],
    );
    return { reports: rows.map(reportOf), total: Number(count?.total ?? 0), open: Number(count?.open ?? 0) };
  }

  async entries(manager: EntityManager, reportId: string, limit: number): Promise<ReportEntry[]> {
    const rows = await manager.query<(Omit<ReportEntry, 'reportedAt'> & { reported_at: Date })[]>(
      `select id, reason, details, email, reported_at from report_entries where report_id = $1 order by reported_at desc, id desc limit $2`,
      [reportId, limit],
    );
    return rows.map(({ reported_at, ...entry }) => ({ ...entry, reportedAt: reported_at }));
  }

  async close(manager: EntityManager, id: string, by: { actorId: string; action: ReportAction; note: string; at: Date }): Promise<void> {
    await manager.query(
      `update reports set state = case when $2 = 'dismiss' then 'dismissed' else 'resolved' end, action = $2, note = $3, resolved_by = $4, resolved_at = $5
        where id = $1`,
      [id, by.action, by.note, by.actorId, by.at],
    );
  }

  async countOpen(manager: EntityManager): Promise<number> {
    const [row] = await manager.query<{ open: string }[]>(`select count(*) as open from reports where state = 'open'`);
    return Number(row?.open ?? 0);
  }

  /** Reporters' addresses are forgotten; what they said stays. */
  async forgetAddresses(manager: EntityManager, olderThan: Date): Promise<void> {
    await manager.query(
      `update report_entries set email = '' where id in (select id from report_entries where email <> '' and reported_at < $1 limit 5000)`,
      [olderThan],
    );
  }
}

function reportOf(row: Row): Report {
  return {
    id: row.id,
    target: row.target,
    shortId: row.short_id,
    linkId: row.link_id,
    state: row.state,
    automatic: row.automatic,
    reason: row.reason,
    details: row.details,
    reporters: row.reporters,
    reportedAt: row.reported_at,
    lastReportedAt: row.last_reported_at,
    resolvedAt: row.resolved_at,
    resolvedBy: row.resolved_by,
    action: row.action,
    note: row.note,
  };
}
