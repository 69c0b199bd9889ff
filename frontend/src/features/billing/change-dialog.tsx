import { messageOf } from '../../api/api-error';
import type { Plan } from '../../api/types';
import { Button } from '../../components/button/button';
import { Dialog } from '../../components/dialog/dialog';
import { ErrorState } from '../../components/error-state/error-state';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { toast } from '../../components/toast/toast';
import { formatDate, formatMoney } from '../../lib/format/format';
import { t } from '../../messages/en/billing';
import { t as common } from '../../messages/en/common';
import { type Interval, type Preview, useChangePlanMutation, usePreviewQuery } from './billing.api';
import css from './billing.module.css';
import { priceText } from './plan-facts';

function PreviewLines({ preview, plan }: { preview: Preview; plan: Plan }) {
  const { amountDue, credit, currency, renewsAt, interval } = preview;
  return (
    <dl className={css.bill}>
      <div data-strong="">
        <dt>{t('dueNow')}</dt>
        <dd>{formatMoney(amountDue, currency)}</dd>
      </div>
      {credit > 0 && (
        <div>
          <dt>{t('creditNow')}</dt>
          <dd>{formatMoney(credit, currency)}</dd>
        </div>
      )}
      <div>
        <dt>{t('thenPrice')}</dt>
        <dd>{priceText(plan, interval)}</dd>
      </div>
      <div>
        <dt>{t('nextPayment')}</dt>
        <dd>{formatDate(renewsAt)}</dd>
      </div>
    </dl>
  );
}

interface ChangeDialogProps {
  plan: Plan;
  interval: Interval;
  /** The plan costs less than the current one. */
  smaller: boolean;
  onClose: () => void;
}

/** What changing the running plan costs, to the cent, and the change itself: exactly what is shown is charged. */
export function ChangeDialog({ plan, interval, smaller, onClose }: ChangeDialogProps) {
  const { data: preview, error, isFetching, refetch } = usePreviewQuery({ plan: plan.key, interval });
  const [change, { isLoading }] = useChangePlanMutation();
  async function confirm(prorationAt: string) {
    try {
      const { planName } = await change({ plan: plan.key, interval, prorationAt }).unwrap();
      toast.success(t('changed', { name: planName }));
      onClose();
    } catch (failure) {
      toast.error(messageOf(failure, t('changeFailed')));
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isLoading && onClose()}
      title={t('changeDialogTitle', { name: plan.name })}
      description={t('changeAtOnce')}
      size="sm"
      footer={
        <>
          <Button disabled={isLoading} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            variant="primary"
            disabled={!preview || isFetching}
            loading={isLoading}
            onClick={() => preview && void confirm(preview.prorationAt)}
          >
            {preview && preview.amountDue > 0
              ? t('payAndChange', { price: formatMoney(preview.amountDue, preview.currency) })
              : t('changeNow')}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState title={t('changeFailedPreview')} text={messageOf(error, t('loadFailedText'))} onRetry={refetch} retrying={isFetching} />
      ) : preview ? (
        <div className={css.stack}>
          <PreviewLines preview={preview} plan={plan} />
          {smaller && <p className={css.muted}>{t('changeSmaller', { name: plan.name })}</p>}
        </div>
      ) : (
        <LoadingRegion label={t('changeLoading')}>
          <Skeleton lines={3} />
        </LoadingRegion>
      )}
    </Dialog>
  );
}
