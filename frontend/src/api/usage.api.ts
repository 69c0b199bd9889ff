import { api } from './api';
import type { Usage } from './types';

/** Plan usage, shown in the frame and wherever a limit matters; the frame polls it. */
export const usageApi = api.injectEndpoints({
  endpoints: (build) => ({
    usage: build.query<Usage, void>({ query: () => '/subscription/usage', providesTags: ['Usage'], extraOptions: { quiet: true } }),
  }),
});

export const { useUsageQuery } = usageApi;
