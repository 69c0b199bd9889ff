import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error';
import type { User } from '../../../api/types';
import { Banner } from '../../../components/banner/banner';
import { Button } from '../../../components/button/button';
import { Card } from '../../../components/card/card';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog';
import { ErrorState } from '../../../components/error-state/error-state';
import { RelativeTime } from '../../../components/relative-time/relative-time';
import { LoadingRegion, Skeleton } from '../../../components/skeleton/skeleton';
import { toast } from '../../../components/toast/toast';
import { cx } from '../../../lib/cx';
import { formatDate } from '../../../lib/format/format';
import { t } from '../../../messages/en/security';
import { deviceName } from '../device-name';
import css from '../settings.module.css';
import { ProofDialog } from './proof-dialog';
import { RenamePasskeyDialog } from './rename-passkey-dialog';
import { type Passkey, useAddPasskeyMutation, useBeginPasskeyMutation, usePasskeysQuery, useRemovePasskeyMutation } from './security.api';

/** Plain http beyond this machine has none. */
const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Closing the browser's own dialog is no failure of ours. */
const dismissed = (error: unknown) => error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Fingerprint, face or a security key instead of the password. */
export function PasskeysCard({ user }: { user: User }) {
  const { data, error, refetch, isFetching } = usePasskeysQuery(undefined, { refetchOnMountOrArgChange: true });
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const [remove, removal] = useRemovePasskeyMutation();
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey>();
  const [removing, setRemoving] = useState<Passkey>();

  async function make({ extra, password }: { extra: string; password: string }) {
    const { challengeId, options } = await begin({ password }).unwrap();
    const { startRegistration } = await import('@simplewebauthn/browser');
    try {
      const response = await startRegistration({
        optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
      });
      await add({ challengeId, name: extra, response }).unwrap();
    } catch (failure) {
      if (dismissed(failure)) return;
      if (failure instanceof Error && failure.name === 'InvalidStateError') throw { message: t('passkeyExists') };
      throw failure;
    }
    setAdding(false);
    toast.success(t('passkeyAdded'));
  }

  async function confirmRemoval() {
    if (!removing) return;
    const outcome = await remove(removing.id);
    if (outcome.error) toast.error(messageOf(outcome.error, t('passkeyRemoveFailed')));
    else toast.success(t('passkeyRemoved'));
    setRemoving(undefined);
  }

  const usable = canUsePasskeys();
  return (
    <Card
      title={t('passkeysTitle')}
      description={t('passkeysText')}
      padding="none"
      actions={
        <Button size="sm" disabled={!usable || !user.emailVerified} onClick={() => setAdding(true)}>
          {t('addPasskey')}
        </Button>
      }
    >
      {!usable && <p className={css.note}>{t('passkeysUnusable')}</p>}
      {usable && !user.emailVerified && (
        <div className={css.note}>
          <Banner tone="info">{t('verifyFirst')}</Banner>
        </div>
      )}
      {error && !data ? (
        <ErrorState title={t('passkeysFailed')} text={messageOf(error, t('tryLater'))} onRetry={refetch} retrying={isFetching} />
      ) : !data ? (
        <LoadingRegion>
          <div className={css.session}>
            <Skeleton width="2.25rem" height="2.25rem" />
            <Skeleton lines={2} />
            <Skeleton width="5rem" height="2rem" />
          </div>
        </LoadingRegion>
      ) : data.length === 0 ? (
        usable && user.emailVerified && <p className={css.note}>{t('noPasskeys')}</p>
      ) : (
        <ul role="list" className={css.sessions} aria-label={t('passkeysTitle')}>
          {data.map((passkey) => (
            <li key={passkey.id} className={cx(css.session, css.passkey)}>
              <span className={css.device}>
                <IconFingerprint aria-hidden="true" />
              </span>
              <div className={css.deviceText}>
                <span className={css.deviceName}>{passkey.name}</span>
                <span className={css.muted}>
                  {t('addedOn', { date: formatDate(passkey.createdAt) })}
                  {passkey.lastUsedAt && (
                    <>
                      {' · '}
                      {t('lastUsed')} <RelativeTime at={passkey.lastUsedAt} />
                    </>
                  )}
                </span>
              </div>
              <div className={css.rowButtons}>
                <Button size="sm" variant="ghost" aria-label={t('renameOf', { name: passkey.name })} onClick={() => setRenaming(passkey)}>
                  {t('rename')}
                </Button>
                <Button size="sm" aria-label={t('removeOf', { name: passkey.name })} onClick={() => setRemoving(passkey)}>
                  {t('remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <ProofDialog
          user={user}
          title={t('addTitle')}
          text={t('addText')}
          confirmLabel={t('continue')}
          failed={t('passkeyAddFailed')}
          extra={{
            name: 'name',
            label: t('passkeyName'),
            initial: deviceName(navigator.userAgent).name,
            required: t('passkeyNameRequired'),
          }}
          onClose={() => setAdding(false)}
          onConfirm={make}
        />
      )}
      {renaming && <RenamePasskeyDialog key={renaming.id} passkey={renaming} onClose={() => setRenaming(undefined)} />}
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(open) => !open && setRemoving(undefined)}
        title={t('removeTitle', { name: removing?.name ?? '' })}
        text={t('removeText')}
        confirmLabel={t('remove')}
        busy={removal.isLoading}
        onConfirm={() => void confirmRemoval()}
      />
    </Card>
  );
}
