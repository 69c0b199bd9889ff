import { Link, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../api/api-error';
import { useSession } from '../../api/session/use-session';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { toast } from '../../components/toast/toast';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/lifecycle';
import { AuthLayout } from './auth-layout';
import { type Unsubscription, useSetUnsubscriptionMutation, useUnsubscriptionQuery } from './unsubscribe.api';

function Choice({ token, found }: { token: string; found: Unsubscription }) {
  const [set, { data, isLoading }] = useSetUnsubscriptionMutation();
  const now = data ?? found;
  const values = { list: t(now.list), email: now.email };

  async function change(subscribed: boolean) {
    const outcome = await set({ token, subscribed });
    if (outcome.error) toast.error(messageOf(outcome.error, t('unsubscribeFailed')));
    else if (subscribed) toast.success(t('subscribedAgain'));
  }

  if (now.email === '') return <Banner>{t('unsubscribedGone')}</Banner>;
  return now.subscribed ? (
    <>
      <p>{t('unsubscribeAsk', values)}</p>
      <Button variant="primary" fullWidth loading={isLoading} onClick={() => void change(false)}>
        {t('unsubscribeButton')}
      </Button>
    </>
  ) : (
    <>
      <Banner tone="success" title={t('unsubscribedTitle')}>
        {t('unsubscribedText', values)}
      </Banner>
      <Button fullWidth loading={isLoading} onClick={() => void change(true)}>
        {t('subscribeAgain')}
      </Button>
    </>
  );
}

function Lookup({ token }: { token: string }) {
  const { data, error } = useUnsubscriptionQuery(token);
  if (error)
    return (
      <Banner tone="danger" title={t('unsubscribeFailedTitle')}>
        {messageOf(error, t('unsubscribeFailed'))}
      </Banner>
    );
  if (!data)
    return (
      <LoadingRegion label={t('unsubscribeLoading')}>
        <Skeleton height="2.5rem" />
      </LoadingRegion>
    );
  return <Choice token={token} found={data} />;
}

/** /unsubscribe?token=…, from the end of a mail; asks once and works without a session. */
export function UnsubscribePage() {
  useTitle(t('unsubscribeTitle'));
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const { isAuthenticated } = useSession();
  return (
    <AuthLayout
      title={t('unsubscribeTitle')}
      footer={isAuthenticated ? <Link to="/settings?tab=notifications">{t('allPreferences')}</Link> : undefined}
    >
      {token === '' ? <Banner>{t('unsubscribeNoToken')}</Banner> : <Lookup token={token} />}
    </AuthLayout>
  );
}
