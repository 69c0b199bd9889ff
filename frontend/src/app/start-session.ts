import { api } from '../api/api';
import { refreshSession } from '../api/session/refresh';
import { sessionApi } from '../api/session/session.api';
import { logout, setLoading, setUser } from '../api/session/session.slice';
import { accessToken, clearTokens, hintExpectedSession, isSessionHinted } from '../api/session/tokens';
import { toast } from '../components/toast/toast';
import { t } from '../messages/en/auth';
import type { AppStore } from './store';

/**
 * Start-up (spec section 4): health first, for the anti-forgery cookie; then the profile if an access token cookie is
 * there. A session known to be
 * open whose short access cookie is gone is renewed before that question is asked.
 */
export async function startSession(store: AppStore): Promise<void> {
  await store.dispatch(sessionApi.endpoints.health.initiate(undefined, { subscribe: false, forceRefetch: true }));
  if (!accessToken() && isSessionHinted()) {
    const outcome = await refreshSession(undefined);
    if (outcome === 'refused') clearTokens();
  }
  if (!accessToken()) {
    store.dispatch(setLoading(false));
    return;
  }
  const profile = await store.dispatch(sessionApi.endpoints.profile.initiate(undefined, { subscribe: false, forceRefetch: true }));
  if (profile.data) {
    hintExpectedSession();
    store.dispatch(setUser(profile.data));
    return;
  }
  clearTokens();
  store.dispatch(logout());
}

/** Ends the session: on the server as far as it answers, here always. */
export async function signOut(store: Pick<AppStore, 'dispatch'>): Promise<void> {
  await store.dispatch(sessionApi.endpoints.logout.initiate());
  clearTokens();
  store.dispatch(logout());
  store.dispatch(api.util.resetApiState());
  toast.success(t('loggedOut'));
}
