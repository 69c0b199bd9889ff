import { messageOf } from '../../api/api-error';
import { useUsageQuery } from '../../api/usage.api';
import { Banner } from '../../components/banner/banner';
import { Card } from '../../components/card/card';
import { ErrorState } from '../../components/error-state/error-state';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { UsageBar } from '../../components/usage-bar/usage-bar';
import { formatDate } from '../../lib/format/format';
import { t } from '../../messages/en/billing';
import css from './billing.module.css';

const isFull = (used: number, limit: number | null): boolean => limit !== null && used >= limit;

/** What this period used of the plan's allowances. The frame keeps the numbers fresh. */
export function UsageCard() {
  const { data, error, isFetching, refetch } = useUsageQuery();
  const date = data && formatDate(data.periodEnd);
  return (
    <Card
      title={t('usageTitle')}
      description={
        data ? (
          t('usagePeriod', { from: formatDate(data.periodStart), to: formatDate(data.periodEnd) })
        ) : error ? undefined : (
          <Skeleton width="14rem" height="1.25rem" />
        )
      }
    >
      {error && !data ? (
        <ErrorState title={t('usageFailed')} text={messageOf(error, t('loadFailedText'))} onRetry={refetch} retrying={isFetching} />
      ) : data ? (
        <div className={css.stack}>
          <UsageBar label={t('links')} used={data.usage.linksCreated} limit={data.limits.links} />
          <UsageBar label={t('qrCodes')} used={data.usage.qrCodesGenerated} limit={data.limits.qrCodes} />
          {date && (isFull(data.usage.linksCreated, data.limits.links) || isFull(data.usage.qrCodesGenerated, data.limits.qrCodes)) ? (
            <Banner tone="warning">{t('usageFull', { date })}</Banner>
          ) : (
            date && <p className={css.muted}>{t('usageResets', { date })}</p>
          )}
        </div>
      ) : (
        <LoadingRegion>
          <div className={css.stack}>
            <Skeleton height="1.75rem" />
            <Skeleton height="1.75rem" />
            <Skeleton width="60%" />
          </div>
        </LoadingRegion>
      )}
    </Card>
  );
}
