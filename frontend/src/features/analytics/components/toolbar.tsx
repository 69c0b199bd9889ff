import { IconDownload, IconX } from '@tabler/icons-react';
import type { LiveState } from '../../../api/live-clicks';
import { Button } from '../../../components/button/button';
import { SegmentedControl } from '../../../components/segmented-control/segmented-control';
import { toast } from '../../../components/toast/toast';
import { downloadAs } from '../../../lib/download';
import { countryName } from '../../../lib/format/format';
import { t } from '../../../messages/en/analytics';
import { DIMENSIONS, type Range, useExportAnalyticsMutation } from '../analytics.api';
import css from '../analytics.module.css';
import type { AnalyticsState } from '../use-analytics-state';

const ranges: { value: Range; label: string }[] = [
  { value: '24h', label: t('range24h') },
  { value: '7d', label: t('range7d') },
  { value: '30d', label: t('range30d') },
  { value: '90d', label: t('range90d') },
];

/** Whether the figures move by themselves. */
export function LiveMark({ state }: { state: LiveState }) {
  return (
    <span className={css.live} data-state={state}>
      {state === 'live' ? t('live') : state === 'paused' ? t('paused') : t('connecting')}
    </span>
  );
}

/** Period, live state and export; below it the filters that are on. */
export function Toolbar({ state, live }: { state: AnalyticsState; live: LiveState }) {
  const [exportAnalytics, { isLoading: exporting }] = useExportAnalyticsMutation();
  const active = DIMENSIONS.flatMap((dimension) => (state.query.filters[dimension] ?? []).map((value) => ({ dimension, value })));

  const exportCsv = async () => {
    try {
      const href = await exportAnalytics(state.query).unwrap();
      downloadAs(href, `linqr-analytics-${state.query.timeRange}.csv`);
      URL.revokeObjectURL(href);
    } catch {
      toast.error(t('exportFailed'));
    }
  };

  return (
    <div className={css.toolbar}>
      <SegmentedControl label={t('range')} value={state.query.timeRange} options={ranges} onChange={state.setRange} />
      <div className={css.toolbarEnd}>
        <LiveMark state={live} />
        <Button icon={<IconDownload aria-hidden="true" />} loading={exporting} onClick={() => void exportCsv()}>
          {t('export')}
        </Button>
      </div>
      {active.length > 0 && (
        <ul className={css.chips} aria-label={t('filters')}>
          {active.map(({ dimension, value }) => {
            const name = dimension === 'country' ? countryName(value) : value;
            return (
              <li key={`${dimension}:${value}`}>
                <button
                  type="button"
                  className={css.chip}
                  aria-label={t('removeFilter', { name })}
                  onClick={() => state.toggleFilter(dimension, value)}
                >
                  {name}
                  <IconX aria-hidden="true" />
                </button>
              </li>
            );
          })}
          <li>
            <Button variant="ghost" size="sm" onClick={state.clearFilters}>
              {t('clearFilters')}
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}
