import { z } from 'zod';
import { userAnswer } from '../accounts/account.dto.js';
import { planAnswer } from '../billing/subscription.dto.js';
import { pageQuery, paginationAnswer } from '../http/pagination.js';
import { QR_TYPES } from '../qrcodes/qr-code.dto.js';

const reason = (max: number) => z.string().max(max, `Please use at most ${max} characters`);

export const usersQuery = z.object({ ...pageQuery.shape, search: z.string().max(200).default('') });
export const adminUserAnswer = userAnswer
  .extend({
    disabled: z.boolean(),
    disabledReason: z.string(),
    plan: z.string().nullable().meta({ description: 'null: billing did not answer' }),
    planName: z.string().nullable(),
    linkCount: z.number().nullable().meta({ description: 'null: the link service did not answer' }),
  })
  .meta({ id: 'AdminUser' });
export const usersAnswer = z.object({ users: z.array(adminUserAnswer), pagination: paginationAnswer });
export const disableBody = z.object({ reason: reason(500).trim().min(1, 'Please say why.') });
export const adminUserOneAnswer = z.object({ user: adminUserAnswer });

const STATES = ['active', 'archived', 'disabled', 'quarantined'] as const;
export const linksQuery = z.object({
  ...pageQuery.shape,
  search: z.string().max(2_048).default(''),
  state: z.enum(['all', ...STATES], 'state must be all, active, archived, disabled or quarantined').default('all'),
  userId: z.string().max(100).default(''),
});
export const adminLinkAnswer = z
  .object({
    id: z.string(),
    _id: z.string(),
    shortUrl: z.string(),
    domain: z.string(),
    slug: z.string(),
    originalUrl: z.string(),
    title: z.string(),
    state: z.enum(STATES),
    stateReason: z.string(),
    ownerId: z.string(),
    ownerEmail: z.string().nullable().meta({ description: 'null: the account is gone, or the auth service did not answer' }),
    ownerDisabled: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'AdminLink' });
export const linksAnswer = z.object({ links: z.array(adminLinkAnswer), pagination: paginationAnswer });
export const linkStateBody = z.object({
  state: z.enum(['active', 'disabled', 'quarantined'], 'The state must be active, disabled or quarantined.'),
  reason: reason(500).default(''),
});
export const linkAnswer = z.object({ link: adminLinkAnswer });

const CODE_STATES = ['active', 'archived', 'disabled'] as const;
export const codesQuery = z.object({
  ...pageQuery.shape,
  search: z.string().max(2_048).default('').meta({ description: 'Part of content, title or description; or the id or address of a code' }),
  state: z.enum(['all', ...CODE_STATES], 'state must be all, active, archived or disabled').default('all'),
  userId: z.string().max(100).default(''),
});
export const adminCodeAnswer = z
  .object({
    id: z.string(),
    _id: z.string(),
    qrUrl: z.string(),
    shortUrl: z.string().nullable(),
    type: z.enum(QR_TYPES),
    title: z.string(),
    content: z.string().meta({ description: 'Where it leads, or what it says' }),
    state: z.enum(CODE_STATES),
    stateReason: z.string(),
    listed: z.boolean().meta({ description: 'Its destination is on a block list now: it opens nothing either way' }),
    ownerId: z.string(),
    ownerEmail: z.string().nullable().meta({ description: 'null: the account is gone, or the auth service did not answer' }),
    ownerDisabled: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'AdminQrCode' });
export const codesAnswer = z.object({ qrCodes: z.array(adminCodeAnswer), pagination: paginationAnswer });
export const codeStateBody = z.object({
  state: z.enum(['active', 'disabled'], 'The state must be active or disabled.'),
  reason: reason(500).default(''),
});
export const codeAnswer = z.object({ qrCode: adminCodeAnswer });

const REPORT_ACTIONS = ['disable_link', 'quarantine_link', 'disable_owner', 'disable_code', 'dismiss'] as const;
export const reportsQuery = z.object({
  ...pageQuery.shape,
  limit: pageQuery.shape.limit.default(25),
  state: z.enum(['open', 'resolved', 'dismissed', 'all'], 'state must be open, resolved, dismissed or all').default('open'),
});
export const reportAnswer = z
  .object({
    id: z.string(),
    _id: z.string(),
    shortId: z.string(),
    target: z.string().meta({ description: 'Host and path that were reported' }),
    reason: z.string(),
    details: z.string(),
    count: z.number().meta({ description: 'Different reporters' }),
    automatic: z.boolean().meta({ description: 'Raised by the safety checks' }),
    reportedAt: z.string(),
    lastReportedAt: z.string(),
    state: z.enum(['open', 'resolved', 'dismissed']),
    resolvedAt: z.string().nullable(),
    resolvedBy: z.object({ id: z.string(), email: z.string().nullable() }).nullable(),
    action: z.enum(REPORT_ACTIONS).nullable(),
    note: z.string(),
    link: adminLinkAnswer.nullable(),
    qrCode: adminCodeAnswer
      .nullable()
      .meta({ description: 'null: a link was reported, there is no such code, or the qr service did not answer' }),
  })
  .meta({ id: 'AbuseReport' });
export const reportsAnswer = z.object({ reports: z.array(reportAnswer), open: z.number(), pagination: paginationAnswer });
export const reportOneAnswer = z.object({
  report: reportAnswer.extend({
    entries: z.array(z.object({ reason: z.string(), details: z.string(), email: z.string(), reportedAt: z.string() })),
  }),
});
export const resolveBody = z.object({
  action: z.enum(REPORT_ACTIONS, 'The action must be disable_link, quarantine_link, disable_owner, disable_code or dismiss.'),
  note: reason(500).default(''),
});

const days = z.array(z.object({ at: z.string(), count: z.number() }));
export const figuresQuery = z.object({
  timeRange: z.enum(['24h', '7d', '30d', '90d'], 'timeRange must be 24h, 7d, 30d or 90d').default('30d'),
});
export const figuresAnswer = z.object({
  timeRange: z.string(),
  users: z.object({ total: z.number(), created: z.number(), disabled: z.number(), series: days }),
  links: z.object({ total: z.number(), created: z.number(), disabled: z.number(), quarantined: z.number(), series: days }),
  qrCodes: z.object({ total: z.number(), created: z.number(), series: days }),
  clicks: z.object({ total: z.number(), bots: z.number(), scans: z.number(), series: days }).nullable().meta({
    description: 'null: analytics did not answer',
  }),
  plans: z.array(z.object({ plan: z.string(), name: z.string(), count: z.number(), trialing: z.number() })),
  reports: z.object({ open: z.number() }),
});
export const packagesAnswer = z.object({ plans: z.array(planAnswer.extend({ subscribers: z.number(), trialing: z.number() })) });

export const auditQuery = z.object({ ...pageQuery.shape, limit: pageQuery.shape.limit.default(25) });
export const auditAnswer = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      actor: z.object({ id: z.string(), email: z.string().nullable() }),
      action: z.string(),
      targetId: z.string(),
      target: z.string(),
      reason: z.string(),
    }),
  ),
  pagination: paginationAnswer,
});
