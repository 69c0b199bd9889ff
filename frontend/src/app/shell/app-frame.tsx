import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '../../api/session/use-session';
import { useUsageQuery } from '../../api/usage.api';
import { AppShell } from '../../components/app-shell/app-shell';
import { Banner } from '../../components/banner/banner';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { useHotkey } from '../../lib/keys/use-hotkey';
import { useOnline } from '../../lib/use-online';
import { t as common } from '../../messages/en/common';
import css from '../app.module.css';
import { ErrorBoundary } from '../error-boundary';
import { signOut } from '../start-session';
import type { AppStore } from '../store';
import { CarryOver } from './carry-over';
import { VerifyBanner } from './verify-banner';

const usagePollMs = 30_000;
const Commands = lazy(() => import('./commands').then((module) => ({ default: module.Commands })));

/** The frame of the signed-in screens with everything that lives as long as it: usage, keys, commands, carried items. */
export function AppFrame() {
  const { user } = useSession();
  const store = useStore() as AppStore;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const online = useOnline();
  const [panel, setPanel] = useState<'commands' | 'keys' | null>(null);
  const { data: usage, isError } = useUsageQuery(undefined, {
    pollingInterval: usagePollMs,
    skipPollingIfUnfocused: true,
    refetchOnReconnect: true,
  });

  // The session ends once the public page stands: ended earlier, the guard would take the screen for an expired one.
  const leaving = useRef(false);
  useEffect(
    () => () => {
      if (leaving.current) void signOut(store);
    },
    [store],
  );

  useHotkey('mod+k', () => setPanel(panel === 'commands' ? null : 'commands'));
  useHotkey('?', () => setPanel('keys'));
  useHotkey('c', () => void navigate('/dashboard?create=link'));

  if (!user) return null;
  const shown = usage && {
    planName: usage.planName,
    links: { used: usage.usage.linksCreated, limit: usage.limits.links },
    qrCodes: { used: usage.usage.qrCodesGenerated, limit: usage.limits.qrCodes },
  };

  return (
    <AppShell
      user={user}
      usage={shown ?? (isError ? null : undefined)}
      onOpenCommands={() => setPanel('commands')}
      onSignOut={() => {
        leaving.current = true;
        void navigate('/', { replace: true });
      }}
    >
      {!online && (
        <div className={css.notice}>
          <Banner tone="warning" title={common('offlineTitle')}>
            {common('offlineText')}
          </Banner>
        </div>
      )}
      {!user.emailVerified && <VerifyBanner email={user.email} />}
      <CarryOver />
      <ErrorBoundary resetKey={pathname}>
        <Suspense
          fallback={
            <LoadingRegion>
              <div className={css.fallback}>
                <Skeleton width="14rem" height="2rem" />
                <Skeleton height="8rem" />
                <Skeleton height="16rem" />
              </div>
            </LoadingRegion>
          }
        >
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      {panel && (
        <Suspense>
          <Commands panel={panel} onPanel={setPanel} isAdmin={user.isAdmin} />
        </Suspense>
      )}
    </AppShell>
  );
}
