import { api } from '../../api/api';
import type { Subscription } from '../../api/types';

export type Interval = 'month' | 'year';

export interface Choice {
  plan: string;
  interval: Interval;
}

/** What buying or changing to a plan would cost now; amounts in minor units. */
export interface Preview extends Choice {
  planName: string;
  kind: 'checkout' | 'change';
  amountDue: number;
  credit: number;
  currency: string;
  recurring: number;
  renewsAt: string;
  /** Given back with the change, exactly this is charged. */
  prorationAt: string;
}

export interface Invoice {
  id: string;
  number: string;
  createdAt: string;
  amount: number;
  currency: string;
  status: string;
  hostedUrl: string | null;
  pdfUrl: string | null;
}

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
    checkout: build.mutation<string, Choice>({
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
    preview: build.query<Preview, Choice>({
      query: (params) => ({ url: '/subscription/preview', params }),
      // Prices and what is left of a period change by the second.
      keepUnusedDataFor: 0,
      extraOptions: { quiet: true },
    }),
    changePlan: build.mutation<Subscription, Choice & { prorationAt: string }>({
      query: (body) => ({ url: '/subscription/change', method: 'POST', body }),
      transformResponse: subscriptionOf,
      invalidatesTags: ['Subscription', 'Usage'],
      extraOptions: { quiet: true },
    }),
    invoices: build.query<Invoice[], void>({
      query: () => '/subscription/invoices',
      transformResponse: (payload: { invoices: Invoice[] }) => payload.invoices,
      providesTags: ['Subscription'],
      extraOptions: { quiet: true },
    }),
    /** Asks the payment provider instead of waiting for its event. */
    refreshPlan: build.mutation<Subscription, void>({
      query: () => ({ url: '/subscription/refresh', method: 'POST', body: {} }),
      transformResponse: subscriptionOf,
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

export const {
  useStartTrialMutation,
  useCheckoutMutation,
  usePortalMutation,
  usePreviewQuery,
  useChangePlanMutation,
  useInvoicesQuery,
  useRefreshPlanMutation,
  useCancelPlanMutation,
  useReactivatePlanMutation,
} = billingApi;
