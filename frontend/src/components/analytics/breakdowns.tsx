import { lazy, Suspense, useState } from 'react';
import type { Analytics, Breakdown } from '../../api/types';
import { countryName } from '../../lib/format/format';
import { t } from '../../messages/en/analytics';
import { Card } from '../card/card';
import { type BarItem, BarList } from '../charts/bar-list';
import { SegmentedControl } from '../segmented-control/segmented-control';
import { Skeleton } from '../skeleton/skeleton';
import css from './analytics.module.css';
import { deviceName } from './device-name';
import type { AnalyticsState, Dimension } from './use-analytics-state';
import { type Noun, words } from './words';

const WorldMap = lazy(() => import('./world-map').then((module) => ({ default: module.WorldMap })));

interface View {
  key: Dimension;
  label: string;
  items: BarItem[];
}

const items = (list: Breakdown[], label: (name: string) => string = (name) => name): BarItem[] =>
  list.map(({ name, clicks }) => ({ key: name, label: label(name), value: clicks }));

/** One card with several rankings to switch between; a row pressed filters the whole screen. */
function BreakdownCard({
  title,
  views,
  limit,
  total,
  state,
  noun,
}: {
  title: string;
  views: View[];
  limit: number;
  total: number;
  state: AnalyticsState;
  noun: Noun;
}) {
  const [chosen, choose] = useState<Dimension>(views[0]?.key ?? 'country');
  const view = views.find((v) => v.key === chosen) ?? views[0];
  if (!view) return null;
  return (
    <Card
      title={title}
      actions={
        views.length > 1 && (
          <SegmentedControl
            size="sm"
            label={title}
            value={view.key}
            options={views.map((v) => ({ value: v.key, label: v.label }))}
            onChange={choose}
          />
        )
      }
    >
      <BarList
        label={words[noun].by(view.label)}
        items={view.items.slice(0, limit)}
        total={total}
        selected={state.query.filters[view.key]}
        onSelect={(value) => state.toggleFilter(view.key, value)}
        emptyText={words[noun].none}
      />
    </Card>
  );
}

/** Where, on what and through whom people came. */
export function Breakdowns({ analytics, state, noun }: { analytics: Analytics; state: AnalyticsState; noun: Noun }) {
  const total = analytics.totalClicks;
  return (
    <>
      <div className={css.wide}>
        <Card title={t('topCountries')}>
          <div className={css.geo}>
            <Suspense fallback={<Skeleton height="16rem" />}>
              <WorldMap countries={analytics.countries} noun={noun} onSelect={(code) => state.toggleFilter('country', code)} />
            </Suspense>
            <BarList
              label={words[noun].by(t('countries'))}
              items={items(analytics.countries, countryName).slice(0, 5)}
              total={total}
              selected={state.query.filters.country}
              onSelect={(value) => state.toggleFilter('country', value)}
              emptyText={words[noun].none}
            />
          </div>
        </Card>
      </div>
      <BreakdownCard
        title={t('deviceTypes')}
        limit={7}
        total={total}
        state={state}
        noun={noun}
        views={[
          {
            key: 'device',
            label: t('devices'),
            items: analytics.devices.map(({ type, clicks }) => ({ key: type, label: deviceName(type), value: clicks })),
          },
          { key: 'browser', label: t('browsers'), items: items(analytics.browsers) },
          { key: 'os', label: t('systems'), items: items(analytics.operatingSystems) },
        ]}
      />
      <BreakdownCard
        title={t('sources')}
        limit={7}
        total={total}
        state={state}
        noun={noun}
        views={[
          { key: 'referrer', label: t('referrers'), items: items(analytics.referrers) },
          { key: 'utmCampaign', label: t('campaigns'), items: items(analytics.utmCampaigns).filter((item) => item.key !== 'None') },
        ]}
      />
      <BreakdownCard
        title={t('location')}
        limit={7}
        total={total}
        state={state}
        noun={noun}
        views={[
          { key: 'city', label: t('cities'), items: items(analytics.cities) },
          { key: 'language', label: t('languages'), items: items(analytics.languages, languageName) },
        ]}
      />
    </>
  );
}

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
