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
}

export interface QrTemplate {
  key: string;
  name: string;
  customization: unknown;
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
    deleteQr: build.mutation<{ id: string }, string>({
      query: (id) => ({ url: qrUrl(id), method: 'DELETE' }),
      // Also after a 404: what is gone leaves the list.
      invalidatesTags: ['QrList'],
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
    qrTemplates: build.query<QrTemplate[], void>({
      query: () => '/qrcodes/templates',
      transformResponse: ({ templates }: { templates: QrTemplate[] }) => templates,
      keepUnusedDataFor: 600,
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useQrCodesQuery, useQrCodeQuery, useUpdateQrMutation, useDeleteQrMutation, useQrAnalyticsQuery, useQrTemplatesQuery } =
  qrApi;
