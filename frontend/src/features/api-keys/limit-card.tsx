import { useCatalogueQuery } from '../../api/subscription.api';
import { useUsageQuery } from '../../api/usage.api';
import { ButtonLink } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { formatNumber } from '../../lib/format/format';
import { t } from '../../messages/en/api-keys';
import css from './api-keys.module.css';

function HourlyLimit() {
  const usage = useUsageQuery();
  const catalogue = useCatalogueQuery();
  if (usage.isLoading || catalogue.isLoading) {
    return (
      <LoadingRegion>
        <Skeleton width="8rem" height="2.2rem" />
      </LoadingRegion>
    );
  }
  if (!usage.data || !catalogue.data) return <p className={css.muted}>{t('limitUnknown')}</p>;
  const key = usage.data.currentPlan;
  const plan = catalogue.data.plans.find((candidate) => candidate.key === key);
  // A plan that is in no catalogue counts as unlimited (spec section 4).
  const limit = plan?.limits.apiCallsPerHour ?? null;
  return (
    <p className={css.limit}>
      {limit === null ? (
        t('limitUnlimited')
      ) : (
        <>
          <strong>{formatNumber(limit)}</strong> {t('perHour')}
        </>
      )}
      <span className={css.muted}>{t('limitPlan', { name: usage.data.planName })}</span>
    </p>
  );
}

/** How many calls an hour the plan allows, and how a program learns what is left. */
export function LimitCard() {
  return (
    <Card title={t('limitTitle')}>
      <div className={css.stack}>
        <HourlyLimit />
        <p className={css.muted}>
          {t('limitHeaders', {
            limit: 'RateLimit-Limit',
            remaining: 'RateLimit-Remaining',
            reset: 'RateLimit-Reset',
            retry: 'Retry-After',
          })}
        </p>
        <div>
          <ButtonLink to="/billing" size="sm">
            {t('comparePlans')}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}
