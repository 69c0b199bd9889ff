import { api } from './api';
import type { CreateLinkBody, GenerateQrBody, Link, QrCode } from './types';

/** Creating is shared by the landing page's tool, the carry-over after sign-up and the dashboard. Their screens show the errors. */
export const creationApi = api.injectEndpoints({
  endpoints: (build) => ({
    createLink: build.mutation<Link, CreateLinkBody & { idempotencyKey?: string }>({
      query: ({ idempotencyKey, ...body }) => ({
        url: '/urls/shorten',
        method: 'POST',
        body,
        headers: idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : undefined,
      }),
      invalidatesTags: (_link, error) => (error ? [] : ['LinkList', 'Usage', 'Analytics']),
      extraOptions: { quiet: true },
    }),
    generateQr: build.mutation<QrCode, GenerateQrBody & { idempotencyKey?: string }>({
      query: ({ idempotencyKey, ...body }) => ({
        url: '/qrcodes/generate',
        method: 'POST',
        body,
        headers: idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : undefined,
      }),
      invalidatesTags: (_code, error) => (error ? [] : ['QrList', 'Usage']),
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useCreateLinkMutation, useGenerateQrMutation } = creationApi;
