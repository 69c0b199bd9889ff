import { api } from '../../api/api';
import type { User } from '../../api/types';

export interface SignedIn {
  user: User;
  accessToken: string;
  refreshToken: string;
}

/** Sign-in and its surroundings. The screens show every error themselves; a 401 here is an answer, not an ended session. */
export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<SignedIn, { email: string; password: string; rememberMe: boolean }>({
      query: (body) => ({ url: '/auth/login', method: 'POST', body }),
      extraOptions: { quiet: true, noRefresh: true },
    }),
    register: build.mutation<SignedIn, { name: string; email: string; password: string }>({
      query: (body) => ({ url: '/auth/register', method: 'POST', body }),
      extraOptions: { quiet: true, noRefresh: true },
    }),
    verifyEmail: build.mutation<{ user?: User }, { token: string }>({
      query: (body) => ({ url: '/auth/verify-email', method: 'POST', body }),
      extraOptions: { quiet: true, noRefresh: true },
    }),
    forgotPassword: build.mutation<unknown, { email: string }>({
      query: (body) => ({ url: '/auth/forgot-password', method: 'POST', body }),
      extraOptions: { quiet: true, noRefresh: true },
    }),
    resetPassword: build.mutation<unknown, { token: string; password: string }>({
      query: (body) => ({ url: '/auth/reset-password', method: 'POST', body }),
      extraOptions: { quiet: true, noRefresh: true },
    }),
  }),
});

export const { useLoginMutation, useRegisterMutation, useVerifyEmailMutation, useForgotPasswordMutation, useResetPasswordMutation } =
  authApi;
