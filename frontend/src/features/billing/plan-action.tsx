import { useState } from 'react';
import type { Plan, Subscription } from '../../api/types';
import { Button } from '../../components/button/button';
import { t } from '../../messages/en/billing';
import type { Interval } from './billing.api';
import { ChangeDialog } from './change-dialog';
import { isPaying, owes } from './plan-facts';
import { useCheckout } from './use-checkout';

interface PlanActionProps {
  plan: Plan;
  interval: Interval;
  subscription: Subscription | undefined;
  /** What the current plan costs a month; decides between "upgrade" and "switch". */
  currentPrice: number;
  paymentsConfigured: boolean;
  /** Chosen before: its button is at the top of the screen too. */
  chosen: boolean;
}

/** How to get a plan: over the checkout where nothing is paid yet, by changing the paid one where something is. */
export function PlanAction({ plan, interval, subscription, currentPrice, paymentsConfigured, chosen }: PlanActionProps) {
  const checkout = useCheckout();
  const [changing, setChanging] = useState(false);
  // Nobody pays for a free plan; leaving a paid one is the current plan's affair.
  if (!subscription || !paymentsConfigured || plan.monthlyPrice === 0) return null;
  // An open payment comes first; the notice above says how.
  if (owes(subscription)) return null;
  const isCurrent = subscription.plan === plan.key;
  const larger = plan.monthlyPrice > currentPrice;
  if (isPaying(subscription)) {
    if (isCurrent && subscription.interval === interval) return null;
    const label = isCurrent
      ? t(interval === 'year' ? 'switchToYearly' : 'switchToMonthly')
      : t(larger ? 'upgradeTo' : 'switchTo', { name: plan.name });
    return (
      <>
        <Button variant={plan.mostPopular && larger ? 'primary' : 'secondary'} fullWidth onClick={() => setChanging(true)}>
          {label}
        </Button>
        {changing && <ChangeDialog plan={plan} interval={interval} smaller={!isCurrent && !larger} onClose={() => setChanging(false)} />}
      </>
    );
  }
  const onTrial = isCurrent && subscription.status === 'trialing';
  if (isCurrent && !onTrial) return null;
  const label = onTrial ? 'subscribeTo' : larger ? 'upgradeTo' : 'switchTo';
  return (
    <Button
      variant={(plan.mostPopular || onTrial) && !chosen ? 'primary' : 'secondary'}
      fullWidth
      loading={checkout.isLoading}
      onClick={() => void checkout.open({ plan: plan.key, interval })}
    >
      {t(label, { name: plan.name })}
    </Button>
  );
}
