import { api } from '../../api/api';

export interface ReportForm {
  shortId: string;
  reason: string;
  details: string;
  email: string;
  /** Filled in by programs only. */
  website: string;
}

/** The screen says itself how it went. */
export const reportApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendReport: build.mutation<{ id: string }, ReportForm>({
      query: (data) => ({ url: '/report', method: 'POST', body: data }),
      invalidatesTags: ['Admin'],
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useSendReportMutation } = reportApi;
