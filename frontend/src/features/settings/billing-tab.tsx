import { messageOf } from '../../api/api-error';
import { useSubscriptionQuery } from '../../api/subscription.api';
import { useUsageQuery } from '../../api/usage.api';
import { Banner } from '../../components/banner/banner';
import { ButtonLink } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { ErrorState } from '../../components/error-state/error-state';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { UsageBar } from '../../components/usage-bar/usage-bar';
import { formatDate } from '../../lib/format/format';
import { t } from '../../messages/en/settings';
import css from './settings.module.css';

/** The plan and what is left of it, with the way to the billing screen. */
export function BillingTab() {
  const usage = useUsageQuery();
  const { data: subscription } = useSubscriptionQuery();
  const trial = subscription?.status === 'trialing' && subscription.trialEnd;
  return (
    <>
      <Card
        title={t('planTitle')}
        description={
          trial
            ? t('planTrial', { name: subscription.planName, date: formatDate(trial) })
            : usage.data && t('planText', { name: usage.data.planName })
        }
      >
        <div className={css.stack}>
          {usage.error && !usage.data ? (
            <ErrorState
              title={t('planFailed')}
              text={messageOf(usage.error, t('sessionsFailedText'))}
              onRetry={usage.refetch}
              retrying={usage.isFetching}
            />
          ) : usage.data ? (
            <>
              <div className={css.usage}>
                <UsageBar label={t('linksUsed')} used={usage.data.usage.linksCreated} limit={usage.data.limits.links} />
                <UsageBar label={t('qrUsed')} used={usage.data.usage.qrCodesGenerated} limit={usage.data.limits.qrCodes} />
              </div>
              <p className={css.muted}>{t('renews', { date: formatDate(usage.data.periodEnd) })}</p>
            </>
          ) : (
            <LoadingRegion>
              <Skeleton lines={3} />
            </LoadingRegion>
          )}
          <div className={css.buttons}>
            <ButtonLink to="/billing" variant="primary">
              {t('openBilling')}
            </ButtonLink>
            <ButtonLink to="/pricing">{t('viewPlans')}</ButtonLink>
          </div>
        </div>
      </Card>
      {subscription?.paymentsConfigured === false && <Banner title={t('comingTitle')}>{t('comingText')}</Banner>}
    </>
  );
}
