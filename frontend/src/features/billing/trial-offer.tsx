import { IconSparkles } from '@tabler/icons-react';
import { messageOf } from '../../api/api-error';
import { useSubscriptionQuery } from '../../api/subscription.api';
import { Button } from '../../components/button/button';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/billing';
import { useStartTrialMutation } from './billing.api';
import css from './billing.module.css';

/** The 14 days without a card, once per account; nothing where they are not to be had. `quiet` beside a more important offer. */
export function TrialOffer({ quiet = false }: { quiet?: boolean }) {
  const { data: subscription } = useSubscriptionQuery();
  const [start, { isLoading }] = useStartTrialMutation();
  async function begin() {
    try {
      const { planName } = await start().unwrap();
      toast.success(t('trialStarted', { name: planName }));
    } catch (error) {
      toast.error(messageOf(error, t('trialFailed')));
    }
  }
  if (!subscription?.trialAvailable) return null;
  return (
    <div className={css.offer}>
      <IconSparkles aria-hidden="true" />
      <div>
        <strong>{t('trialOffer')}</strong>
        <p>{t('trialOfferText')}</p>
      </div>
      <Button variant={quiet ? 'secondary' : 'primary'} loading={isLoading} onClick={() => void begin()}>
        {t('startTrial')}
      </Button>
    </div>
  );
}
