import { useSearchParams } from 'react-router-dom';
import { messageOf } from '../../api/api-error';
import { useCatalogueQuery, useSubscriptionQuery } from '../../api/subscription.api';
import { Badge } from '../../components/badge/badge';
import { Banner } from '../../components/banner/banner';
import { Card } from '../../components/card/card';
import { ErrorState } from '../../components/error-state/error-state';
import { SegmentedControl } from '../../components/segmented-control/segmented-control';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { t } from '../../messages/en/billing';
import type { Interval } from './billing.api';
import css from './billing.module.css';
import { PlanComparison } from './plan-comparison';
import { yearlySaving } from './plan-facts';
import { PlanOption } from './plan-option';

/** The interval is in the address, so that the pricing page can hand it over: `?plan=starter&interval=year`. */
function useChoice() {
  const [params, setParams] = useSearchParams();
  const interval: Interval = params.get('interval') === 'year' ? 'year' : 'month';
  const setInterval = (next: Interval) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === 'year') after.set('interval', next);
        else after.delete('interval');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return { plan: params.get('plan'), interval, setInterval };
}

/** Without the provider's keys nothing can be bought: says so, and what the operator has to set. */
function Unconfigured({ trialAvailable }: { trialAvailable: boolean }) {
  return (
    <Banner tone="warning" title={t('unconfiguredTitle')}>
      {t('unconfiguredText', { key: 'STRIPE_SECRET_KEY', secret: 'STRIPE_WEBHOOK_SECRET' })}
      {trialAvailable && ` ${t('unconfiguredTrial')}`}
    </Banner>
  );
}

/** The plans on sale with the monthly/yearly switch, and the comparison below. */
export function PlanSection() {
  const { data: catalogue, error, isFetching, refetch } = useCatalogueQuery();
  const { data: subscription } = useSubscriptionQuery();
  const choice = useChoice();
  if (error && !catalogue) {
    return (
      <Card title={t('plansTitle')}>
        <ErrorState title={t('plansFailed')} text={messageOf(error, t('loadFailedText'))} onRetry={refetch} retrying={isFetching} />
      </Card>
    );
  }
  const sold = catalogue?.plans.filter((plan) => plan.sold) ?? [];
  const saving = yearlySaving(sold);
  const current = catalogue?.plans.find((plan) => plan.key === subscription?.plan);
  return (
    <section className={css.section} aria-labelledby="billing-plans">
      <div className={css.sectionHead}>
        <h2 id="billing-plans">{t('plansTitle')}</h2>
        <SegmentedControl<Interval>
          label={t('interval')}
          value={choice.interval}
          onChange={choice.setInterval}
          options={[
            { value: 'month', label: t('monthly') },
            {
              value: 'year',
              label: (
                <>
                  {t('yearly')}
                  {saving > 0 && <Badge tone="accent">{t('save', { percent: saving })}</Badge>}
                </>
              ),
            },
          ]}
        />
      </div>
      {catalogue && !catalogue.paymentsConfigured && <Unconfigured trialAvailable={subscription?.trialAvailable ?? false} />}
      {catalogue ? (
        <>
          <div className={css.grid}>
            {sold.map((plan) => (
              <PlanOption
                key={plan.key}
                plan={plan}
                interval={choice.interval}
                subscription={subscription}
                currentPrice={current?.monthlyPrice ?? 0}
                paymentsConfigured={catalogue.paymentsConfigured}
                chosen={choice.plan === plan.key && subscription?.plan !== plan.key}
              />
            ))}
          </div>
          <PlanComparison plans={sold} current={subscription?.plan} />
        </>
      ) : (
        <LoadingRegion>
          <div className={css.grid}>
            {['free', 'starter', 'professional'].map((key) => (
              <div key={key} className={css.plan}>
                <Skeleton width="40%" height="1.5rem" />
                <Skeleton width="60%" height="2.5rem" />
                <div>
                  <Skeleton lines={6} />
                </div>
              </div>
            ))}
          </div>
          {/* About as tall as the comparison: what follows it is not pushed down by it. */}
          <Skeleton height="34rem" />
        </LoadingRegion>
      )}
    </section>
  );
}
