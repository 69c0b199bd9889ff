import { messageOf } from '../../api/api-error';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/billing';
import { type Choice, useCheckoutMutation } from './billing.api';
import { leaveFor } from './leave-for';

/** Leaves for the payment provider's checkout of a plan; says why where it cannot. */
export function useCheckout() {
  const [checkout, { isLoading }] = useCheckoutMutation();
  async function open(choice: Choice) {
    try {
      leaveFor(await checkout(choice).unwrap());
    } catch (error) {
      toast.error(messageOf(error, t('checkoutFailed')));
    }
  }
  return { open, isLoading };
}
