import { IconBrandGithub, IconBrandGoogle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { messageOf } from '../../../api/api-error';
import type { User } from '../../../api/types';
import { Button } from '../../../components/button/button';
import { Card } from '../../../components/card/card';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog';
import { ErrorState } from '../../../components/error-state/error-state';
import { LoadingRegion, Skeleton } from '../../../components/skeleton/skeleton';
import { toast } from '../../../components/toast/toast';
import { formatDate } from '../../../lib/format/format';
import { leaveFor } from '../../../lib/leave';
import { t } from '../../../messages/en/security';
import css from '../settings.module.css';
import { ProofDialog } from './proof-dialog';
import {
  type ProviderKey,
  useBeginConnectingMutation,
  useDisconnectIdentityMutation,
  useIdentitiesQuery,
  useSignInProvidersQuery,
} from './security.api';

const ICONS = { google: IconBrandGoogle, github: IconBrandGithub };
const NAMES: Record<ProviderKey, string> = { google: 'Google', github: 'GitHub' };
const KEYS = Object.keys(NAMES) as ProviderKey[];

/** Coming back from a provider: what the gateway put into the address is said once and taken out of it. */
function useConnectedToast() {
  const [params, setParams] = useSearchParams();
  const connected = KEYS.find((key) => key === params.get('connected'));
  const problem = params.get('problem');
  const at = KEYS.find((key) => key === params.get('provider'));
  useEffect(() => {
    if (!connected && !problem) return;
    if (connected) toast.success(t('connectedToast', { provider: NAMES[connected] }), { id: `connected-${connected}` });
    else {
      const provider = at ? NAMES[at] : t('theProvider');
      toast.error(problem === 'IDENTITY_TAKEN' ? t('identityTaken', { provider }) : t('connectProblem', { provider }), {
        id: 'connect-problem',
      });
    }
    setParams({ tab: 'security' }, { replace: true, preventScrollReset: true });
  }, [connected, problem, at, setParams]);
}

/** Accounts at Google and GitHub that sign in to this one. */
export function IdentitiesCard({ user }: { user: User }) {
  useConnectedToast();
  const identities = useIdentitiesQuery(undefined, { refetchOnMountOrArgChange: true });
  const providers = useSignInProvidersQuery();
  const [begin] = useBeginConnectingMutation();
  const [disconnect, leaving] = useDisconnectIdentityMutation();
  const [connecting, setConnecting] = useState<ProviderKey>();
  const [asked, setAsked] = useState<ProviderKey>();
  const error = identities.error ?? providers.error;

  async function confirm() {
    if (!asked) return;
    const outcome = await disconnect(asked);
    if (outcome.error) toast.error(messageOf(outcome.error, t('disconnectFailed')));
    else toast.success(t('disconnected', { provider: NAMES[asked] }));
    setAsked(undefined);
  }

  const ready = identities.data && providers.data;
  return (
    <Card title={t('identitiesTitle')} description={t('identitiesText')} padding="none">
      {error && !ready ? (
        <ErrorState
          title={t('identitiesFailed')}
          text={messageOf(error, t('tryLater'))}
          onRetry={() => {
            void identities.refetch();
            void providers.refetch();
          }}
          retrying={identities.isFetching || providers.isFetching}
        />
      ) : !ready ? (
        <LoadingRegion>
          <div className={css.session}>
            <Skeleton width="2.25rem" height="2.25rem" />
            <Skeleton lines={2} />
            <Skeleton width="5rem" height="2rem" />
          </div>
        </LoadingRegion>
      ) : (
        <ul role="list" className={css.sessions} aria-label={t('identitiesTitle')}>
          {providers.data?.map(({ key, name, configured }) => {
            const identity = identities.data?.find(({ provider }) => provider === key);
            const Icon = ICONS[key];
            return (
              <li key={key} className={css.session}>
                <span className={css.device}>
                  <Icon aria-hidden="true" />
                </span>
                <div className={css.deviceText}>
                  <span className={css.deviceName}>{name}</span>
                  <span className={css.muted}>
                    {identity
                      ? t('connectedAs', { email: identity.email, date: formatDate(identity.createdAt) })
                      : configured
                        ? t('notConnected')
                        : t('comingSoon')}
                  </span>
                </div>
                {identity ? (
                  <Button size="sm" aria-label={t('disconnectOf', { provider: name })} onClick={() => setAsked(key)}>
                    {t('disconnect')}
                  </Button>
                ) : (
                  configured && (
                    <Button
                      size="sm"
                      disabled={!user.emailVerified}
                      aria-label={t('connectOf', { provider: name })}
                      onClick={() => setConnecting(key)}
                    >
                      {t('connect')}
                    </Button>
                  )
                )}
              </li>
            );
          })}
        </ul>
      )}
      {connecting && (
        <ProofDialog
          user={user}
          title={t('connectTitle', { provider: NAMES[connecting] })}
          text={t('connectText', { provider: NAMES[connecting] })}
          confirmLabel={t('continue')}
          failed={t('connectFailed')}
          onClose={() => setConnecting(undefined)}
          onConfirm={async ({ password }) => leaveFor((await begin({ provider: connecting, password }).unwrap()).url)}
        />
      )}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={t('disconnectTitle', { provider: asked ? NAMES[asked] : '' })}
        text={user.hasPassword === false ? t('disconnectNoPassword') : t('disconnectText')}
        confirmLabel={t('disconnect')}
        busy={leaving.isLoading}
        onConfirm={() => void confirm()}
      />
    </Card>
  );
}
