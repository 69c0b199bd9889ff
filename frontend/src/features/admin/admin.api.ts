import { api } from '../../api/api';
import type { Pagination, Plan, User } from '../../api/types';

/** null where the part that knows did not answer. */
export interface AdminUser extends User {
  disabled: boolean;
  disabledReason: string;
  plan: string | null;
  planName: string | null;
  linkCount: number | null;
}

export interface UserPage {
  users: AdminUser[];
  pagination: Pagination;
}

export interface UserQuery {
  page: number;
  limit: number;
  search: string;
}

export type AdminLinkState = 'active' | 'archived' | 'disabled' | 'quarantined';

export interface AdminLink {
  id: string;
  shortUrl: string;
  originalUrl: string;
  title: string;
  state: AdminLinkState;
  stateReason: string;
  ownerId: string;
  ownerEmail: string | null;
  ownerDisabled: boolean;
  createdAt: string;
}

export interface LinkQuery {
  page: number;
  limit: number;
  search: string;
  state: AdminLinkState | 'all';
}

export type AdminCodeState = 'active' | 'archived' | 'disabled';

export interface AdminCode {
  id: string;
  qrUrl: string;
  shortUrl: string | null;
  title: string;
  /** Where it leads, or what it says. */
  content: string;
  state: AdminCodeState;
  stateReason: string;
  /** Its destination is on a block list now. */
  listed: boolean;
  ownerId: string;
  ownerEmail: string | null;
  ownerDisabled: boolean;
  createdAt: string;
}

export interface CodeQuery {
  page: number;
  limit: number;
  search: string;
  state: AdminCodeState | 'all';
}

export type ReportAction = 'disable_link' | 'quarantine_link' | 'disable_owner' | 'disable_code' | 'dismiss';
export type ReportState = 'open' | 'resolved' | 'dismissed';

export interface AbuseReport {
  id: string;
  shortId: string;
  target: string;
  reason: string;
  details: string;
  /** Different reporters. */
  count: number;
  automatic: boolean;
  reportedAt: string;
  lastReportedAt: string;
  state: ReportState;
  resolvedAt: string | null;
  resolvedBy: { id: string; email: string | null } | null;
  action: ReportAction | null;
  note: string;
  link: AdminLink | null;
  /** The code that was reported; null where a link was, or it is gone. */
  qrCode: AdminCode | null;
}

export interface ReportDetail extends AbuseReport {
  entries: { reason: string; details: string; email: string; reportedAt: string }[];
}

export interface ContactMessage {
  id: string;
  name: string;
  email: string;
  type: string;
  subject: string;
  message: string;
  state: 'open' | 'done';
  createdAt: string;
}

export interface AuditEntry {
  id: string;
  at: string;
  actor: { id: string; email: string | null };
  action: string;
  target: string;
  reason: string;
}

interface DayPoint {
  at: string;
  count: number;
}

export interface Figures {
  users: { total: number; created: number; disabled: number; series: DayPoint[] };
  links: { total: number; created: number; disabled: number; quarantined: number; series: DayPoint[] };
  qrCodes: { total: number; created: number; series: DayPoint[] };
  /** null: analytics did not answer. */
  clicks: { total: number; bots: number; scans: number; series: DayPoint[] } | null;
  reports: { open: number };
}

export type FigureRange = '24h' | '7d' | '30d' | '90d';
export type PlanWithSubscribers = Plan & { subscribers: number; trialing: number };

/** What admins see and do. The screens show the errors themselves. */
export const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    users: build.query<UserPage, UserQuery>({
      query: (params) => ({ url: '/admin/users', params }),
      providesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    deleteUser: build.mutation<unknown, string>({
      query: (email) => ({ url: `/admin/user/${encodeURIComponent(email)}`, method: 'DELETE' }),
      // Also after a refusal: the list may be old (deleted or made an admin meanwhile).
      invalidatesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    setUserDisabled: build.mutation<{ user: AdminUser }, { id: string; disabled: boolean; reason: string }>({
      query: ({ id, disabled, reason }) => ({
        url: `/admin/users/${id}/${disabled ? 'disable' : 'enable'}`,
        method: 'POST',
        body: disabled ? { reason } : {},
      }),
      invalidatesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    reports: build.query<
      { reports: AbuseReport[]; open: number; pagination: Pagination },
      { page: number; limit: number; state: ReportState | 'all' }
    >({
      query: (params) => ({ url: '/report', params }),
      providesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    report: build.query<{ report: ReportDetail }, string>({
      query: (id) => ({ url: `/admin/reports/${id}` }),
      providesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    resolveReport: build.mutation<{ report: ReportDetail }, { id: string; action: ReportAction; note: string }>({
      query: ({ id, ...data }) => ({ url: `/admin/reports/${id}`, method: 'POST', body: data }),
      invalidatesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    adminLinks: build.query<{ links: AdminLink[]; pagination: Pagination }, LinkQuery>({
      query: (params) => ({ url: '/admin/links', params }),
      providesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    setLinkState: build.mutation<{ link: AdminLink }, { id: string; state: 'active' | 'disabled' | 'quarantined'; reason: string }>({
      query: ({ id, ...data }) => ({ url: `/admin/links/${id}/state`, method: 'POST', body: data }),
      invalidatesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    adminCodes: build.query<{ qrCodes: AdminCode[]; pagination: Pagination }, CodeQuery>({
      query: (params) => ({ url: '/admin/qrcodes', params }),
      providesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    setCodeState: build.mutation<{ qrCode: AdminCode }, { id: string; state: 'active' | 'disabled'; reason: string }>({
      query: ({ id, ...data }) => ({ url: `/admin/qrcodes/${id}/state`, method: 'POST', body: data }),
      invalidatesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    figures: build.query<Figures, FigureRange>({
      query: (timeRange) => ({ url: '/admin/analytics', params: { timeRange } }),
      providesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    packages: build.query<{ plans: PlanWithSubscribers[] }, void>({
      query: () => ({ url: '/admin/packages' }),
      providesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    audit: build.query<{ entries: AuditEntry[]; pagination: Pagination }, { page: number; limit: number }>({
      query: (params) => ({ url: '/admin/audit', params }),
      providesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    messages: build.query<
      { messages: ContactMessage[]; open: number; pagination: Pagination },
      { page: number; limit: number; state: 'open' | 'done' | 'all' }
    >({
      query: (params) => ({ url: '/admin/messages', params }),
      providesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
    setMessageState: build.mutation<unknown, { id: string; state: 'open' | 'done' }>({
      query: ({ id, state }) => ({ url: `/admin/messages/${id}`, method: 'POST', body: { state } }),
      invalidatesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
  }),
});

export const {
  useUsersQuery,
  useDeleteUserMutation,
  useSetUserDisabledMutation,
  useReportsQuery,
  useReportQuery,
  useResolveReportMutation,
  useAdminLinksQuery,
  useSetLinkStateMutation,
  useAdminCodesQuery,
  useSetCodeStateMutation,
  useFiguresQuery,
  usePackagesQuery,
  useAuditQuery,
  useMessagesQuery,
  useSetMessageStateMutation,
} = adminApi;
