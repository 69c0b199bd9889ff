import { useDispatch } from 'react-redux';
import { messageOf } from '../../api/api-error';
import { clearError, setUser } from '../../api/session/session.slice';
import { hintSession, storeAccessToken } from '../../api/session/tokens';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/auth';
import { type SignedIn, useConnectIdentityMutation, usePasskeyLoginMutation, usePasskeyLoginOptionsMutation } from './auth.api';

/** The end of every way of signing in. `connect`: a provider's account that waited for it. */
export function useSignedIn(connect: { token: string } | undefined) {
  const dispatch = useDispatch();
  const [connectIdentity] = useConnectIdentityMutation();
  return async ({ user, accessToken }: SignedIn, rememberMe: boolean) => {
    storeAccessToken(accessToken);
    hintSession(rememberMe);
    if (connect) {
      const outcome = await connectIdentity({ token: connect.token });
      if (outcome.error) toast.error(messageOf(outcome.error, t('connectFailed')));
      else toast.success(t('connected', { provider: t(outcome.data.provider) }));
    }
    toast.success(t('loginOk'));
    dispatch(clearError());
    dispatch(setUser(user));
  };
}

/** Whether this browser can do passkeys at all (not on plain http beyond this machine). */
export const canUsePasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window;

/** Closing the browser's own dialog is no failure. */
export function isDismissed(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

/** Asks the browser for a passkey and signs in with it. The library is loaded on the first use. */
export function usePasskeySignIn() {
  const [begin] = usePasskeyLoginOptionsMutation();
  const [finish] = usePasskeyLoginMutation();
  return async (rememberMe: boolean): Promise<SignedIn> => {
    const { challengeId, options } = await begin().unwrap();
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const response = await startAuthentication({
      optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    });
    return finish({ challengeId, response, rememberMe }).unwrap();
  };
}
