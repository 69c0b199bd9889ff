import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../components/page-header/page-header';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/billing';
import css from './billing.module.css';
import { BillingNotice } from './billing-notice';
import { CheckoutReturn } from './checkout-return';
import { ChosenPlan } from './chosen-plan';
import { CurrentPlanCard } from './current-plan-card';
import { PlanSection } from './plan-section';
import { TrialOffer } from './trial-offer';
import { UsageCard } from './usage-card';

/** /dashboard/subscription: where the pricing page sends who is signed in; the plan chosen there is marked. */
export function SubscriptionPage() {
  useTitle(t('changeTitle'));
  const [params] = useSearchParams();
  return (
    <>
      <PageHeader title={t('changeTitle')} description={t('changeText')} back={{ to: '/billing', label: t('backToBilling') }} />
      <div className={css.page}>
        <CheckoutReturn />
        <BillingNotice />
        <ChosenPlan />
        <TrialOffer quiet={params.has('plan')} />
        <PlanSection />
        <div className={css.top}>
          <CurrentPlanCard offersTrial={false} />
          <UsageCard />
        </div>
      </div>
    </>
  );
}
