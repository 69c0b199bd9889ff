import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import type { User } from '../../api/types';
import { Badge } from '../../components/badge/badge';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { toast } from '../../components/toast/toast';
import { formatDateTime } from '../../lib/format/format';
import { t } from '../../messages/en/security';
import { ProofDialog } from './security/proof-dialog';
import { useCancelEmailChangeMutation, useChangeEmailMutation, useEmailChangeQuery } from './security/security.api';
import css from './settings.module.css';

/** The way to another address: asks for it, then shows which of the two addresses has confirmed. */
export function EmailChange({ user }: { user: User }) {
  const { data: change } = useEmailChangeQuery(undefined, { refetchOnMountOrArgChange: true });
  const [ask] = useChangeEmailMutation();
  const [cancel, cancelling] = useCancelEmailChangeMutation();
  const [open, setOpen] = useState(false);

  async function stop() {
    const outcome = await cancel();
    if (outcome.error) toast.error(messageOf(outcome.error, t('cancelChangeFailed')));
    else toast.success(t('changeCancelled'));
  }

  return (
    <div className={css.emailChange}>
      {change ? (
        <Banner
          title={t('emailPending', { email: change.newEmail })}
          action={
            <Button size="sm" loading={cancelling.isLoading} onClick={() => void stop()}>
              {t('cancelChange')}
            </Button>
          }
        >
          <span className={css.confirmations}>
            {t('emailSteps', { date: formatDateTime(change.expiresAt) })}
            <span>
              {t('byCurrent')}{' '}
              <Badge tone={change.confirmedByCurrent ? 'success' : 'neutral'}>
                {change.confirmedByCurrent ? t('confirmed') : t('unconfirmed')}
              </Badge>
            </span>
            <span>
              {t('byNew')}{' '}
              <Badge tone={change.confirmedByNew ? 'success' : 'neutral'}>
                {change.confirmedByNew ? t('confirmed') : t('unconfirmed')}
              </Badge>
            </span>
          </span>
        </Banner>
      ) : (
        <Button size="sm" onClick={() => setOpen(true)}>
          {t('changeEmail')}
        </Button>
      )}
      {open && (
        <ProofDialog
          user={user}
          title={t('emailTitle')}
          text={user.emailVerified ? t('emailText') : t('emailTextUnverified')}
          confirmLabel={t('sendLinks')}
          failed={t('emailFailed')}
          extra={{ name: 'email', label: t('newEmail'), required: t('newEmailRequired'), inputMode: 'email', autoComplete: 'email' }}
          onClose={() => setOpen(false)}
          onConfirm={async ({ extra, password }) => {
            await ask({ email: extra, currentPassword: password }).unwrap();
            setOpen(false);
            toast.success(t('emailAsked'));
          }}
        />
      )}
    </div>
  );
}
