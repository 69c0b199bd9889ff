import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { hasStatus, messageOf } from '../../api/api-error';
import { clearError, expiryShown, setError } from '../../api/session/session.slice';
import { useSession } from '../../api/session/use-session';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { Checkbox } from '../../components/checkbox/checkbox';
import { PasswordField } from '../../components/field/password-field';
import { TextField } from '../../components/field/text-field';
import { toast } from '../../components/toast/toast';
import { carryOf } from '../../lib/carry/carry';
import { useForm } from '../../lib/form/use-form';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/auth';
import { readArrival } from './arrival';
import { type SecondStepAsked, useLoginMutation } from './auth.api';
import css from './auth.module.css';
import { AuthLayout } from './auth-layout';
import { looksLikeEmail } from './password-rules';
import { ProviderButtons } from './provider-buttons';
import { providerProblem } from './provider-problem';
import { SecondStep } from './second-step';
import { canUsePasskeys, isDismissed, usePasskeySignIn, useSignedIn } from './use-sign-in';

interface LoginState {
  expired?: boolean;
  from?: { pathname: string; search?: string; hash?: string };
}

/** What stood in the address when somebody came back from a provider; taken out of it at once, with the way back kept. */
function useArrival() {
  const location = useLocation();
  const navigate = useNavigate();
  const [arrival] = useState(() => readArrival(location));
  const cleaned = useRef(false);
  useEffect(() => {
    if (cleaned.current || (!location.hash && !location.search)) return;
    cleaned.current = true;
    const back = arrival.returnTo ? new URL(arrival.returnTo, window.location.origin) : undefined;
    const from = back ? { from: { pathname: back.pathname, search: back.search, hash: back.hash } } : {};
    void navigate('/login', { replace: true, state: { ...(location.state as object | null), ...from } });
  }, [arrival, location, navigate]);
  return arrival;
}

/** /login. Who signs in goes back to where they came from (the guard around this page does that). */
export function LoginPage() {
  useTitle(t('loginTab'));
  const { state } = useLocation();
  const dispatch = useDispatch();
  const { error } = useSession();
  const arrival = useArrival();
  const [login] = useLoginMutation();
  const [asked, setAsked] = useState<SecondStepAsked | undefined>(arrival.secondStep);
  const [waiting, setWaiting] = useState(false);
  const signedIn = useSignedIn(arrival.connect);
  const signInWithPasskey = usePasskeySignIn();
  const { expired: nowExpired, from } = (state as LoginState | null) ?? {};
  const expired = useRef(Boolean(nowExpired)).current;
  const carry = carryOf(state);
  useEffect(() => {
    dispatch(expiryShown());
    dispatch(clearError());
  }, [dispatch]);

  const form = useForm({
    initial: { email: arrival.connect?.email ?? '', password: '', rememberMe: false },
    validate: ({ email, password }) => ({
      ...(!email.trim() ? { email: t('emailRequired') } : !looksLikeEmail(email) ? { email: t('emailInvalid') } : {}),
      ...(password ? {} : { password: t('passwordRequired') }),
    }),
    onSubmit: async ({ email, password, rememberMe }) => {
      dispatch(clearError());
      const answer = await login({ email: email.trim(), password, rememberMe }).unwrap();
      if ('twoFactorRequired' in answer) setAsked(answer);
      else await signedIn(answer, rememberMe);
    },
    onFailure: (failure) => {
      const message = messageOf(failure, t('loginFailed'));
      if (hasStatus(failure, 401) || hasStatus(failure, 403)) dispatch(setError(message));
      else toast.error(message);
    },
  });
  const rememberMe = Boolean(form.values.rememberMe);

  async function withPasskey() {
    setWaiting(true);
    dispatch(clearError());
    try {
      await signedIn(await signInWithPasskey(rememberMe), rememberMe);
    } catch (failure) {
      if (!isDismissed(failure)) dispatch(setError(messageOf(failure, t('passkeyFailed'))));
    } finally {
      setWaiting(false);
    }
  }

  if (asked) {
    return (
      <SecondStep
        asked={asked}
        rememberMe={arrival.secondStep === asked || rememberMe}
        onSignedIn={(answer) => signedIn(answer, arrival.secondStep === asked || rememberMe)}
        onStartAgain={(message) => {
          setAsked(undefined);
          form.set('password', '');
          if (message) dispatch(setError(message));
        }}
      />
    );
  }
  const { connect, problem } = arrival;
  return (
    <AuthLayout
      title={t('loginTitle')}
      lead={expired || connect ? undefined : t('loginLead')}
      footer={
        <>
          {t('noAccount')}{' '}
          <Link to="/register" state={state}>
            {t('createAccount')}
          </Link>
        </>
      }
    >
      {expired && <Banner tone="warning">{t('expired')}</Banner>}
      {connect && <Banner title={t('connectTitle')}>{t('connectText', { email: connect.email, provider: t(connect.provider) })}</Banner>}
      {problem && <Banner tone="danger">{providerProblem(problem)}</Banner>}
      {carry && <Banner>{carry.kind === 'link' ? t('carriedLink') : t('carriedQr')}</Banner>}
      <form {...form.formProps} className={css.form}>
        <TextField
          label={t('email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          placeholder={t('emailPlaceholder')}
          {...form.field('email')}
        />
        <PasswordField label={t('password')} autoComplete="current-password" {...form.field('password')} />
        <div className={css.row}>
          <Checkbox label={t('rememberMe')} {...form.check('rememberMe')} />
          <Link to="/forgot-password">{t('forgot')}</Link>
        </div>
        {error && <Banner tone="danger">{error}</Banner>}
        <Button type="submit" variant="primary" fullWidth loading={form.submitting}>
          {t('logIn')}
        </Button>
      </form>
      <p className={css.or}>{t('orWith')}</p>
      {canUsePasskeys() && (
        <Button icon={<IconFingerprint aria-hidden="true" />} fullWidth loading={waiting} onClick={() => void withPasskey()}>
          {t('passkeySignIn')}
        </Button>
      )}
      {!connect && <ProviderButtons returnTo={from ? `${from.pathname}${from.search ?? ''}${from.hash ?? ''}` : ''} />}
    </AuthLayout>
  );
}
