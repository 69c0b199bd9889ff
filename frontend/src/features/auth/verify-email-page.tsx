import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../api/api-error';
import { useResendVerificationMutation } from '../../api/session/session.api';
import { setUser } from '../../api/session/session.slice';
import { useSession } from '../../api/session/use-session';
import { Banner } from '../../components/banner/banner';
import { Button, ButtonLink } from '../../components/button/button';
import { TextField } from '../../components/field/text-field';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/auth';
import { useVerifyEmailMutation } from './auth.api';
import css from './auth.module.css';
import { AuthLayout } from './auth-layout';
import { looksLikeEmail } from './password-rules';

function ResendForm({ initialEmail }: { initialEmail: string }) {
  const [resend] = useResendVerificationMutation();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initial: { email: initialEmail },
    validate: ({ email }) => (!email.trim() ? { email: t('emailRequired') } : looksLikeEmail(email) ? {} : { email: t('emailInvalid') }),
    onSubmit: async ({ email }) => {
      await resend({ email: email.trim() }).unwrap();
      setSentTo(email.trim());
      toast.success(t('resent'));
    },
    onFailure: (error) => toast.error(messageOf(error, t('resendFailed'))),
  });
  return (
    <form {...form.formProps} className={css.form}>
      {sentTo && <Banner tone="success">{t('resentText', { email: sentTo })}</Banner>}
      <TextField label={t('email')} type="email" autoComplete="email" placeholder={t('emailPlaceholder')} {...form.field('email')} />
      <Button type="submit" variant="primary" fullWidth loading={form.submitting}>
        {t('resend')}
      </Button>
    </form>
  );
}

/** /verify-email?token=…, from the mailed link; without a token it sends the mail again. */
export function VerifyEmailPage() {
  useTitle(t('verifyTitle'));
  const [params] = useSearchParams();
  const token = params.get('token');
  const { user, isAuthenticated, isLoading } = useSession();
  const dispatch = useDispatch();
  const [verify] = useVerifyEmailMutation();
  const [outcome, setOutcome] = useState<'verified' | { failed: string }>();
  const sent = useRef<string>(undefined);

  useEffect(() => {
    // A token works once: asked for exactly one time, after the start-up so that the session is known.
    if (!token || isLoading || sent.current === token) return;
    sent.current = token;
    verify({ token })
      .unwrap()
      .then(
        (answer) => {
          if (isAuthenticated && answer?.user) dispatch(setUser(answer.user));
          toast.success(t('verifyOk'));
          setOutcome('verified');
        },
        (error: unknown) => {
          setOutcome({ failed: messageOf(error, t('verifyFailed')) });
        },
      );
  }, [token, isLoading, isAuthenticated, dispatch, verify]);

  const footer = <Link to={isAuthenticated ? '/dashboard' : '/login'}>{isAuthenticated ? t('goOn') : t('backToLogin')}</Link>;
  if (token && !outcome) {
    return (
      <AuthLayout title={t('verifyTitle')} lead={t('verifying')}>
        <LoadingRegion label={t('verifying')}>
          <Skeleton height="2.5rem" />
        </LoadingRegion>
      </AuthLayout>
    );
  }
  if (outcome === 'verified') {
    return (
      <AuthLayout title={t('verifyOkTitle')} lead={t('verifyOkText')}>
        <ButtonLink to={isAuthenticated ? '/dashboard' : '/login'} variant="primary" fullWidth>
          {isAuthenticated ? t('goOn') : t('logIn')}
        </ButtonLink>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('verifyTitle')} lead={outcome ? t('verifyFailedText') : t('verifyNoToken')} footer={footer}>
      {outcome && <Banner tone="danger">{outcome.failed}</Banner>}
      <ResendForm initialEmail={user?.email ?? ''} />
    </AuthLayout>
  );
}
