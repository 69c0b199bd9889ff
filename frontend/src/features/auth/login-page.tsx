import { IconBrandGithub, IconBrandGoogle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { hasStatus, messageOf } from '../../api/api-error';
import { clearError, expiryShown, setError, setUser } from '../../api/session/session.slice';
import { hintSession, storeAccessToken } from '../../api/session/tokens';
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
import { useLoginMutation } from './auth.api';
import css from './auth.module.css';
import { AuthLayout } from './auth-layout';
import { looksLikeEmail } from './password-rules';

/** /login. Who signs in goes back to where they came from (the guard around this page does that). */
export function LoginPage() {
  useTitle(t('loginTab'));
  const { state } = useLocation();
  const dispatch = useDispatch();
  const { error } = useSession();
  const [login] = useLoginMutation();
  const expired = useRef(Boolean((state as { expired?: boolean } | null)?.expired)).current;
  const carry = carryOf(state);
  useEffect(() => {
    dispatch(expiryShown());
    dispatch(clearError());
  }, [dispatch]);

  const form = useForm({
    initial: { email: '', password: '', rememberMe: false },
    validate: ({ email, password }) => ({
      ...(!email.trim() ? { email: t('emailRequired') } : !looksLikeEmail(email) ? { email: t('emailInvalid') } : {}),
      ...(password ? {} : { password: t('passwordRequired') }),
    }),
    onSubmit: async ({ email, password, rememberMe }) => {
      dispatch(clearError());
      const { user, accessToken } = await login({ email: email.trim(), password, rememberMe }).unwrap();
      storeAccessToken(accessToken);
      hintSession(rememberMe);
      toast.success(t('loginOk'));
      dispatch(setUser(user));
    },
    onFailure: (failure) => {
      const message = messageOf(failure, t('loginFailed'));
      if (hasStatus(failure, 401)) dispatch(setError(message));
      else toast.error(message);
    },
  });

  return (
    <AuthLayout
      title={t('loginTitle')}
      lead={expired ? undefined : t('loginLead')}
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
      <div className={css.providers}>
        <Button icon={<IconBrandGoogle aria-hidden="true" />} onClick={() => toast.info(t('googleSoon'))}>
          {t('google')}
        </Button>
        <Button icon={<IconBrandGithub aria-hidden="true" />} onClick={() => toast.info(t('githubSoon'))}>
          {t('github')}
        </Button>
      </div>
    </AuthLayout>
  );
}
