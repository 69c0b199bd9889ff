import { IconCheck, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { useSession } from '../../api/session/use-session';
import type { Plan } from '../../api/types';
import { Badge } from '../../components/badge/badge';
import { ButtonLink } from '../../components/button/button';
import { ErrorState } from '../../components/error-state/error-state';
import { SegmentedControl } from '../../components/segmented-control/segmented-control';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { formatMoney } from '../../lib/format/format';
import { t } from '../../messages/en/marketing';
import css from './plan-cards.module.css';
import { comingLine, planLines, yearlySaving } from './plan-text';
import { useSoldPlans } from './use-sold-plans';

type Interval = 'month' | 'year';

function PlanCard({ plan, interval, signedIn }: { plan: Plan; interval: Interval; signedIn: boolean }) {
  const free = plan.monthlyPrice === 0;
  const coming = comingLine(plan);
  const price = interval === 'year' ? plan.yearlyPrice / 12 : plan.monthlyPrice;
  const note = free
    ? t('freeForever')
    : interval === 'year'
      ? t('billedYearly', { price: formatMoney(plan.yearlyPrice, plan.currency) })
      : t('billedMonthly');
  const subscription = { pathname: '/dashboard/subscription', search: `?plan=${plan.key}&interval=${interval}`, hash: '' };
  // Who signs up or in first goes on to the checkout of this plan afterwards.
  const target = signedIn ? { to: subscription } : { to: '/register', ...(free ? {} : { state: { from: subscription } }) };
  return (
    <article className={css.plan} data-popular={plan.mostPopular ? '' : undefined}>
      <header className={css.head}>
        <h3>{plan.name}</h3>
        {plan.mostPopular && <Badge tone="accent">{t('mostPopular')}</Badge>}
      </header>
      <p className={css.description}>{plan.description}</p>
      <p className={css.price}>
        <strong>{formatMoney(price, plan.currency)}</strong>
        <span>{t('perMonth')}</span>
      </p>
      <p className={css.note}>{note}</p>
      <ButtonLink {...target} variant={plan.mostPopular ? 'primary' : 'secondary'} size="lg" fullWidth>
        {free ? t('startFree') : t('choosePlan', { name: plan.name })}
      </ButtonLink>
      <ul role="list" className={css.lines}>
        {planLines(plan).map((line) => (
          <li key={line}>
            <IconCheck aria-hidden="true" />
            {line}
          </li>
        ))}
        {coming && (
          <li className={css.later}>
            <IconClock aria-hidden="true" />
            {coming}
          </li>
        )}
      </ul>
    </article>
  );
}

/** The sold plans out of the live catalogue, with the yearly switch. */
export function PlanCards() {
  const { data: plans, error, isFetching, refetch, paymentsConfigured } = useSoldPlans();
  const { isAuthenticated } = useSession();
  const [interval, setInterval] = useState<Interval>('month');
  if (error && !plans) {
    return (
      <div className={css.error}>
        <ErrorState title={t('plansFailed')} text={messageOf(error, t('plansFailedText'))} onRetry={refetch} retrying={isFetching} />
      </div>
    );
  }
  const saving = plans ? yearlySaving(plans) : 0;
  return (
    <div className={css.wrap}>
      <div className={css.interval}>
        <SegmentedControl
          label={t('billing')}
          value={interval}
          onChange={setInterval}
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
      {plans ? (
        <>
          <div className={css.grid}>
            {plans.map((plan) => (
              <PlanCard key={plan.key} plan={plan} interval={interval} signedIn={isAuthenticated} />
            ))}
          </div>
          {plans.some(comingLine) && <p className={css.coming}>{t('plansComing')}</p>}
          {!paymentsConfigured && <p className={css.coming}>{t('plansUnpaid')}</p>}
        </>
      ) : (
        <LoadingRegion>
          <div className={css.grid}>
            {['free', 'starter', 'professional'].map((key) => (
              <div key={key} className={css.plan}>
                <Skeleton width="40%" height="1.5rem" />
                <Skeleton width="60%" height="2.5rem" />
                <Skeleton height="3rem" />
                <div>
                  <Skeleton lines={6} />
                </div>
              </div>
            ))}
          </div>
        </LoadingRegion>
      )}
    </div>
  );
}
