import axios, { AxiosError, type AxiosResponse } from 'axios';
import { readCookie } from '../lib/cookies';
import type { ApiError } from './api-error';
import { accessToken } from './session/tokens';

export interface ApiRequest {
  /** Below /api: `/urls/shorten`. */
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** Empty and undefined ones are left out; a list repeats its name. */
  params?: object;
  headers?: Record<string, string>;
  responseType?: 'json' | 'blob';
  /** Longer than usual, for files that are made while they are sent. */
  timeoutMs?: number;
  /** How many bytes of the answer have come. */
  onProgress?: (bytes: number) => void;
  /** `raw` gives the whole body instead of its `data`. */
  raw?: boolean;
}

export const requestTimeoutMs = 30_000;

export const http = axios.create({
  baseURL: '/api',
  timeout: requestTimeoutMs,
  withCredentials: true,
  headers: { 'X-API-Version': 'v1' },
  // Ours below: the header goes only where the contract wants it.
  xsrfCookieName: '',
  paramsSerializer: { indexes: null },
});

function headersFor(request: ApiRequest): Record<string, string> {
  const headers: Record<string, string> = { ...request.headers };
  const token = accessToken();
  if (token) headers.Authorization = `Bearer ${token}`;
  const forgery = readCookie('XSRF-TOKEN');
  if (forgery && request.method && request.method !== 'GET') headers['X-XSRF-TOKEN'] = forgery;
  return headers;
}

function present(params: object | undefined): object | undefined {
  if (!params) return undefined;
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== ''));
}

/** One request as the API wants it. Throws what axios throws. */
export function send(request: ApiRequest, signal?: AbortSignal): Promise<AxiosResponse> {
  return http.request({
    url: request.url,
    method: request.method ?? 'GET',
    data: request.body,
    params: present(request.params),
    headers: headersFor(request),
    responseType: request.responseType ?? 'json',
    signal,
    ...(request.timeoutMs ? { timeout: request.timeoutMs } : {}),
    ...(request.onProgress ? { onDownloadProgress: ({ loaded }) => request.onProgress?.(loaded) } : {}),
  });
}

function fieldProblems(details: unknown): ApiError['details'] {
  if (!Array.isArray(details)) return [];
  return details.filter((d): d is { field: string; message: string } => typeof d?.field === 'string' && typeof d?.message === 'string');
}

/** Turns whatever went wrong into one shape. */
export function toApiError(error: unknown): ApiError {
  if (!(error instanceof AxiosError)) return { status: 0, code: 'CLIENT_ERROR', message: '', details: [] };
  const { response } = error;
  if (!response) {
    const code = error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT' ? 'ERR_TIMEOUT' : (error.code ?? 'ERR_NETWORK');
    return { status: 0, code, message: '', details: [] };
  }
  const body: Record<string, unknown> = typeof response.data === 'object' && response.data !== null ? response.data : {};
  const retryAfter = Number(response.headers?.['retry-after']);
  return {
    status: response.status,
    code: typeof body.code === 'string' ? body.code : `HTTP_${response.status}`,
    message: typeof body.message === 'string' ? body.message : '',
    details: fieldProblems(body.details),
    requestId: typeof body.requestId === 'string' ? body.requestId : undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  };
}
