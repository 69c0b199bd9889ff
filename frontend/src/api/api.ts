import { createApi } from '@reduxjs/toolkit/query/react';
import { apiBaseQuery } from './base-query';

/** The one API slice, empty: every feature injects its own endpoints (`api.injectEndpoints`). */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: apiBaseQuery,
  tagTypes: [
    'Link',
    'LinkList',
    'QrCode',
    'QrList',
    'QrTemplates',
    'Analytics',
    'Usage',
    'Subscription',
    'Sessions',
    'Notifications',
    'ApiKey',
    'Webhook',
    'Domain',
    'LinkImport',
    'Admin',
  ],
  endpoints: () => ({}),
});
