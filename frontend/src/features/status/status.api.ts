import { api } from '../../api/api';

export interface Health {
  status: 'ok' | 'degraded';
  version: string;
  /** By the name of the part: 'auth', 'link' … */
  parts: Record<string, 'up' | 'down'>;
}

const statusApi = api.injectEndpoints({
  endpoints: (build) => ({
    serverStatus: build.query<Health, void>({ query: () => ({ url: '/health' }), keepUnusedDataFor: 0, extraOptions: { quiet: true } }),
  }),
});

export const { useServerStatusQuery } = statusApi;
