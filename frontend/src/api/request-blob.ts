import type { UnknownAction } from '@reduxjs/toolkit';
import { apiBaseQuery } from './base-query';
import type { ApiRequest } from './http';

type Dispatch = (action: UnknownAction) => unknown;

async function request(call: ApiRequest, dispatch: Dispatch, signal = new AbortController().signal): Promise<unknown> {
  const caller = { signal, dispatch } as unknown as Parameters<typeof apiBaseQuery>[1];
  const outcome = await apiBaseQuery(call, caller, { quiet: true });
  if (outcome.error) throw outcome.error;
  return outcome.data;
}

/**
 * A file from the API (CSV, PNG), with the session's refresh and retry but outside the cache, where blobs do not belong.
 * Throws an ApiError (`ERR_CANCELED` after `signal`); makes no toast.
 */
export async function requestBlob(call: Omit<ApiRequest, 'responseType'>, dispatch: Dispatch, signal?: AbortSignal): Promise<Blob> {
  return (await request({ ...call, responseType: 'blob' }, dispatch, signal)) as Blob;
}

/** The payload of a call that is used once and not worth a place in the cache (the pages of an export). Throws an ApiError. */
export async function requestJson(call: ApiRequest, dispatch: Dispatch): Promise<unknown> {
  return request(call, dispatch);
}
