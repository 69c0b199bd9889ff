import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Plan, Subscription } from '../../api/types';
import { Badge } from '../../components/badge/badge';
import { formatDate, formatMoney } from '../../lib/format/format';
import { t } from '../../messages/en/billing';
import type { Interval } from './billing.api';
import css from './billing.module.css';
import { PlanAction } from './plan-action';
import { monthlyPriceAt, planLines, stateOf } from './plan-facts';

interface PlanOptionProps {
  plan: Plan;
  interval: Interval;
  subscription: Subscription | undefined;
  /** What the current plan costs a month; decides between "upgrade" and "switch". */
  currentPrice: number;
  paymentsConfigured: boolean;
  chosen: boolean;
}

function priceNote(plan: Plan, interval: Interval): string {
  if (plan.monthlyPrice === 0) return t('freeForever');
  return interval === 'year' ? t('billedYearly', { price: formatMoney(plan.yearlyPrice, plan.currency) }) : t('billedMonthly');
}

/** What the plan is to this account, in one badge. */
function PlanBadge({ plan, subscription, chosen }: Pick<PlanOptionProps, 'plan' | 'subscription' | 'chosen'>) {
  if (subscription?.plan === plan.key) {
    if (stateOf(subscription) === 'trialing' && subscription.trialEnd)
      return <Badge tone="accent">{t('onTrial', { date: formatDate(subscription.trialEnd) })}</Badge>;
    if (stateOf(subscription) === 'ending' && subscription.endedAt)
      return <Badge tone="warning">{t('planEnds', { date: formatDate(subscription.endedAt) })}</Badge>;
    return <Badge tone="success">{t('yourPlan')}</Badge>;
  }
  if (chosen) return <Badge tone="info">{t('chosen')}</Badge>;
  return plan.mostPopular ? <Badge tone="accent">{t('mostPopular')}</Badge> : null;
}

/** One plan to choose: price, what it has, and how to get it where payments are possible. */
export function PlanOption({ chosen, ...props }: PlanOptionProps) {
  const { plan, interval, subscription } = props;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where it can be bought, the top of the screen offers it: nothing to scroll to.
    if (chosen && !props.paymentsConfigured) card.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen, props.paymentsConfigured]);
  return (
    <article
      ref={card}
      className={css.plan}
      data-current={subscription?.plan === plan.key ? '' : undefined}
      data-chosen={chosen ? '' : undefined}
    >
      <header className={css.planHead}>
        <h3>{plan.name}</h3>
        <PlanBadge plan={plan} subscription={subscription} chosen={chosen} />
      </header>
      <p className={css.muted}>{plan.description}</p>
      <p className={css.price}>
        <strong>{formatMoney(monthlyPriceAt(plan, interval), plan.currency)}</strong>
        <span>{t('perMonth')}</span>
      </p>
      <p className={css.note}>{priceNote(plan, interval)}</p>
      <PlanAction {...props} chosen={chosen} />
      <ul role="list" className={css.lines}>
        {planLines(plan).map((line) => (
          <li key={line}>
            <IconCheck aria-hidden="true" />
            {line}
          </li>
        ))}
      </ul>
    </article>
  );
}
