import { api } from '../../../api/api';

export type BulkAction = 'archive' | 'restore' | 'delete' | 'addTags' | 'removeTags' | 'setExpiry' | 'clearExpiry';

export interface BulkChange {
  action: BulkAction;
  tags?: string[];
  expiresAt?: string;
}

export interface BulkAnswer {
  results: { id: string; ok: boolean; code?: string; message?: string }[];
  succeeded: number;
  failed: number;
}

export const bulkApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Lists are read again by who runs the chunks, after the last of them. */
    changeLinks: build.mutation<BulkAnswer, BulkChange & { ids: string[] }>({
      query: (body) => ({ url: '/urls/bulk', method: 'POST', body }),
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useChangeLinksMutation } = bulkApi;
