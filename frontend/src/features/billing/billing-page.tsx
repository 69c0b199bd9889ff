import { PageHeader } from '../../components/page-header/page-header';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/billing';
import css from './billing.module.css';
import { BillingNotice } from './billing-notice';
import { CurrentPlanCard } from './current-plan-card';
import { InvoicesCard } from './invoices-card';
import { PlanSection } from './plan-section';
import { UsageCard } from './usage-card';

/** /billing: plan, usage, invoices, plans. */
export function BillingPage() {
  useTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <div className={css.page}>
        <BillingNotice />
        <div className={css.top}>
          <CurrentPlanCard />
          <UsageCard />
        </div>
        <InvoicesCard />
        <PlanSection />
      </div>
    </>
  );
}
