import { useMemo } from 'react';
import { useCatalogueQuery } from '../../api/subscription.api';

/** The plans of the catalogue that are sold, as they are enforced. */
export function useSoldPlans() {
  const { data, ...rest } = useCatalogueQuery();
  const plans = useMemo(() => data?.plans.filter((plan) => plan.sold), [data]);
  return { data: plans, paymentsConfigured: data?.paymentsConfigured ?? false, ...rest };
}
