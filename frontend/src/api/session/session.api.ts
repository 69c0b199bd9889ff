import { api } from '../api';
import type { User } from '../types';

/** Calls the frame of the app makes: health, profile, sign-out. */
export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    health: build.query<{ status: string }, void>({ query: () => '/health', extraOptions: { quiet: true } }),
    profile: build.query<User, void>({
      query: () => '/auth/profile',
      transformResponse: (payload: { user: User }) => payload.user,
      extraOptions: { quiet: true },
    }),
    logout: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/logout', method: 'POST', body: {} }),
      extraOptions: { quiet: true, noRefresh: true },
    }),
  }),
});
