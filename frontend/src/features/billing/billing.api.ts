import { api } from '../../api/api';
import type { Subscription } from '../../api/types';

export type Interval = 'month' | 'year';

const subscriptionOf = (payload: { subscription: Subscription }) => payload.subscription;
const urlOf = (payload: { url: string }) => payload.url;

/** Changes of the subscription. The screens show the errors themselves. */
export const billingApi = api.injectEndpoints({
  endpoints: (build) => ({
    startTrial: build.mutation<Subscription, void>({
      query: () => ({ url: '/subscription/trial', method: 'POST', body: {} }),
      transformResponse: subscriptionOf,
      // Also after a refusal: another tab may have been faster.
      invalidatesTags: ['Subscription', 'Usage'],
      extraOptions: { quiet: true },
    }),
    /** Where to pay: an address at the payment provider. */
    checkout: build.mutation<string, { plan: string; interval: Interval }>({
      query: (body) => ({ url: '/subscription/checkout', method: 'POST', body }),
      transformResponse: urlOf,
      extraOptions: { quiet: true },
    }),
    /** Where to manage payment method and invoices: an address at the payment provider. */
    portal: build.mutation<string, void>({
      query: () => ({ url: '/subscription/portal', method: 'POST', body: {} }),
      transformResponse: urlOf,
      extraOptions: { quiet: true },
    }),
    cancelPlan: build.mutation<Subscription, void>({
      query: () => ({ url: '/subscription/cancel', method: 'POST', body: {} }),
      transformResponse: subscriptionOf,
      invalidatesTags: ['Subscription', 'Usage'],
      extraOptions: { quiet: true },
    }),
    reactivatePlan: build.mutation<Subscription, void>({
      query: () => ({ url: '/subscription/reactivate', method: 'POST', body: {} }),
      transformResponse: subscriptionOf,
      invalidatesTags: ['Subscription', 'Usage'],
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useStartTrialMutation, useCheckoutMutation, usePortalMutation, useCancelPlanMutation, useReactivatePlanMutation } =
  billingApi;
