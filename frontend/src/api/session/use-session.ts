import { useSelector } from 'react-redux';
import type { SessionState } from './session.slice';

/** Who is signed in. `isLoading` until the start-up calls have answered. */
export function useSession(): SessionState {
  return useSelector((state: { session: SessionState }) => state.session);
}
