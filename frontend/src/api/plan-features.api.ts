import { api } from './api';
import type { Plan } from './types';
import { useUsageQuery } from './usage.api';

const planFeaturesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Every plan's features by its key, those not on sale included. */
    planFeatures: build.query<Record<string, string[]>, void>({
      query: () => '/subscription/plans',
      transformResponse: ({ plans }: { plans: Plan[] }) => Object.fromEntries(plans.map(({ key, features }) => [key, features])),
      keepUnusedDataFor: 600,
      extraOptions: { quiet: true },
    }),
  }),
});

/** Whether the account's plan has a feature; undefined while that is not known. A plan outside the catalogue has them all. */
export function usePlanFeature(feature: string): boolean | undefined {
  const { data: usage } = useUsageQuery();
  const { data: features } = planFeaturesApi.usePlanFeaturesQuery();
  if (!usage || !features) return undefined;
  return features[usage.plan]?.includes(feature) ?? true;
}
