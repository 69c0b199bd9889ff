import { ReportAction as ReportActionMessage, ReportState as ReportStateMessage } from '@linqr/proto/link/v1/safety';
import { z } from 'zod';
import { plainText } from '../plain-text.js';
import type { ReportAction, ReportState } from './report.js';

/** A plausible address; whether it exists shows when mail is sent. */
export const emailAddress = z
  .string()
  .trim()
  .max(254, 'The email address is too long.')
  .regex(/^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+\.[^\s@<>(),;:"\\[\]\p{Cc}.]{2,}$/u, 'Please enter a valid email address.');

export const fileReportSchema = z.object({
  shortId: plainText('link', 2_048).min(1, 'Please enter the short link.'),
  reason: plainText('reason', 100).min(1, 'Please choose a reason.'),
  details: plainText('details', 2_000),
  email: z.union([z.literal(''), emailAddress]),
  clientAddress: z.string().max(100),
});
export type FileReportInput = z.output<typeof fileReportSchema>;

const STATES: Record<ReportStateMessage, ReportState | 'any'> = {
  [ReportStateMessage.REPORT_STATE_UNSPECIFIED]: 'any',
  [ReportStateMessage.REPORT_STATE_OPEN]: 'open',
  [ReportStateMessage.REPORT_STATE_RESOLVED]: 'resolved',
  [ReportStateMessage.REPORT_STATE_DISMISSED]: 'dismissed',
  [ReportStateMessage.UNRECOGNIZED]: 'any',
};
const ACTIONS: Partial<Record<ReportActionMessage, ReportAction>> = {
  [ReportActionMessage.REPORT_ACTION_DISABLE_LINK]: 'disable_link',
  [ReportActionMessage.REPORT_ACTION_QUARANTINE_LINK]: 'quarantine_link',
  [ReportActionMessage.REPORT_ACTION_DISABLE_OWNER]: 'disable_owner',
  [ReportActionMessage.REPORT_ACTION_DISABLE_CODE]: 'disable_code',
  [ReportActionMessage.REPORT_ACTION_DISMISS]: 'dismiss',
};

/** Page from 1, 1 to 100 a page; what is absent on the wire is 0. */
export const pageFields = {
  page: z
    .number()
    .int()
    .min(0)
    .max(1_000_000, 'The page is too large.')
    .transform((page) => page || 1),
  limit: z
    .number()
    .int()
    .min(0)
    .max(100, 'The limit must be at most 100.')
    .transform((limit) => limit || 25),
};

export const listReportsSchema = z.object({
  ...pageFields,
  state: z.enum(ReportStateMessage).transform((state) => STATES[state]),
});

export const resolveReportSchema = z.object({
  id: z.string().max(100),
  action: z.enum(ReportActionMessage).transform((action, context): ReportAction => {
    const known = ACTIONS[action];
    if (known) return known;
    context.addIssue({
      code: 'custom',
      message: 'The action must be disable_link, quarantine_link, disable_owner, disable_code or dismiss.',
    });
    return z.NEVER;
  }),
  note: plainText('note', 1_000),
});
