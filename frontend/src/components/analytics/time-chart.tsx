import type { Analytics } from '../../api/types';
import { t } from '../../messages/en/analytics';
import { Card } from '../card/card';
import { AreaChart } from '../charts/area-chart';
import { Switch } from '../switch/switch';
import css from './analytics.module.css';
import type { AnalyticsState } from './use-analytics-state';
import { type Noun, words } from './words';

/** Clicks or scans over time with the previous period behind; says how many bots were left out and lets one count them. */
export function TimeChart({ analytics, state, noun }: { analytics: Analytics; state: AnalyticsState; noun: Noun }) {
  return (
    <Card
      title={words[noun].overTime}
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
        label={words[noun].overTime}
        points={analytics.series.map(({ at, clicks }) => ({ at, value: clicks }))}
        previous={analytics.previousSeries.map(({ at, clicks }) => ({ at, value: clicks }))}
        granularity={analytics.granularity}
        timeZone={state.query.timeZone}
      />
    </Card>
  );
}
