import { useCallback, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { api } from '../../api/api';
import { logout } from '../../api/session/session.slice';
import { clearTokens } from '../../api/session/tokens';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/settings';

/**
 * Leaves for the landing page after this device's session was ended on the server. The session is dropped here only
 * once the screen is gone: earlier, the guard would take it for an expired one and ask to log in.
 */
export function useSignOutHere(said: string = t('signedOutHere')): () => void {
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const leaving = useRef(false);
  useEffect(
    () => () => {
      if (!leaving.current) return;
      clearTokens();
      dispatch(logout());
      dispatch(api.util.resetApiState());
      toast.success(said);
    },
    [dispatch, said],
  );
  return useCallback(() => {
    leaving.current = true;
    void navigate('/', { replace: true });
  }, [navigate]);
}
