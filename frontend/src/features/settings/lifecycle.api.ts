import { api } from '../../api/api';

/** The end of an account. The screen shows every error itself; a wrong password is an answer, not an ended session. */
export const lifecycleApi = api.injectEndpoints({
  endpoints: (build) => ({
    deleteAccount: build.mutation<unknown, { password: string; code: string }>({
      query: (body) => ({ url: '/auth/account', method: 'DELETE', body: { confirm: 'DELETE', ...body } }),
      extraOptions: { quiet: true },
    }),
    deletionCode: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/account/deletion-code', method: 'POST', body: {} }),
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useDeleteAccountMutation, useDeletionCodeMutation } = lifecycleApi;
