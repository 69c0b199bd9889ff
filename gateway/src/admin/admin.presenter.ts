import type { User } from '@linqr/proto/auth/v1/auth';
import { LinkState } from '@linqr/proto/link/v1/link';
import { type FoundLink, type Report, ReportAction, ReportState } from '@linqr/proto/link/v1/safety';
import type { FoundQrCode } from '@linqr/proto/qr/v1/desk';
import type { z } from 'zod';
import { presentUser } from '../accounts/account.presenter.js';
import { fromQrType } from '../qrcodes/qr-code.presenter.js';
import type { adminCodeAnswer, adminLinkAnswer, adminUserAnswer, reportAnswer } from './admin.dto.js';

/** Addresses of accounts by id; who is missing has none any more. */
export type Addresses = ReadonlyMap<string, string>;

const LINK_STATES: Partial<Record<LinkState, z.output<typeof adminLinkAnswer>['state']>> = {
  [LinkState.LINK_STATE_ACTIVE]: 'active',
  [LinkState.LINK_STATE_ARCHIVED]: 'archived',
  [LinkState.LINK_STATE_DISABLED]: 'disabled',
  [LinkState.LINK_STATE_QUARANTINED]: 'quarantined',
};
const REPORT_STATES: Partial<Record<ReportState, z.output<typeof reportAnswer>['state']>> = {
  [ReportState.REPORT_STATE_RESOLVED]: 'resolved',
  [ReportState.REPORT_STATE_DISMISSED]: 'dismissed',
};
const REPORT_ACTIONS: Partial<Record<ReportAction, z.output<typeof reportAnswer>['action']>> = {
  [ReportAction.REPORT_ACTION_DISABLE_LINK]: 'disable_link',
  [ReportAction.REPORT_ACTION_QUARANTINE_LINK]: 'quarantine_link',
  [ReportAction.REPORT_ACTION_DISABLE_OWNER]: 'disable_owner',
  [ReportAction.REPORT_ACTION_DISABLE_CODE]: 'disable_code',
  [ReportAction.REPORT_ACTION_DISMISS]: 'dismiss',
};

export function presentAdminUser(
  user: User,
  plan: { plan: string; planName: string } | undefined,
  linkCount: number | undefined,
): z.output<typeof adminUserAnswer> {
  return {
    ...presentUser(user),
    disabled: user.disabled,
    disabledReason: user.disabledReason,
    plan: plan?.plan ?? null,
    planName: plan?.planName ?? null,
    linkCount: linkCount ?? null,
  };
}

export function presentAdminLink(link: FoundLink, addresses: Addresses): z.output<typeof adminLinkAnswer> {
  return {
    id: link.id,
    _id: link.id,
    shortUrl: link.shortUrl,
    domain: link.domain,
    slug: link.slug,
    originalUrl: link.originalUrl,
    title: link.title,
    state: LINK_STATES[link.state] ?? 'active',
    stateReason: link.stateReason,
    ownerId: link.ownerId,
    ownerEmail: addresses.get(link.ownerId) ?? null,
    ownerDisabled: link.ownerSuspended,
    createdAt: link.createdAt ?? '',
    updatedAt: link.updatedAt ?? '',
  };
}

export function presentAdminCode(code: FoundQrCode, appOrigin: string, addresses: Addresses): z.output<typeof adminCodeAnswer> {
  return {
    id: code.id,
    _id: code.id,
    qrUrl: `${appOrigin}/qr/${code.id}`,
    shortUrl: code.shortUrl || null,
    type: fromQrType(code.type),
    title: code.title,
    content: code.content,
    state: code.disabled ? 'disabled' : code.archived ? 'archived' : 'active',
    stateReason: code.disabledReason,
    listed: code.listed,
    ownerId: code.ownerId,
    ownerEmail: addresses.get(code.ownerId) ?? null,
    ownerDisabled: code.ownerSuspended,
    createdAt: code.createdAt ?? '',
    updatedAt: code.updatedAt ?? '',
  };
}

export function presentReport(
  report: Report,
  qrCode: z.output<typeof adminCodeAnswer> | null,
  addresses: Addresses,
): z.output<typeof reportAnswer> {
  return {
    id: report.id,
    _id: report.id,
    shortId: report.shortId,
    target: report.target,
    reason: report.reason,
    details: report.details,
    count: report.count,
    automatic: report.automatic,
    reportedAt: report.reportedAt ?? '',
    lastReportedAt: report.lastReportedAt ?? '',
    state: REPORT_STATES[report.state] ?? 'open',
    resolvedAt: report.resolvedAt ?? null,
    resolvedBy: report.resolvedBy ? { id: report.resolvedBy, email: addresses.get(report.resolvedBy) ?? null } : null,
    action: REPORT_ACTIONS[report.action] ?? null,
    note: report.note,
    link: report.link ? presentAdminLink(report.link, addresses) : null,
    qrCode,
  };
}
