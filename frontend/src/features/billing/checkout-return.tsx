import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { api } from '../../api/api';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/billing';
import { useRefreshPlanMutation } from './billing.api';
import { isPaying } from './plan-facts';

/** Between two questions whether the plan has arrived, and how many are asked before we say that it takes longer. */
const ASK_EVERY_MS = 2_000;
const MAX_ASKS = 30;

function useWithout(): (...names: string[]) => void {
  const [, setParams] = useSearchParams();
  return (...names) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const name of names) after.delete(name);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
}

/** Back from paying: asks until the plan is there, whatever becomes of the provider's event. */
function Paid({ plan }: { plan: string | null }) {
  const dispatch = useDispatch();
  const remove = useWithout();
  const [refresh] = useRefreshPlanMutation();
  const [asks, setAsks] = useState(0);
  const late = asks >= MAX_ASKS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each count of asks is one question; the rest only says what to do with the answer
  useEffect(() => {
    if (late) return undefined;
    let left = false;
    const ask = async () => {
      const found = await refresh()
        .unwrap()
        .catch(() => undefined);
      if (left) return;
      if (found && isPaying(found) && (plan === null || found.plan === plan)) {
        dispatch(api.util.invalidateTags(['Subscription', 'Usage']));
        toast.success(t('returnedDone', { name: found.planName }), { id: 'checkout' });
        remove('checkout', 'plan', 'interval');
      } else setAsks(asks + 1);
    };
    const timer = setTimeout(() => void ask(), asks === 0 ? 0 : ASK_EVERY_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [asks, late]);
  if (!late) return <Banner title={t('returnedTitle')}>{t('returnedText')}</Banner>;
  return (
    <Banner
      tone="warning"
      title={t('returnedLate')}
      action={
        <Button size="sm" onClick={() => setAsks(0)}>
          {t('checkAgain')}
        </Button>
      }
    >
      {t('returnedLateText')}
    </Banner>
  );
}

/** What to say to somebody who comes back from the checkout (`?checkout=success` or `canceled`); nothing to anybody else. */
export function CheckoutReturn() {
  const [params] = useSearchParams();
  const remove = useWithout();
  const outcome = params.get('checkout');
  if (outcome === 'success') return <Paid plan={params.get('plan')} />;
  if (outcome !== 'canceled') return null;
  return (
    <Banner
      title={t('leftTitle')}
      action={
        <Button size="sm" onClick={() => remove('checkout')}>
          {t('dismiss')}
        </Button>
      }
    >
      {t('leftText')}
    </Banner>
  );
}
