import { useSubscriptionQuery } from '../../api/subscription.api';
import type { Subscription } from '../../api/types';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { formatDate } from '../../lib/format/format';
import { t } from '../../messages/en/billing';
import { useInvoicesQuery } from './billing.api';
import css from './billing.module.css';
import { leaveFor } from './leave-for';
import { isPaying, owes } from './plan-facts';
import { usePortal } from './use-portal';

/** A payment that failed, and the two ways to mend it. */
function OverdueNotice({ subscription }: { subscription: Subscription }) {
  const portal = usePortal();
  const { data: invoices } = useInvoicesQuery();
  const open = invoices?.find((invoice) => invoice.status === 'open' && invoice.hostedUrl)?.hostedUrl;
  const name = subscription.billedPlanName ?? subscription.planName;
  const kept = subscription.status === 'past_due' && subscription.graceEndsAt;
  return (
    <Banner
      tone={kept ? 'warning' : 'danger'}
      title={kept ? t('pastDueTitle') : t('unpaidTitle', { name })}
      action={
        <div className={css.buttons}>
          <Button variant="primary" size="sm" loading={portal.isLoading} onClick={() => void portal.open()}>
            {t('updatePayment')}
          </Button>
          {open && (
            <Button size="sm" onClick={() => leaveFor(open)}>
              {t('payInvoice')}
            </Button>
          )}
        </div>
      }
    >
      {kept ? t('pastDueText', { name, date: formatDate(kept) }) : t('unpaidText', { name })}
    </Banner>
  );
}

/** The one thing about the plan that should be seen first, with what can be done about it. Nothing where all is well. */
export function BillingNotice() {
  const { data: subscription } = useSubscriptionQuery();
  if (!subscription?.paymentsConfigured) return null;
  if (owes(subscription)) return <OverdueNotice subscription={subscription} />;
  if (subscription.status === 'trialing' && subscription.trialEnd && !isPaying(subscription)) {
    return (
      <Banner title={t('trialBanner', { name: subscription.planName, date: formatDate(subscription.trialEnd) })}>
        {t('trialBannerText')}
      </Banner>
    );
  }
  return null;
}
