import {
  type FoundLink,
  ReportAction as ReportActionMessage,
  type Report as ReportMessage,
  ReportState as ReportStateMessage,
} from '@linqr/proto/link/v1/safety';
import { type RestrainedLink, reasonOf } from '../link-states/link-state.repository.js';
import { stateOf } from '../links/link.js';
import { type ShortUrls, STATE_MESSAGES } from '../links/link.mapping.js';
import type { ReportWithLink } from '../reports/report.desk.js';
import { codeReported, type ReportAction, type ReportState } from '../reports/report.js';

const REPORT_STATES: Record<ReportState, ReportStateMessage> = {
  open: ReportStateMessage.REPORT_STATE_OPEN,
  resolved: ReportStateMessage.REPORT_STATE_RESOLVED,
  dismissed: ReportStateMessage.REPORT_STATE_DISMISSED,
};
const REPORT_ACTIONS: Record<ReportAction, ReportActionMessage> = {
  disable_link: ReportActionMessage.REPORT_ACTION_DISABLE_LINK,
  quarantine_link: ReportActionMessage.REPORT_ACTION_QUARANTINE_LINK,
  disable_owner: ReportActionMessage.REPORT_ACTION_DISABLE_OWNER,
  disable_code: ReportActionMessage.REPORT_ACTION_DISABLE_CODE,
  dismiss: ReportActionMessage.REPORT_ACTION_DISMISS,
};

export function toFoundLink(found: RestrainedLink, shortUrls: ShortUrls): FoundLink {
  const { link } = found;
  return {
    id: link.id,
    workspaceId: link.workspaceId,
    ownerId: link.ownerId,
    domain: link.domain.host,
    slug: link.slug,
    shortUrl: shortUrls.of(link.domain, link.slug),
    originalUrl: link.originalUrl,
    title: link.title,
    state: STATE_MESSAGES[stateOf(link)],
    stateReason: reasonOf(found),
    ownerSuspended: found.ownerSuspended,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
  };
}

export function toReportMessage({ report, link, entries }: ReportWithLink, shortUrls: ShortUrls): ReportMessage {
  return {
    id: report.id,
    shortId: report.shortId,
    target: report.target,
    reason: report.reason,
    details: report.details,
    count: report.reporters,
    automatic: report.automatic,
    reportedAt: report.reportedAt.toISOString(),
    lastReportedAt: report.lastReportedAt.toISOString(),
    state: REPORT_STATES[report.state],
    resolvedAt: report.resolvedAt?.toISOString(),
    resolvedBy: report.resolvedBy ?? '',
    action: report.action ? REPORT_ACTIONS[report.action] : ReportActionMessage.REPORT_ACTION_UNSPECIFIED,
    note: report.note,
    link: link && toFoundLink(link, shortUrls),
    qrId: codeReported(report) ?? '',
    entries: entries.map(({ reason, details, email, reportedAt }) => ({ reason, details, email, reportedAt: reportedAt.toISOString() })),
  };
}
