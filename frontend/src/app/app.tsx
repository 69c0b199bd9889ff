import { useEffect } from 'react';
import { Provider } from 'react-redux';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { useSession } from '../api/session/use-session';
import { Toaster } from '../components/toast/toaster';
import { ErrorBoundary } from './error-boundary';
import { Screens } from './routes';
import type { AppStore, RootState } from './store';

const guestPaths = ['/login', '/register'];

/** A session that ended by itself leads to /login from wherever one is, and back afterwards. */
function ExpiryRedirect() {
  const { expired } = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  const { pathname, search, hash } = location;
  useEffect(() => {
    if (!expired || guestPaths.includes(pathname)) return;
    void navigate('/login', { replace: true, state: { from: { pathname, search, hash }, expired: true } });
  }, [expired, pathname, search, hash, navigate]);
  return null;
}

/** A new page starts at its top; going back leaves the browser to restore its place. */
function ScrollToTop() {
  const { pathname } = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what triggers it
  useEffect(() => {
    if (type !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname]);
  return null;
}

/** The application inside a router. `drawnState`: what the page was drawn from at build time, while it is being taken over. */
export function App({ store, drawnState }: { store: AppStore; drawnState?: RootState | undefined }) {
  const { pathname } = useLocation();
  return (
    <Provider store={store} serverState={drawnState}>
      <ExpiryRedirect />
      <ScrollToTop />
      <ErrorBoundary resetKey={pathname}>
        <Screens />
      </ErrorBoundary>
      <Toaster />
    </Provider>
  );
}
