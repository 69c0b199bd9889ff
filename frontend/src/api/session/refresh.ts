import { send, toApiError } from '../http';
import { accessToken, storeAccessToken } from './tokens';

export type RefreshOutcome = 'refreshed' | 'refused' | 'unavailable';

let running: Promise<RefreshOutcome> | undefined;

/** Existing clients call it with a doubled /api segment, and so do we: below the base path /api this is /api/api/auth/refresh. */
const refreshPath = '/api/auth/refresh';

async function refresh(refusedToken: string | undefined): Promise<RefreshOutcome> {
  // Another tab may have refreshed while we waited for the lock; using the old refresh token again would end the session.
  const current = accessToken();
  if (current && current !== refusedToken) return 'refreshed';
  try {
    const { data } = await send({ url: refreshPath, method: 'POST', body: {} });
    const token: unknown = data?.data?.accessToken ?? data?.accessToken;
    if (typeof token === 'string') storeAccessToken(token);
    return 'refreshed';
  } catch (error) {
    const { status } = toApiError(error);
    // Only a clear no ends the session: a part that is down, a limit or a lost connection does not.
    return status >= 400 && status < 500 && status !== 429 ? 'refused' : 'unavailable';
  }
}

function acrossTabs(work: () => Promise<RefreshOutcome>): Promise<RefreshOutcome> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  return locks ? locks.request('linqr-refresh', work) : work();
}

/** Renews the session; calls that fail together share one attempt, in this tab and over all tabs. */
export function refreshSession(refusedToken: string | undefined): Promise<RefreshOutcome> {
  running ??= acrossTabs(() => refresh(refusedToken)).finally(() => {
    running = undefined;
  });
  return running;
}
