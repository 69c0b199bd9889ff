import { api } from '../../../api/api';

export interface LinkImport {
  id: string;
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed';
  total: number;
  processed: number;
  succeeded: number;
  failed: number;
  fileName: string;
  source: string;
  /** Code of what ended it early. */
  stoppedBy: string | null;
  createdAt: string;
  finishedAt: string | null;
}

export interface ImportPreview {
  columns: { header: string; field: string | null }[];
  samples: string[][];
  rows: number;
  source: string;
  encoding: string;
}

export interface ImportRow {
  row: number;
  ok: boolean;
  shortUrl: string | null;
  code: string;
  message: string;
  originalUrl: string;
}

export interface ImportRows {
  results: ImportRow[];
  pagination: { nextCursor: string | null };
}

const quiet = { quiet: true };
const csv = { 'Content-Type': 'text/csv' };
const unwrap = ({ import: it }: { import: LinkImport }) => it;
const progressOf = (id: string) => ({ type: 'LinkImport' as const, id });
/** On a slow line 5 MB take their time. */
const UPLOAD_TIMEOUT_MS = 120_000;

export const hasEnded = ({ state }: LinkImport): boolean => state !== 'queued' && state !== 'running';

/** The dialog shows every error itself. */
export const importsApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewImport: build.mutation<ImportPreview, { content: Blob; beginning: boolean }>({
      query: ({ content, beginning }) => ({
        url: '/urls/import/preview',
        method: 'POST',
        body: content,
        params: { beginning },
        headers: csv,
      }),
      extraOptions: quiet,
    }),
    startImport: build.mutation<LinkImport, { content: Blob; fileName: string; columns: string[]; key: string }>({
      query: ({ content, fileName, columns, key }) => ({
        url: '/urls/import',
        method: 'POST',
        body: content,
        params: { fileName, columns: columns.join(',') },
        headers: { ...csv, 'Idempotency-Key': key },
        timeoutMs: UPLOAD_TIMEOUT_MS,
      }),
      transformResponse: unwrap,
      invalidatesTags: (_it, error) => (error ? [] : ['LinkImport']),
      extraOptions: quiet,
    }),
    imports: build.query<LinkImport[], void>({
      query: () => '/urls/imports',
      transformResponse: ({ imports }: { imports: LinkImport[] }) => imports,
      providesTags: ['LinkImport'],
      extraOptions: quiet,
    }),
    import: build.query<LinkImport, string>({
      query: (id) => `/urls/imports/${encodeURIComponent(id)}`,
      transformResponse: unwrap,
      providesTags: (_it, _error, id) => [progressOf(id)],
      extraOptions: quiet,
    }),
    cancelImport: build.mutation<LinkImport, string>({
      query: (id) => ({ url: `/urls/imports/${encodeURIComponent(id)}/cancel`, method: 'POST', body: {} }),
      transformResponse: unwrap,
      invalidatesTags: (_it, _error, id) => [progressOf(id), 'LinkList', 'Usage'],
      extraOptions: quiet,
    }),
    importFailures: build.query<ImportRows, string>({
      query: (id) => ({ url: `/urls/imports/${encodeURIComponent(id)}/results`, params: { failed: true, limit: 100 } }),
      extraOptions: quiet,
    }),
  }),
});

export const {
  usePreviewImportMutation,
  useStartImportMutation,
  useImportsQuery,
  useImportQuery,
  useCancelImportMutation,
  useImportFailuresQuery,
} = importsApi;
