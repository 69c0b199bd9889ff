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
    /** Used by the verification screen and by the frame's reminder. Answers 200 whether or not the address is known. */
    resendVerification: build.mutation<unknown, { email: string }>({
      query: (body) => ({ url: '/auth/resend-verification', method: 'POST', body }),
      extraOptions: { quiet: true, noRefresh: true },
    }),
    logout: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/logout', method: 'POST', body: {} }),
      extraOptions: { quiet: true, noRefresh: true },
    }),
  }),
});

export const { useResendVerificationMutation } = sessionApi;
