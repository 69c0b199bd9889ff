import { IconChartArea } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isNetworkError } from '../../../api/api-error';
import { useLiveClicks } from '../../../api/live-clicks';
import { Button } from '../../../components/button/button';
import { EmptyState } from '../../../components/empty-state/empty-state';
import { ErrorState } from '../../../components/error-state/error-state';
import { LoadingRegion, Skeleton } from '../../../components/skeleton/skeleton';
import { t } from '../../../messages/en/analytics';
import { useAnalyticsQuery } from '../analytics.api';
import css from '../analytics.module.css';
import type { AnalyticsState } from '../use-analytics-state';
import { Breakdowns } from './breakdowns';
import { Cards, TimeChart } from './figures';
import { RecentClicks } from './recent-clicks';
import { Toolbar } from './toolbar';

/** Figures fresh enough when no click comes in by itself (another tab's bots switch, midnight). */
const POLL_MS = 60_000;

/** Everything below the heading, for one link and for all of them alike. */
export function AnalyticsBody({
  state,
  extra,
}: {
  state: AnalyticsState;
  extra?: (data: NonNullable<ReturnType<typeof useAnalyticsQuery>['data']>) => ReactNode;
}) {
  const live = useLiveClicks(state.query.linkId);
  const {
    currentData,
    data: last,
    error,
    isFetching,
    refetch,
  } = useAnalyticsQuery(state.query, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  // While a filter changes, the figures before it stay (dimmed) instead of jumping to a skeleton.
  const analytics = currentData ?? last;
  const filtered = Object.keys(state.query.filters).length > 0;

  return (
    <>
      <Toolbar state={state} live={live} />
      {error && !analytics ? (
        <ErrorState title={isNetworkError(error) ? t('noServer') : t('failed')} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <div className={css.body} aria-busy={isFetching || undefined} data-stale={(isFetching && !currentData) || undefined}>
          <Cards analytics={analytics} loading={!analytics} />
          {!analytics ? (
            <LoadingRegion>
              <Skeleton height="22rem" />
            </LoadingRegion>
          ) : (
            <>
              <TimeChart analytics={analytics} state={state} />
              {analytics.totalClicks === 0 ? (
                <EmptyState
                  icon={<IconChartArea aria-hidden="true" />}
                  title={t('noClicks')}
                  text={filtered ? t('noClicksFiltered') : t('noClicksText')}
                  action={filtered ? <Button onClick={state.clearFilters}>{t('clearFilters')}</Button> : undefined}
                />
              ) : (
                <div className={css.grid}>
                  <Breakdowns analytics={analytics} state={state} />
                  {extra?.(analytics)}
                </div>
              )}
              <RecentClicks clicks={analytics.recentClicks} />
              <p className={css.credit}>
                <a href="https://db-ip.com" target="_blank" rel="noreferrer">
                  {t('geoCredit')}
                </a>
              </p>
            </>
          )}
        </div>
      )}
    </>
  );
}
