import { messageOf } from '../../api/api-error';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/billing';
import { usePortalMutation } from './billing.api';
import { leaveFor } from './leave-for';

/** Opens the payment provider's page for cards and addresses; says why where it cannot. */
export function usePortal() {
  const [portal, { isLoading }] = usePortalMutation();
  async function open() {
    try {
      leaveFor(await portal().unwrap());
    } catch (error) {
      toast.error(messageOf(error, t('portalFailed')));
    }
  }
  return { open, isLoading };
}
