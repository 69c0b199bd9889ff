import { IconDownload, IconX } from '@tabler/icons-react';
import type { LiveState } from '../../api/live-clicks';
import { countryName } from '../../lib/format/format';
import { t } from '../../messages/en/analytics';
import { Button } from '../button/button';
import { SegmentedControl } from '../segmented-control/segmented-control';
import css from './analytics.module.css';
import { deviceName } from './device-name';
import { type AnalyticsState, DIMENSIONS, type Range } from './use-analytics-state';

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

interface ToolbarProps {
  state: AnalyticsState;
  live: LiveState;
  onExport: () => void;
  exporting: boolean;
}

const shown: Partial<Record<string, (value: string) => string>> = { country: countryName, device: deviceName };

/** Period, live state and export; below it the filters that are on. */
export function Toolbar({ state, live, onExport, exporting }: ToolbarProps) {
  const active = DIMENSIONS.flatMap((dimension) => (state.query.filters[dimension] ?? []).map((value) => ({ dimension, value })));
  return (
    <div className={css.toolbar}>
      <SegmentedControl label={t('range')} value={state.query.timeRange} options={ranges} onChange={state.setRange} />
      <div className={css.toolbarEnd}>
        <LiveMark state={live} />
        <Button icon={<IconDownload aria-hidden="true" />} loading={exporting} onClick={onExport}>
          {t('export')}
        </Button>
      </div>
      {active.length > 0 && (
        <ul className={css.chips} aria-label={t('filters')}>
          {active.map(({ dimension, value }) => {
            const name = shown[dimension]?.(value) ?? value;
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
