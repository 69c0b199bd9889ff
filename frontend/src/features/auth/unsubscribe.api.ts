import { api } from '../../api/api';

export interface Unsubscription {
  list: 'weeklyReports' | 'emailNotifications' | 'marketingEmails';
  /** Masked; empty when the account is gone. */
  email: string;
  subscribed: boolean;
}

/** Leaving a list by the token of a mail, without a session. The screen shows every error itself. */
export const unsubscribeApi = api.injectEndpoints({
  endpoints: (build) => ({
    unsubscription: build.query<Unsubscription, string>({
      query: (token) => ({ url: '/auth/unsubscribe', params: { token } }),
      extraOptions: { quiet: true, noRefresh: true },
    }),
    setUnsubscription: build.mutation<Unsubscription, { token: string; subscribed: boolean }>({
      query: ({ token, subscribed }) => ({ url: '/auth/unsubscribe', method: subscribed ? 'DELETE' : 'POST', params: { token }, body: {} }),
      extraOptions: { quiet: true, noRefresh: true },
    }),
  }),
});

export const { useUnsubscriptionQuery, useSetUnsubscriptionMutation } = unsubscribeApi;
