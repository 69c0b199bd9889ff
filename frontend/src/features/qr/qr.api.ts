import { api } from '../../api/api';
import { hasStatus } from '../../api/api-error';
import type { Analytics, Pagination, QrCode, QrType } from '../../api/types';
import { type AnalyticsQuery, toParams } from '../../components/analytics/use-analytics-state';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/qr';

export interface QrCodesQuery {
  page: number;
  limit: number;
  search: string;
  show: 'active' | 'all';
  /** Empty: every type. */
  type: QrType | '';
  /** ISO time, inclusive; empty: no bound. */
  createdFrom: string;
  /** ISO time, exclusive; empty: no bound. */
  createdTo: string;
}

export interface QrCodePage {
  qrCodes: QrCode[];
  pagination: Pagination;
}

export interface UpdateQrBody {
  content?: string;
  type?: QrType;
  name?: string;
  description?: string;
  archived?: boolean;
  customization?: unknown;
  encodes?: QrCode['encodes'];
}

export interface QrTemplate {
  key: string;
  name: string;
  customization: unknown;
}

export interface OwnTemplate {
  id: string;
  name: string;
  customization: unknown;
}

export interface Templates {
  /** Ours. */
  presets: QrTemplate[];
  /** The workspace's, newest first. */
  own: OwnTemplate[];
}

export type BulkAction = 'archive' | 'restore' | 'delete';

export interface BulkResult {
  succeeded: number;
  failed: number;
  results: { id: string; ok: boolean; message?: string }[];
}

export interface QrImport {
  id: string;
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed';
  total: number;
  processed: number;
  succeeded: number;
  failed: number;
  createdAt: string;
  finishedAt: string | null;
}

export interface QrImportRow {
  row: number;
  ok: boolean;
  name: string;
  content: string;
  code: string;
  message: string;
}

export interface QrAnalytics extends Analytics {
  totalScans: number;
  uniqueScans: number;
  weeklyScans: number;
  deviceBreakdown: { mobile: number; desktop: number; tablet: number };
}

export const qrUrl = (id: string) => `/qrcodes/${encodeURIComponent(id)}`;
export const qrAnalyticsUrl = (id: string) => `${qrUrl(id)}/analytics`;

export const qrApi = api.injectEndpoints({
  endpoints: (build) => ({
    qrCodes: build.query<QrCodePage, QrCodesQuery>({
      query: (params) => ({ url: '/qrcodes', params }),
      providesTags: ['QrList'],
      extraOptions: { quiet: true },
    }),
    qrCode: build.query<QrCode, string>({
      query: (id) => ({ url: qrUrl(id) }),
      providesTags: ['QrCode'],
      extraOptions: { quiet: true },
    }),
    updateQr: build.mutation<QrCode, { id: string; body: UpdateQrBody }>({
      query: ({ id, body }) => ({ url: qrUrl(id), method: 'PUT', body }),
      invalidatesTags: (_code, error) => (error ? [] : ['QrList', 'QrCode']),
      extraOptions: { quiet: true },
    }),
    deleteQr: build.mutation<{ id: string }, { id: string; keepShortLink: boolean }>({
      query: ({ id, keepShortLink }) => ({ url: qrUrl(id), method: 'DELETE', params: { keepShortLink: keepShortLink || undefined } }),
      // Also after a 404: what is gone leaves the list.
      invalidatesTags: ['QrList', 'LinkList'],
      extraOptions: { quiet: true },
    }),
    addShortLink: build.mutation<QrCode, { id: string; customAlias: string }>({
      query: ({ id, customAlias }) => ({
        url: `${qrUrl(id)}/short-link`,
        method: 'POST',
        body: customAlias ? { customAlias } : {},
      }),
      invalidatesTags: (_code, error) => (error ? [] : ['QrList', 'QrCode', 'LinkList', 'Usage']),
      extraOptions: { quiet: true },
    }),
    bulkQr: build.mutation<BulkResult, { action: BulkAction; ids: string[] }>({
      query: (body) => ({ url: '/qrcodes/bulk', method: 'POST', body, timeoutMs: 60_000 }),
      invalidatesTags: ['QrList', 'QrCode', 'LinkList'],
      extraOptions: { quiet: true },
    }),
    startQrImport: build.mutation<QrImport, { csv: Blob; key: string }>({
      query: ({ csv, key }) => ({
        url: '/qrcodes/import',
        method: 'POST',
        body: csv,
        headers: { 'Content-Type': 'text/csv', 'Idempotency-Key': key },
        timeoutMs: 120_000,
      }),
      transformResponse: ({ import: started }: { import: QrImport }) => started,
      extraOptions: { quiet: true },
    }),
    qrImport: build.query<QrImport, string>({
      query: (id) => `/qrcodes/imports/${encodeURIComponent(id)}`,
      transformResponse: ({ import: found }: { import: QrImport }) => found,
      extraOptions: { quiet: true },
    }),
    cancelQrImport: build.mutation<QrImport, string>({
      query: (id) => ({ url: `/qrcodes/imports/${encodeURIComponent(id)}/cancel`, method: 'POST', body: {} }),
      transformResponse: ({ import: cancelled }: { import: QrImport }) => cancelled,
      extraOptions: { quiet: true },
    }),
    qrImportRows: build.query<QrImportRow[], string>({
      query: (id) => `/qrcodes/imports/${encodeURIComponent(id)}/results`,
      transformResponse: ({ results }: { results: QrImportRow[] }) => results,
      keepUnusedDataFor: 0,
      extraOptions: { quiet: true },
    }),
    qrAnalytics: build.query<QrAnalytics, { id: string; query: AnalyticsQuery }>({
      query: ({ id, query }) => ({ url: qrAnalyticsUrl(id), params: toParams(query) }),
      providesTags: ['Analytics'],
      extraOptions: { quiet: true },
      // Here and not on the screen: an ended session takes the screen away before it could say anything.
      onQueryStarted: (_query, { queryFulfilled }) => {
        queryFulfilled.catch(({ error }: { error: unknown }) => {
          if (hasStatus(error, 401)) toast.error(t('pleaseLogIn'), { id: 'analytics-log-in' });
        });
      },
    }),
    qrTemplates: build.query<Templates, void>({
      query: () => '/qrcodes/templates',
      transformResponse: ({ templates, own }: { templates: QrTemplate[]; own?: OwnTemplate[] | null }) => ({
        presets: templates,
        own: own ?? [],
      }),
      keepUnusedDataFor: 600,
      providesTags: ['QrTemplates'],
      extraOptions: { quiet: true },
    }),
    saveQrTemplate: build.mutation<OwnTemplate, { name: string; customization: unknown }>({
      query: (body) => ({ url: '/qrcodes/templates', method: 'POST', body }),
      invalidatesTags: (_template, error) => (error ? [] : ['QrTemplates']),
      extraOptions: { quiet: true },
    }),
    deleteQrTemplate: build.mutation<{ id: string }, string>({
      query: (id) => ({ url: `/qrcodes/templates/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['QrTemplates'],
      extraOptions: { quiet: true },
    }),
  }),
});

export const {
  useQrCodesQuery,
  useQrCodeQuery,
  useUpdateQrMutation,
  useDeleteQrMutation,
  useAddShortLinkMutation,
  useBulkQrMutation,
  useStartQrImportMutation,
  useQrImportQuery,
  useCancelQrImportMutation,
  useQrImportRowsQuery,
  useQrAnalyticsQuery,
  useQrTemplatesQuery,
  useSaveQrTemplateMutation,
  useDeleteQrTemplateMutation,
} = qrApi;
