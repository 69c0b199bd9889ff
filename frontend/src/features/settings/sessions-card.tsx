import { IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { hasStatus, messageOf } from '../../api/api-error';
import { sessionApi } from '../../api/session/session.api';
import { Badge } from '../../components/badge/badge';
import { Button } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog';
import { ErrorState } from '../../components/error-state/error-state';
import { RelativeTime } from '../../components/relative-time/relative-time';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { toast } from '../../components/toast/toast';
import { formatDate } from '../../lib/format/format';
import { t } from '../../messages/en/settings';
import { deviceName } from './device-name';
import { type AccountSession, useEndSessionMutation, useSessionsQuery } from './settings.api';
import css from './settings.module.css';
import { useSignOutHere } from './use-sign-out-here';

const icons = { computer: IconDeviceDesktop, phone: IconDeviceMobile, script: IconTerminal2 };

function SessionRow({ session, onSignOut }: { session: AccountSession; onSignOut: () => void }) {
  const { name, kind } = deviceName(session.userAgent);
  const Icon = icons[kind];
  return (
    <li className={css.session}>
      <span className={css.device}>
        <Icon aria-hidden="true" />
      </span>
      <div className={css.deviceText}>
        <span className={css.deviceName} title={session.userAgent}>
          {name}
          {session.current && <Badge tone="success">{t('thisDevice')}</Badge>}
        </span>
        <span className={css.muted}>
          {session.lastUsedAt && (
            <>
              {t('lastUsed')} <RelativeTime at={session.lastUsedAt} />
            </>
          )}
          {session.lastUsedAt && session.createdAt && ' · '}
          {session.createdAt && t('signedIn', { date: formatDate(session.createdAt) })}
        </span>
      </div>
      <Button size="sm" aria-label={t('signOutOf', { device: name })} onClick={onSignOut}>
        {t('signOut')}
      </Button>
    </li>
  );
}

/** Everywhere the account is signed in, this device first, each with a way out. */
export function SessionsCard() {
  const { data, error, isFetching, refetch } = useSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [endSession] = useEndSessionMutation();
  const [logOut] = sessionApi.useLogoutMutation();
  const leave = useSignOutHere();
  const [asked, setAsked] = useState<AccountSession | 'others' | null>(null);
  const [busy, setBusy] = useState(false);
  const sessions = [...(data ?? [])].sort((a, b) => Number(b.current) - Number(a.current));
  const others = sessions.filter((session) => !session.current);

  async function endAll(ended: readonly AccountSession[]) {
    // One after the other: the server locks the account for each.
    for (const { id } of ended) {
      const outcome = await endSession(id);
      // Already gone is what was asked for.
      if (outcome.error && !hasStatus(outcome.error, 404)) throw outcome.error;
    }
  }

  async function confirm() {
    if (!asked || busy) return;
    setBusy(true);
    try {
      if (asked === 'others') {
        await endAll(others);
        toast.success(t('signedOutOthers', { count: others.length }));
      } else if (asked.current) {
        // As with the menu's sign-out: gone here whether or not the server answers.
        await logOut();
        leave();
      } else {
        await endAll([asked]);
        toast.success(t('signedOut'));
      }
      setAsked(null);
    } catch (failure) {
      toast.error(messageOf(failure, t('signOutFailed')));
    } finally {
      setBusy(false);
    }
  }

  const device = asked && asked !== 'others' ? deviceName(asked.userAgent).name : '';
  return (
    <Card
      title={t('sessionsTitle')}
      description={t('sessionsText')}
      padding="none"
      actions={
        others.length > 0 && (
          <Button size="sm" onClick={() => setAsked('others')}>
            {t('signOutOthers')}
          </Button>
        )
      }
    >
      {error && !data ? (
        <ErrorState title={t('sessionsFailed')} text={messageOf(error, t('sessionsFailedText'))} onRetry={refetch} retrying={isFetching} />
      ) : data ? (
        <ul role="list" className={css.sessions} aria-label={t('sessionsTitle')}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onSignOut={() => setAsked(session)} />
          ))}
        </ul>
      ) : (
        <LoadingRegion>
          <div className={css.session}>
            <Skeleton width="2.25rem" height="2.25rem" />
            <div>
              <Skeleton lines={2} />
            </div>
            <Skeleton width="5rem" height="2rem" />
          </div>
        </LoadingRegion>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && !busy && setAsked(null)}
        title={asked === 'others' ? t('signOutOthersTitle') : t('signOutTitle', { device })}
        text={
          asked === 'others' ? t('signOutOthersText', { count: others.length }) : asked?.current ? t('signOutHereText') : t('signOutText')
        }
        confirmLabel={t('signOut')}
        busy={busy}
        onConfirm={() => void confirm()}
      />
    </Card>
  );
}
