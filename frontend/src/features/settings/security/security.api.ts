import { api } from '../../../api/api';
import type { EmailChange, User } from '../../../api/types';

export interface TwoFactor {
  enabled: boolean;
  enabledAt: string | null;
  recoveryCodesLeft: number;
}

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface PasskeyOptions {
  challengeId: string;
  /** WebAuthn's own JSON. */
  options: Record<string, unknown>;
}

export type ProviderKey = 'google' | 'github';

export interface Identity {
  provider: ProviderKey;
  email: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface SecurityEvent {
  id: string;
  action: string;
  at: string;
  /** User agent; may be empty. */
  device: string;
  /** A network, never a whole address; may be empty. */
  address: string;
}

interface Profile {
  user: User;
  emailChange: EmailChange | null;
}

const quiet = { quiet: true };

/** How the account is signed in to. The cards and dialogs show every error themselves. */
export const securityApi = api
  .enhanceEndpoints({ addTagTypes: ['EmailChange', 'TwoFactor', 'Passkeys', 'Identities', 'SecurityEvents'] as const })
  .injectEndpoints({
    endpoints: (build) => ({
      emailChange: build.query<EmailChange | null, void>({
        query: () => '/auth/profile',
        transformResponse: (payload: Profile) => payload.emailChange ?? null,
        providesTags: ['EmailChange'],
        extraOptions: quiet,
      }),
      changeEmail: build.mutation<Profile, { email: string; currentPassword: string }>({
        query: (body) => ({ url: '/auth/profile', method: 'PUT', body }),
        invalidatesTags: (_answer, error) => (error ? [] : ['EmailChange', 'SecurityEvents']),
        extraOptions: quiet,
      }),
      cancelEmailChange: build.mutation<unknown, void>({
        query: () => ({ url: '/auth/email-change', method: 'DELETE' }),
        invalidatesTags: ['EmailChange', 'SecurityEvents'],
        extraOptions: quiet,
      }),
      twoFactor: build.query<TwoFactor, void>({ query: () => '/auth/two-factor', providesTags: ['TwoFactor'], extraOptions: quiet }),
      setUpTwoFactor: build.mutation<{ secret: string; otpauthUrl: string }, { password: string }>({
        query: (body) => ({ url: '/auth/two-factor/setup', method: 'POST', body }),
        extraOptions: quiet,
      }),
      // The state is asked for again only when the recovery codes were looked at: the dialog that shows them would go away.
      enableTwoFactor: build.mutation<{ recoveryCodes: string[] }, { code: string }>({
        query: (body) => ({ url: '/auth/two-factor/enable', method: 'POST', body }),
        extraOptions: quiet,
      }),
      disableTwoFactor: build.mutation<unknown, { password: string; code: string }>({
        query: (body) => ({ url: '/auth/two-factor/disable', method: 'POST', body }),
        invalidatesTags: (_answer, error) => (error ? [] : ['TwoFactor', 'SecurityEvents']),
        extraOptions: quiet,
      }),
      replaceRecoveryCodes: build.mutation<{ recoveryCodes: string[] }, { password: string }>({
        query: (body) => ({ url: '/auth/two-factor/recovery-codes', method: 'POST', body }),
        extraOptions: quiet,
      }),
      passkeys: build.query<Passkey[], void>({
        query: () => '/auth/passkeys',
        transformResponse: (payload: { passkeys: Passkey[] }) => payload.passkeys,
        providesTags: ['Passkeys'],
        extraOptions: quiet,
      }),
      beginPasskey: build.mutation<PasskeyOptions, { password: string }>({
        query: (body) => ({ url: '/auth/passkeys/registration-options', method: 'POST', body }),
        extraOptions: quiet,
      }),
      addPasskey: build.mutation<Passkey, { challengeId: string; name: string; response: unknown }>({
        query: (body) => ({ url: '/auth/passkeys', method: 'POST', body }),
        invalidatesTags: (_answer, error) => (error ? [] : ['Passkeys', 'SecurityEvents']),
        extraOptions: quiet,
      }),
      renamePasskey: build.mutation<Passkey, { id: string; name: string }>({
        query: ({ id, name }) => ({ url: `/auth/passkeys/${encodeURIComponent(id)}`, method: 'PUT', body: { name } }),
        invalidatesTags: ['Passkeys'],
        extraOptions: quiet,
      }),
      removePasskey: build.mutation<unknown, string>({
        query: (id) => ({ url: `/auth/passkeys/${encodeURIComponent(id)}`, method: 'DELETE' }),
        invalidatesTags: ['Passkeys', 'SecurityEvents'],
        extraOptions: quiet,
      }),
      signInProviders: build.query<{ key: ProviderKey; name: string; configured: boolean }[], void>({
        query: () => '/auth/providers',
        transformResponse: (payload: { providers: { key: ProviderKey; name: string; configured: boolean }[] }) => payload.providers,
        extraOptions: quiet,
      }),
      identities: build.query<Identity[], void>({
        query: () => '/auth/identities',
        transformResponse: (payload: { identities: Identity[] }) => payload.identities,
        providesTags: ['Identities'],
        extraOptions: quiet,
      }),
      beginConnecting: build.mutation<{ url: string }, { provider: ProviderKey; password: string }>({
        query: ({ provider, password }) => ({ url: `/auth/identities/${provider}`, method: 'POST', body: { password } }),
        extraOptions: quiet,
      }),
      disconnectIdentity: build.mutation<unknown, ProviderKey>({
        query: (provider) => ({ url: `/auth/identities/${provider}`, method: 'DELETE' }),
        invalidatesTags: ['Identities', 'SecurityEvents'],
        extraOptions: quiet,
      }),
      securityEvents: build.query<{ events: SecurityEvent[]; pagination: { total: number } }, { page: number; limit: number }>({
        query: (params) => ({ url: '/auth/audit', params }),
        providesTags: ['SecurityEvents'],
        extraOptions: quiet,
      }),
    }),
  });

export const {
  useEmailChangeQuery,
  useChangeEmailMutation,
  useCancelEmailChangeMutation,
  useTwoFactorQuery,
  useSetUpTwoFactorMutation,
  useEnableTwoFactorMutation,
  useDisableTwoFactorMutation,
  useReplaceRecoveryCodesMutation,
  usePasskeysQuery,
  useBeginPasskeyMutation,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
  useSignInProvidersQuery,
  useIdentitiesQuery,
  useBeginConnectingMutation,
  useDisconnectIdentityMutation,
  useSecurityEventsQuery,
} = securityApi;
