import { IconCalendarEvent, IconClick, IconDeviceMobile, IconLink, IconLinkPlus, IconUsers } from '@tabler/icons-react';
import type { Analytics } from '../../api/types';
import { StatCards } from '../../components/analytics/stat-cards';
import { StatCard } from '../../components/stat-card/stat-card';
import { t } from '../../messages/en/analytics';

/** The cards of specification section 2; the overview adds its two. */
export function Cards({ analytics, loading }: { analytics: Analytics | undefined; loading: boolean }) {
  const overview = analytics?.totalLinks !== undefined;
  return (
    <StatCards>
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
    </StatCards>
  );
}
