import { api } from '../../api/api';

export interface ContactForm {
  name: string;
  email: string;
  type: string;
  subject: string;
  message: string;
  /** Filled in by programs only. */
  website: string;
}

/** The screen says itself how it went. */
export const contactApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendMessage: build.mutation<{ id: string }, ContactForm>({
      query: (data) => ({ url: '/contact', method: 'POST', body: data }),
      invalidatesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useSendMessageMutation } = contactApi;
