import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { toast } from '../components/toast/toast';
import { saveDrafts } from '../lib/form/drafts';
import { t } from '../messages/en/common';
import type { ApiError } from './api-error';
import { type ApiRequest, send, toApiError } from './http';
import { refreshSession } from './session/refresh';
import { sessionExpired } from './session/session.slice';
import { accessToken, clearTokens } from './session/tokens';

export interface ApiExtraOptions {
  /** The screen shows this call's errors itself; without it every error but a 401 makes a toast. */
  quiet?: boolean;
  /** A 401 is an answer here (wrong password), not an ended session. */
  noRefresh?: boolean;
}

type Outcome = { data: unknown } | { error: ApiError };

async function attempt(request: ApiRequest, signal: AbortSignal): Promise<Outcome> {
  try {
    const { data } = await send(request, signal);
    if (request.raw || request.responseType === 'blob') return { data };
    return { data: data?.data ?? data ?? null };
  } catch (error) {
    return { error: toApiError(error) };
  }
}

const is = (outcome: Outcome, status: number, code?: string): boolean =>
  'error' in outcome && outcome.error.status === status && (!code || outcome.error.code === code);

async function withSession(request: ApiRequest, api: BaseQueryApi, options: ApiExtraOptions): Promise<Outcome> {
  const token = accessToken();
  let outcome = await attempt(request, api.signal);
  if (is(outcome, 403, 'CSRF_TOKEN_INVALID')) {
    // The anti-forgery cookie aged out under an open page: fetch a new one and say it again, once.
    await attempt({ url: '/health' }, api.signal);
    outcome = await attempt(request, api.signal);
  }
  if (!is(outcome, 401) || options.noRefresh) return outcome;
  const refreshed = await refreshSession(token);
  if (refreshed === 'refreshed') {
    outcome = await attempt(request, api.signal);
    if (!is(outcome, 401)) return outcome;
  }
  if (refreshed === 'unavailable') return outcome;
  saveDrafts();
  clearTokens();
  api.dispatch(sessionExpired());
  return outcome;
}

/** Every call of the app: session, anti-forgery, one refresh and one retry, one shape of error, the global error toast. */
export const apiBaseQuery: BaseQueryFn<ApiRequest | string, unknown, ApiError, ApiExtraOptions> = async (args, api, extra) => {
  const request = typeof args === 'string' ? { url: args } : args;
  const options = extra ?? {};
  const outcome = await withSession(request, api, options);
  if ('error' in outcome && outcome.error.status !== 401 && outcome.error.code !== 'ERR_CANCELED' && !options.quiet) {
    toast.error(outcome.error.message || t('errorOccurred'));
  }
  return outcome;
};
