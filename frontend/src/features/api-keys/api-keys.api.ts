import { api } from '../../api/api';

/** The account's one API key. The screen shows the errors itself. */
export const apiKeysApi = api.injectEndpoints({
  endpoints: (build) => ({
    apiKey: build.query<string, void>({
      query: () => '/users/me',
      transformResponse: (payload: { apiKey: string }) => payload.apiKey,
      providesTags: ['ApiKey'],
      // A secret stays in memory no longer than its screen.
      keepUnusedDataFor: 0,
      extraOptions: { quiet: true },
    }),
    regenerateApiKey: build.mutation<string, void>({
      query: () => ({ url: '/users/regenerate-api-key', method: 'POST', body: {} }),
      transformResponse: (payload: { apiKey: string }) => payload.apiKey,
      invalidatesTags: (_key, error) => (error ? [] : ['ApiKey']),
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useApiKeyQuery, useRegenerateApiKeyMutation } = apiKeysApi;
