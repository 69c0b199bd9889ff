import { api } from './api';
import type { Plan, Subscription } from './types';

export interface Catalogue {
  /** Every plan there is, also those that are no longer sold (`sold: false`). */
  plans: Plan[];
  /** False until the operator has given the payment provider's keys. */
  paymentsConfigured: boolean;
}

/** The plan catalogue and the workspace's subscription, read by billing, settings and the API-key screen. */
export const subscriptionApi = api.injectEndpoints({
  endpoints: (build) => ({
    catalogue: build.query<Catalogue, void>({
      query: () => '/subscription/plans',
      transformResponse: ({ plans, paymentsConfigured }: Catalogue) => ({ plans, paymentsConfigured }),
      keepUnusedDataFor: 600,
      extraOptions: { quiet: true },
    }),
    subscription: build.query<Subscription, void>({
      query: () => '/subscription/current',
      transformResponse: (payload: { subscription: Subscription }) => payload.subscription,
      providesTags: ['Subscription'],
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useCatalogueQuery, useSubscriptionQuery } = subscriptionApi;
