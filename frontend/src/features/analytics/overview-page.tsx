import { Link } from 'react-router-dom';
import type { Analytics } from '../../api/types';
import { useAnalyticsState } from '../../components/analytics/use-analytics-state';
import { Card } from '../../components/card/card';
import { PageHeader } from '../../components/page-header/page-header';
import { formatNumber } from '../../lib/format/format';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/analytics';
import css from './analytics.module.css';
import { AnalyticsBody } from './analytics-body';

function TopLinks({ analytics }: { analytics: Analytics }) {
  return (
    <Card title={t('topLinks')}>
      <ol className={css.topLinks}>
        {(analytics.topLinks ?? []).slice(0, 7).map((link) => (
          <li key={link.id}>
            {link.shortUrl ? (
              <Link to={`/analytics/${link.id}`}>{link.title || link.shortUrl.replace(/^https?:\/\//, '')}</Link>
            ) : (
              <span>{t('deletedLink')}</span>
            )}
            <span className={css.number}>{formatNumber(link.clicks)}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** /analytics: all links of the workspace. */
export function OverviewPage() {
  useTitle(t('title'));
  const state = useAnalyticsState();
  return (
    <>
      <PageHeader title={t('title')} description={t('overviewText')} back={{ to: '/dashboard', label: t('back') }} />
      <AnalyticsBody state={state} extra={(analytics) => <TopLinks analytics={analytics} />} />
    </>
  );
}
