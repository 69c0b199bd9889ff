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
      // The screen never shows the key that has stopped working beside the news that it has.
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const { data: key } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (key !== undefined) dispatch(apiKeysApi.util.updateQueryData('apiKey', undefined, () => key));
      },
      // Where the old one could not be shown there is nothing to put it in place of.
      invalidatesTags: (_key, error) => (error ? [] : ['ApiKey']),
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useApiKeyQuery, useRegenerateApiKeyMutation } = apiKeysApi;
