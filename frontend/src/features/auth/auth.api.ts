import { api } from '../../api/api';
import type { EmailChange, User } from '../../api/types';

export interface SignedIn {
  user: User;
  accessToken: string;
  refreshToken: string;
}

export type SecondStepMethod = 'totp' | 'recovery' | 'passkey';

/** The password was right; a second step is asked for. */
export interface SecondStepAsked {
  twoFactorRequired: true;
  challenge: string;
  methods: SecondStepMethod[];
}

/** WebAuthn's own JSON; the browser's side of it is @simplewebauthn/browser. */
export interface PasskeyOptions {
  challengeId: string;
  options: Record<string, unknown>;
}

export type ProviderKey = 'google' | 'github';

export interface Provider {
  key: ProviderKey;
  name: string;
  configured: boolean;
}

const answerItself = { quiet: true, noRefresh: true };

/** Sign-in and its surroundings. The screens show every error themselves; a 401 here is an answer, not an ended session. */
export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<SignedIn | SecondStepAsked, { email: string; password: string; rememberMe: boolean }>({
      query: (body) => ({ url: '/auth/login', method: 'POST', body }),
      extraOptions: answerItself,
    }),
    finishLogin: build.mutation<SignedIn, { challenge: string; code: string; rememberMe: boolean }>({
      query: (body) => ({ url: '/auth/login/two-factor', method: 'POST', body }),
      extraOptions: answerItself,
    }),
    passkeyLoginOptions: build.mutation<PasskeyOptions, void>({
      query: () => ({ url: '/auth/passkeys/login-options', method: 'POST', body: {} }),
      extraOptions: answerItself,
    }),
    passkeyLogin: build.mutation<SignedIn, { challengeId: string; response: unknown; rememberMe: boolean }>({
      query: (body) => ({ url: '/auth/passkeys/login', method: 'POST', body }),
      extraOptions: answerItself,
    }),
    /** Asked for when a provider's button is pressed, not before. */
    providers: build.query<Provider[], void>({
      query: () => '/auth/providers',
      transformResponse: (payload: { providers: Provider[] }) => payload.providers,
      extraOptions: answerItself,
    }),
    connectIdentity: build.mutation<{ provider: ProviderKey }, { token: string }>({
      query: (body) => ({ url: '/auth/identities/connect', method: 'POST', body }),
      extraOptions: answerItself,
    }),
    confirmEmailChange: build.mutation<{ emailChange: EmailChange | null; done: boolean }, { token: string }>({
      query: (body) => ({ url: '/auth/email-change/confirm', method: 'POST', body }),
      extraOptions: answerItself,
    }),
    cancelEmailChangeByMail: build.mutation<unknown, { token: string }>({
      query: (body) => ({ url: '/auth/email-change/cancel', method: 'POST', body }),
      extraOptions: answerItself,
    }),
    register: build.mutation<SignedIn, { name: string; email: string; password: string }>({
      query: (body) => ({ url: '/auth/register', method: 'POST', body }),
      extraOptions: answerItself,
    }),
    verifyEmail: build.mutation<{ user?: User }, { token: string }>({
      query: (body) => ({ url: '/auth/verify-email', method: 'POST', body }),
      extraOptions: answerItself,
    }),
    forgotPassword: build.mutation<unknown, { email: string }>({
      query: (body) => ({ url: '/auth/forgot-password', method: 'POST', body }),
      extraOptions: answerItself,
    }),
    resetPassword: build.mutation<unknown, { token: string; password: string }>({
      query: (body) => ({ url: '/auth/reset-password', method: 'POST', body }),
      extraOptions: answerItself,
    }),
  }),
});

export const {
  useLoginMutation,
  useFinishLoginMutation,
  usePasskeyLoginOptionsMutation,
  usePasskeyLoginMutation,
  useLazyProvidersQuery,
  useConnectIdentityMutation,
  useConfirmEmailChangeMutation,
  useCancelEmailChangeByMailMutation,
  useRegisterMutation,
  useVerifyEmailMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
} = authApi;
