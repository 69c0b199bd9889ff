import { IconCalendarEvent, IconClick, IconDeviceMobile, IconLink, IconLinkPlus, IconUsers } from '@tabler/icons-react';
import type { Analytics } from '../../../api/types';
import { Card } from '../../../components/card/card';
import { AreaChart } from '../../../components/charts/area-chart';
import { StatCard } from '../../../components/stat-card/stat-card';
import { Switch } from '../../../components/switch/switch';
import { t } from '../../../messages/en/analytics';
import css from '../analytics.module.css';
import type { AnalyticsState } from '../use-analytics-state';

/** The cards of specification section 2; the overview adds its two. */
export function Cards({ analytics, loading }: { analytics: Analytics | undefined; loading: boolean }) {
  const overview = analytics?.totalLinks !== undefined;
  return (
    <div className={css.cards}>
      <StatCard
        label={t('totalClicks')}
        icon={<IconClick aria-hidden="true" />}
        value={analytics?.totalClicks}
        previous={analytics?.previous.totalClicks}
        loading={loading}
      />
      <StatCard
        label={t('uniqueVisitors')}
        icon={<IconUsers aria-hidden="true" />}
        value={analytics?.uniqueClicks}
        previous={analytics?.previous.uniqueClicks}
        loading={loading}
      />
      <StatCard
        label={t('mobileClicks')}
        icon={<IconDeviceMobile aria-hidden="true" />}
        value={analytics?.mobileClicks}
        loading={loading}
      />
      <StatCard label={t('todayClicks')} icon={<IconCalendarEvent aria-hidden="true" />} value={analytics?.todayClicks} loading={loading} />
      {overview && (
        <>
          <StatCard label={t('totalLinks')} icon={<IconLink aria-hidden="true" />} value={analytics?.totalLinks} loading={loading} />
          <StatCard label={t('activeLinks')} icon={<IconLinkPlus aria-hidden="true" />} value={analytics?.activeLinks} loading={loading} />
        </>
      )}
    </div>
  );
}

/** Clicks over time with the previous period behind; says how many bots were left out and lets one count them. */
export function TimeChart({ analytics, state }: { analytics: Analytics; state: AnalyticsState }) {
  return (
    <Card
      title={t('clicksOverTime')}
      footer={
        (analytics.botClicks > 0 || state.query.bots) && (
          <div className={css.bots}>
            <span>{!state.query.bots && t('botsLeftOut', { count: analytics.botClicks })}</span>
            <Switch label={t('showBots')} checked={state.query.bots} onCheckedChange={state.setBots} />
          </div>
        )
      }
    >
      <AreaChart
        label={t('clicksOverTime')}
        points={analytics.series.map(({ at, clicks }) => ({ at, value: clicks }))}
        previous={analytics.previousSeries.map(({ at, clicks }) => ({ at, value: clicks }))}
        granularity={analytics.granularity}
        timeZone={state.query.timeZone}
      />
    </Card>
  );
}
