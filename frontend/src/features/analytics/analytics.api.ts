import { api } from '../../api/api';
import { hasStatus } from '../../api/api-error';
import type { Analytics } from '../../api/types';
import { type AnalyticsQuery, toParams } from '../../components/analytics/use-analytics-state';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/analytics';

/** `linkId` absent: all links of the workspace. */
export type LinkAnalyticsQuery = AnalyticsQuery & { linkId?: string };

export const analyticsUrl = (query: Pick<LinkAnalyticsQuery, 'linkId'>) =>
  query.linkId ? `/urls/${encodeURIComponent(query.linkId)}/analytics` : '/urls/analytics/overview';

const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    analytics: build.query<Analytics, LinkAnalyticsQuery>({
      query: (query) => ({ url: analyticsUrl(query), params: toParams(query) }),
      providesTags: ['Analytics'],
      extraOptions: { quiet: true },
      // Here and not on the screen: an ended session takes the screen away before it could say anything.
      onQueryStarted: (_query, { queryFulfilled }) => {
        queryFulfilled.catch(({ error }: { error: unknown }) => {
          if (hasStatus(error, 401)) toast.error(t('pleaseLogIn'), { id: 'analytics-log-in' });
        });
      },
    }),
  }),
});

export const { useAnalyticsQuery } = analyticsApi;
