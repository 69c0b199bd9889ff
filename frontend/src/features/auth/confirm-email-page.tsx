import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../api/api-error';
import { sessionApi } from '../../api/session/session.api';
import { setUser } from '../../api/session/session.slice';
import { useSession } from '../../api/session/use-session';
import { Banner } from '../../components/banner/banner';
import { ButtonLink } from '../../components/button/button';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/auth';
import { useCancelEmailChangeByMailMutation, useConfirmEmailChangeMutation } from './auth.api';
import { AuthLayout } from './auth-layout';

type Outcome = { kind: 'done' | 'cancelled' } | { kind: 'waiting'; forCurrent: boolean } | { kind: 'failed'; message: string };

/** /confirm-email?token=… and ?cancel=…, from the mails about a change of address. */
export function ConfirmEmailPage() {
  useTitle(t('emailChangeTitle'));
  const [params] = useSearchParams();
  const [token, cancel] = [params.get('token'), params.get('cancel')];
  const { isAuthenticated, isLoading } = useSession();
  const dispatch = useDispatch();
  const [confirm] = useConfirmEmailChangeMutation();
  const [cancelChange] = useCancelEmailChangeByMailMutation();
  const [readProfile] = sessionApi.useLazyProfileQuery();
  const [outcome, setOutcome] = useState<Outcome>();
  const sent = useRef<string>(undefined);
  const link = token ?? cancel;

  useEffect(() => {
    // A link works once: asked for exactly one time, after the start-up so that the session is known.
    if (!link || isLoading || sent.current === link) return;
    sent.current = link;
    const failed = (error: unknown) => setOutcome({ kind: 'failed', message: messageOf(error, t('emailChangeFailed')) });
    if (!token) {
      void cancelChange({ token: link })
        .unwrap()
        .then(() => setOutcome({ kind: 'cancelled' }), failed);
      return;
    }
    void confirm({ token })
      .unwrap()
      .then(async ({ emailChange, done }) => {
        if (!done) return setOutcome({ kind: 'waiting', forCurrent: !emailChange?.confirmedByCurrent });
        if (isAuthenticated) {
          const { data } = await readProfile();
          if (data) dispatch(setUser(data));
        }
        return setOutcome({ kind: 'done' });
      }, failed);
  }, [link, token, isLoading, isAuthenticated, cancelChange, confirm, dispatch, readProfile]);

  const onward = isAuthenticated ? '/settings' : '/login';
  const button = (
    <ButtonLink to={onward} variant="primary" fullWidth>
      {isAuthenticated ? t('toSettings') : t('logIn')}
    </ButtonLink>
  );
  if (!link) {
    return (
      <AuthLayout title={t('emailChangeTitle')} lead={t('emailChangeNoToken')}>
        {button}
      </AuthLayout>
    );
  }
  switch (outcome?.kind) {
    case 'done':
      return (
        <AuthLayout title={t('emailChangedTitle')} lead={t('emailChangedText')}>
          {button}
        </AuthLayout>
      );
    case 'waiting':
      return (
        <AuthLayout title={t('emailHalfTitle')} lead={outcome.forCurrent ? t('emailHalfCurrent') : t('emailHalfNew')}>
          {button}
        </AuthLayout>
      );
    case 'cancelled':
      return (
        <AuthLayout
          title={t('emailCancelledTitle')}
          lead={t('emailCancelledText')}
          footer={<Link to="/forgot-password">{t('resetInstead')}</Link>}
        >
          {button}
        </AuthLayout>
      );
    case 'failed':
      return (
        <AuthLayout title={t('emailChangeTitle')} lead={t('emailChangeFailedText')}>
          <Banner tone="danger">{outcome.message}</Banner>
          {button}
        </AuthLayout>
      );
    default:
      return (
        <AuthLayout title={t('emailChangeTitle')} lead={t('emailChangeRunning')}>
          <LoadingRegion label={t('emailChangeRunning')}>
            <Skeleton height="2.5rem" />
          </LoadingRegion>
        </AuthLayout>
      );
  }
}
