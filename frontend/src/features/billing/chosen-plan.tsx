import { IconCreditCard } from '@tabler/icons-react';
import { useSearchParams } from 'react-router-dom';
import { useCatalogueQuery, useSubscriptionQuery } from '../../api/subscription.api';
import { Button } from '../../components/button/button';
import { t } from '../../messages/en/billing';
import type { Interval } from './billing.api';
import css from './billing.module.css';
import { isPaying, owes, priceText } from './plan-facts';
import { useCheckout } from './use-checkout';

/** The plan that was chosen on the pricing page, one press from its checkout; nothing where it cannot be bought now. */
export function ChosenPlan() {
  const [params] = useSearchParams();
  const { data: catalogue } = useCatalogueQuery();
  const { data: subscription } = useSubscriptionQuery();
  const checkout = useCheckout();
  const interval: Interval = params.get('interval') === 'year' ? 'year' : 'month';
  const plan = catalogue?.plans.find(({ key, sold, monthlyPrice }) => key === params.get('plan') && sold && monthlyPrice > 0);
  if (!plan || !catalogue?.paymentsConfigured || !subscription || params.get('checkout') === 'success') return null;
  if (isPaying(subscription) || owes(subscription)) return null;
  const price = priceText(plan, interval);
  const trialing = subscription.status === 'trialing';
  const text = !trialing
    ? t('chosenText', { price })
    : subscription.plan === plan.key
      ? t('chosenTrialText', { price })
      : t('chosenOtherText', { price, name: subscription.planName });
  return (
    <div className={css.offer}>
      <IconCreditCard aria-hidden="true" />
      <div>
        <strong>{t('chosenTitle', { name: plan.name })}</strong>
        <p>{text}</p>
      </div>
      <Button variant="primary" loading={checkout.isLoading} onClick={() => void checkout.open({ plan: plan.key, interval })}>
        {t('toCheckout')}
      </Button>
    </div>
  );
}
