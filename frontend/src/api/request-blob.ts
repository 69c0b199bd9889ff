import type { UnknownAction } from '@reduxjs/toolkit';
import { apiBaseQuery } from './base-query';
import type { ApiRequest } from './http';

/**
 * A file from the API (CSV, PNG), with the session's refresh and retry but outside the cache, where blobs do not belong.
 * Throws an ApiError; makes no toast.
 */
export async function requestBlob(request: Omit<ApiRequest, 'responseType'>, dispatch: (action: UnknownAction) => unknown): Promise<Blob> {
  const { signal } = new AbortController();
  const caller = { signal, dispatch } as unknown as Parameters<typeof apiBaseQuery>[1];
  const outcome = await apiBaseQuery({ ...request, responseType: 'blob' }, caller, { quiet: true });
  if (outcome.error) throw outcome.error;
  return outcome.data as Blob;
}
