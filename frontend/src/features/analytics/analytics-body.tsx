import type { ReactNode } from 'react';
import { isNetworkError } from '../../api/api-error';
import { useLiveClicks } from '../../api/live-clicks';
import type { Analytics } from '../../api/types';
import { useDownload } from '../../api/use-download';
import { AnalyticsView } from '../../components/analytics/analytics-view';
import { type AnalyticsState, toParams } from '../../components/analytics/use-analytics-state';
import { t } from '../../messages/en/analytics';
import { analyticsUrl, useAnalyticsQuery } from './analytics.api';
import { Cards } from './cards';

/** Figures fresh enough when no click comes in by itself (another tab's bots switch, midnight). */
const POLL_MS = 60_000;

/** Everything below the heading, for one link and for all of them alike. */
export function AnalyticsBody({
  state,
  linkId,
  extra,
}: {
  state: AnalyticsState;
  linkId?: string;
  extra?: (analytics: Analytics) => ReactNode;
}) {
  const live = useLiveClicks(linkId);
  const query = { ...state.query, linkId };
  const result = useAnalyticsQuery(query, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  const { save, busy } = useDownload();
  const analytics = result.currentData ?? result.data;

  return (
    <AnalyticsView
      noun="clicks"
      state={state}
      live={live}
      analytics={analytics}
      stale={result.isFetching && !result.currentData}
      fetching={result.isFetching}
      problem={result.error && (isNetworkError(result.error) ? t('noServer') : t('failed'))}
      onRetry={() => void result.refetch()}
      onExport={() =>
        void save(
          { url: analyticsUrl(query), params: { ...toParams(query), format: 'csv' } },
          `linqr-analytics-${state.query.timeRange}.csv`,
          {
            failed: t('exportFailed'),
          },
        )
      }
      exporting={busy}
      cards={<Cards analytics={analytics} loading={!analytics} />}
      extra={analytics && extra?.(analytics)}
    />
  );
}
