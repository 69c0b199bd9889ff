import { type Location, Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../api/session/use-session';
import { carryOf } from '../lib/carry/carry';
import { Splash } from './splash';

/** What guards and forms pass to /login and /register in the router's state. */
export interface GuestState {
  from?: Pick<Location, 'pathname' | 'search' | 'hash'>;
  /** The session ended by itself; /login says so. */
  expired?: boolean;
}

/** Signed-in screens: anonymous people go to /login and come back here afterwards. */
export function RequireAuth() {
  const { isLoading, isAuthenticated, expired } = useSession();
  const location = useLocation();
  if (isLoading) return <Splash />;
  if (!isAuthenticated) {
    const { pathname, search, hash } = location;
    return <Navigate to="/login" replace state={{ from: { pathname, search, hash }, expired }} />;
  }
  return <Outlet />;
}

/** Admin screens: signed-in people who are none go to /dashboard. Inside RequireAuth. */
export function RequireAdmin() {
  const { user } = useSession();
  if (!user?.isAdmin && user?.role !== 'admin') return <Navigate to="/dashboard" replace />;
  return <Outlet />;
}

/** /login and /register: who is signed in goes where they came from, with what they carry. */
export function GuestOnly() {
  const { isLoading, isAuthenticated } = useSession();
  const { state, search } = useLocation();
  if (isLoading) return <Splash />;
  if (!isAuthenticated) return <Outlet />;
  // Somebody signed in wanted to connect a provider and it did not work: told where they had asked for it.
  const problem = new URLSearchParams(search);
  if (problem.has('problem')) {
    problem.set('tab', 'security');
    return <Navigate to={`/settings?${problem}`} replace />;
  }
  const from = (state as GuestState | null)?.from;
  const carry = carryOf(state);
  return <Navigate to={carry ? '/dashboard' : (from ?? '/dashboard')} replace state={carry ? { carry } : undefined} />;
}
