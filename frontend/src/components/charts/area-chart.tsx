import { lazy, Suspense, useState } from 'react';
import { formatDateTime, formatNumber } from '../../lib/format/format';
import { t } from '../../messages/en/common';
import { Button } from '../button/button';
import { LoadingRegion, Skeleton } from '../skeleton/skeleton';
import css from './charts.module.css';

export interface ChartPoint {
  /** ISO time of the bucket's start. */
  at: string;
  value: number;
}

export interface AreaChartProps {
  /** What it shows, read out: 'Clicks per day'. */
  label: string;
  points: readonly ChartPoint[];
  /** The period before, same length and order; drawn dashed behind. */
  previous?: readonly ChartPoint[];
  granularity: 'minute' | 'hour' | 'day';
  /** IANA zone the buckets are in; default the reader's. */
  timeZone?: string;
  /** Pixels; default 280. */
  height?: number;
}

const View = lazy(() => import('./area-chart-view').then((module) => ({ default: module.AreaChartView })));

/** Numbers over time with the previous period behind; the drawing code loads when one is on screen. The same figures are there as a table. */
export function AreaChart(props: AreaChartProps) {
  const [asTable, setAsTable] = useState(false);
  const { label, points, previous, height = 280 } = props;
  return (
    <figure className={css.figure}>
      <figcaption className={css.legend}>
        <span className={css.key} data-series="current">
          {t('current')}
        </span>
        {previous && (
          <span className={css.key} data-series="previous">
            {t('previous')}
          </span>
        )}
        <Button variant="ghost" size="sm" className={css.toggle} onClick={() => setAsTable(!asTable)}>
          {asTable ? t('showChart') : t('showTable')}
        </Button>
      </figcaption>
      {asTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className={css.tableBox} style={{ maxHeight: height }} aria-label={label} tabIndex={0}>
          <table className={css.table}>
            <caption className="visually-hidden">{label}</caption>
            <tbody>
              {points.map((point, index) => (
                <tr key={point.at}>
                  <th scope="row">{formatDateTime(point.at)}</th>
                  <td>{formatNumber(point.value)}</td>
                  {previous && <td className={css.faint}>{formatNumber(previous[index]?.value ?? 0)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <div role="img" aria-label={`${label}: ${formatNumber(points.reduce((sum, point) => sum + point.value, 0))}`} style={{ height }}>
          <Suspense
            fallback={
              <LoadingRegion>
                <Skeleton height={`${height}px`} />
              </LoadingRegion>
            }
          >
            <View {...props} height={height} />
          </Suspense>
        </div>
      )}
    </figure>
  );
}
