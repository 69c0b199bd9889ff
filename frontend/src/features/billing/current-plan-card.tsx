import { IconCreditCard } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { useCatalogueQuery, useSubscriptionQuery } from '../../api/subscription.api';
import type { Plan, Subscription } from '../../api/types';
import { Badge, type Tone } from '../../components/badge/badge';
import { Button } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog';
import { ErrorState } from '../../components/error-state/error-state';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { toast } from '../../components/toast/toast';
import { formatDate } from '../../lib/format/format';
import { t } from '../../messages/en/billing';
import { useCancelPlanMutation } from './billing.api';
import css from './billing.module.css';
import { nextLine, owes, priceLine, type SubscriptionState, stateOf } from './plan-facts';
import { TrialOffer } from './trial-offer';
import { usePortal } from './use-portal';
import { useReactivate } from './use-reactivate';

const badges: Record<SubscriptionState, { tone: Tone; label: string }> = {
  active: { tone: 'success', label: t('active') },
  trialing: { tone: 'accent', label: t('trialing') },
  ending: { tone: 'warning', label: t('ending') },
  past_due: { tone: 'danger', label: t('pastDue') },
  unpaid: { tone: 'danger', label: t('unpaid') },
  // What holds is the plan without payment, and it is in order; the line below says what ended.
  canceled: { tone: 'neutral', label: t('active') },
};

/** Only for a plan that is paid for: the portal, leaving and coming back. */
function PaidActions({ subscription }: { subscription: Subscription }) {
  const portal = usePortal();
  const reactivation = useReactivate();
  const [cancel, cancelState] = useCancelPlanMutation();
  const [asking, setAsking] = useState(false);
  const date = formatDate(subscription.renewsAt ?? subscription.periodEnd);
  const atOnce = owes(subscription);

  async function cancelPlan() {
    try {
      await cancel().unwrap();
      setAsking(false);
      toast.success(atOnce ? t('canceledNowToast') : t('canceledToast', { date }));
    } catch (error) {
      toast.error(messageOf(error, t('cancelFailed')));
    }
  }

  return (
    <div className={css.buttons}>
      <Button icon={<IconCreditCard aria-hidden="true" />} loading={portal.isLoading} onClick={() => void portal.open()}>
        {t('managePayment')}
      </Button>
      {subscription.cancelAtPeriodEnd ? (
        <Button variant="primary" loading={reactivation.isLoading} onClick={() => void reactivation.keep()}>
          {t('reactivate')}
        </Button>
      ) : (
        <Button variant="ghost" onClick={() => setAsking(true)}>
          {t('cancel')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => !cancelState.isLoading && setAsking(open)}
        title={t('cancelTitle', { name: subscription.billedPlanName ?? subscription.planName })}
        text={atOnce ? t('cancelNowText') : t('cancelText', { date })}
        confirmLabel={t('cancel')}
        busy={cancelState.isLoading}
        onConfirm={() => void cancelPlan()}
      />
    </div>
  );
}

function CurrentPlan({ subscription, plan, offersTrial }: { subscription: Subscription; plan: Plan | undefined; offersTrial: boolean }) {
  const { tone, label } = badges[stateOf(subscription)];
  const lines = [priceLine(subscription, plan), nextLine(subscription, Date.now())].filter(Boolean);
  return (
    <div className={css.stack}>
      <div className={css.planName}>
        <strong>{subscription.planName}</strong>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {lines.map((line) => (
        <p key={line} className={css.muted}>
          {line}
        </p>
      ))}
      {plan && !plan.sold && <p className={css.muted}>{t('notSold', { name: plan.name })}</p>}
      {subscription.paymentsConfigured && subscription.interval && <PaidActions subscription={subscription} />}
      {offersTrial && <TrialOffer />}
    </div>
  );
}

/** The plan, its state and what can be done about it; `offersTrial` unless the screen offers it elsewhere. */
export function CurrentPlanCard({ offersTrial = true }: { offersTrial?: boolean }) {
  const { data: subscription, error, isFetching, refetch } = useSubscriptionQuery();
  const { data: catalogue } = useCatalogueQuery();
  return (
    <Card title={t('planTitle')}>
      {error && !subscription ? (
        <ErrorState title={t('loadFailed')} text={messageOf(error, t('loadFailedText'))} onRetry={refetch} retrying={isFetching} />
      ) : subscription ? (
        <CurrentPlan
          subscription={subscription}
          plan={catalogue?.plans.find((plan) => plan.key === subscription.plan)}
          offersTrial={offersTrial}
        />
      ) : (
        <LoadingRegion>
          <div className={css.stack}>
            <Skeleton width="9rem" height="2rem" />
            <Skeleton lines={2} />
          </div>
        </LoadingRegion>
      )}
    </Card>
  );
}
