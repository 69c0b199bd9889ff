import { api } from '../../api/api';
import type { Plan } from '../../api/types';

/** The catalogue, as it is enforced. */
export const plansApi = api.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query<Plan[], void>({
      query: () => '/subscription/plans',
      transformResponse: (payload: { plans: Plan[] }) => payload.plans.filter((plan) => plan.sold),
      keepUnusedDataFor: 600,
      extraOptions: { quiet: true },
    }),
  }),
});

export const { usePlansQuery } = plansApi;
