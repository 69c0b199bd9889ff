import { IconChartArea } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Analytics } from '../../api/types';
import { t } from '../../messages/en/analytics';
import { Button } from '../button/button';
import { EmptyState } from '../empty-state/empty-state';
import { ErrorState } from '../error-state/error-state';
import { LoadingRegion, Skeleton } from '../skeleton/skeleton';
import css from './analytics.module.css';
import { Breakdowns } from './breakdowns';
import { RecentClicks } from './recent-clicks';
import { TimeChart } from './time-chart';
import { type LiveMark, Toolbar } from './toolbar';
import type { AnalyticsState } from './use-analytics-state';
import { type Noun, words } from './words';

export interface AnalyticsViewProps {
  noun: Noun;
  state: AnalyticsState;
  live: Parameters<typeof LiveMark>[0]['state'];
  /** The newest figures there are: while a filter changes, those before it stay (dimmed) instead of a skeleton. */
  analytics: Analytics | undefined;
  /** The figures belong to what was asked before. */
  stale: boolean;
  fetching: boolean;
  /** What went wrong, when there are no figures at all. */
  problem: string | undefined;
  onRetry: () => void;
  onExport: () => void;
  exporting: boolean;
  /** The figures on top; also drawn, without data, while loading. */
  cards: ReactNode;
  /** One more card beside the rankings. */
  extra?: ReactNode;
}

/** Everything below the heading of an analytics screen: of one link, of all of them, of a QR code. */
export function AnalyticsView(props: AnalyticsViewProps) {
  const { noun, state, analytics, stale, fetching, problem } = props;
  const filtered = Object.keys(state.query.filters).length > 0;
  return (
    <>
      <Toolbar state={state} live={props.live} onExport={props.onExport} exporting={props.exporting} />
      {problem && !analytics ? (
        <>
          {noun === 'scans' && <div className={css.body}>{props.cards}</div>}
          <ErrorState title={problem} onRetry={props.onRetry} retrying={fetching} />
        </>
      ) : (
        <div className={css.body} aria-busy={fetching || undefined} data-stale={stale || undefined}>
          {props.cards}
          {!analytics ? (
            <LoadingRegion>
              <Skeleton height="22rem" />
            </LoadingRegion>
          ) : (
            <>
              <TimeChart analytics={analytics} state={state} noun={noun} />
              {analytics.totalClicks === 0 ? (
                <EmptyState
                  icon={<IconChartArea aria-hidden="true" />}
                  title={words[noun].none}
                  text={filtered ? words[noun].noneFiltered : words[noun].noneText}
                  action={filtered ? <Button onClick={state.clearFilters}>{t('clearFilters')}</Button> : undefined}
                />
              ) : (
                <>
                  <div className={css.grid}>
                    <Breakdowns analytics={analytics} state={state} noun={noun} />
                    {props.extra}
                  </div>
                  <RecentClicks clicks={analytics.recentClicks} noun={noun} />
                </>
              )}
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
