import { api } from '../../api/api';
import type { Analytics } from '../../api/types';

export type Range = '24h' | '7d' | '30d' | '90d';
export const RANGES: readonly Range[] = ['24h', '7d', '30d', '90d'];

/** Dimensions that filter everything else; each is the name of its query parameter. */
export const DIMENSIONS = [
  'country',
  'city',
  'device',
  'browser',
  'os',
  'referrer',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'language',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface AnalyticsQuery {
  /** Absent: all links of the workspace. */
  linkId?: string;
  timeRange: Range;
  timeZone: string;
  bots: boolean;
  filters: Partial<Record<Dimension, string[]>>;
}

/** Repeated parameters (`country=DE&country=AT`), as the API takes them. */
export function toSearchParams({ timeRange, timeZone, bots, filters }: AnalyticsQuery): URLSearchParams {
  const params = new URLSearchParams({ timeRange, timeZone });
  if (bots) params.set('bots', 'true');
  for (const dimension of DIMENSIONS) for (const value of filters[dimension] ?? []) params.append(dimension, value);
  return params;
}

export const analyticsPath = ({ linkId }: Pick<AnalyticsQuery, 'linkId'>) =>
  linkId ? `/urls/${encodeURIComponent(linkId)}/analytics` : '/urls/analytics/overview';

const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    analytics: build.query<Analytics, AnalyticsQuery>({
      query: (query) => ({ url: `${analyticsPath(query)}?${toSearchParams(query)}` }),
      providesTags: ['Analytics'],
      extraOptions: { quiet: true },
    }),
    /** Answers with an object URL of the file; whoever saves it revokes it. */
    exportAnalytics: build.mutation<string, AnalyticsQuery>({
      query: (query) => ({ url: `${analyticsPath(query)}?${toSearchParams(query)}&format=csv`, responseType: 'blob' }),
      transformResponse: (file: Blob) => URL.createObjectURL(file),
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useAnalyticsQuery, useExportAnalyticsMutation } = analyticsApi;
