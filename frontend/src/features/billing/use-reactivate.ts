import { messageOf } from '../../api/api-error';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/billing';
import { useReactivatePlanMutation } from './billing.api';

/** Takes a cancellation back. */
export function useReactivate() {
  const [reactivate, { isLoading }] = useReactivatePlanMutation();
  async function keep() {
    try {
      await reactivate().unwrap();
      toast.success(t('reactivated'));
    } catch (error) {
      toast.error(messageOf(error, t('reactivateFailed')));
    }
  }
  return { keep, isLoading };
}
