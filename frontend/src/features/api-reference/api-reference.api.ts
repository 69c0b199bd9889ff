import { api } from '../../api/api';
import type { OpenApiDocument } from './openapi.types';

const apiReferenceApi = api.injectEndpoints({
  endpoints: (build) => ({
    openApi: build.query<OpenApiDocument, void>({
      query: () => ({ url: '/openapi.json', raw: true }),
      // It belongs to the running server and changes with its next start only.
      keepUnusedDataFor: 3600,
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useOpenApiQuery } = apiReferenceApi;
