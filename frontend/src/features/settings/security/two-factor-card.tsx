import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { messageOf } from '../../../api/api-error';
import type { User } from '../../../api/types';
import { Badge } from '../../../components/badge/badge';
import { Banner } from '../../../components/banner/banner';
import { Button } from '../../../components/button/button';
import { Card } from '../../../components/card/card';
import { ErrorState } from '../../../components/error-state/error-state';
import { LoadingRegion, Skeleton } from '../../../components/skeleton/skeleton';
import { toast } from '../../../components/toast/toast';
import { formatDate } from '../../../lib/format/format';
import { t } from '../../../messages/en/security';
import css from '../settings.module.css';
import { ProofDialog } from './proof-dialog';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { securityApi, useDisableTwoFactorMutation, useReplaceRecoveryCodesMutation, useTwoFactorQuery } from './security.api';
import { TwoFactorSetup } from './two-factor-setup';

/** So few recovery codes are worth a warning. */
const FEW_CODES = 3;

/** Codes of an authenticator app besides the password. */
export function TwoFactorCard({ user }: { user: User }) {
  const { data, error, refetch, isFetching } = useTwoFactorQuery(undefined, { refetchOnMountOrArgChange: true });
  const dispatch = useDispatch();
  const [disable] = useDisableTwoFactorMutation();
  const [replace] = useReplaceRecoveryCodesMutation();
  const [open, setOpen] = useState<'setup' | 'disable' | 'replace'>();
  const [codes, setCodes] = useState<string[]>();
  const close = () => setOpen(undefined);

  return (
    <Card
      title={
        <span className={css.titleRow}>
          {t('twoFactorTitle')}
          {data && <Badge tone={data.enabled ? 'success' : 'neutral'}>{data.enabled ? t('on') : t('off')}</Badge>}
        </span>
      }
      description={t('twoFactorText')}
    >
      {error && !data ? (
        <ErrorState title={t('twoFactorFailed')} text={messageOf(error, t('tryLater'))} onRetry={refetch} retrying={isFetching} />
      ) : !data ? (
        <LoadingRegion>
          <Skeleton height="2.25rem" width="12rem" />
        </LoadingRegion>
      ) : data.enabled ? (
        <div className={css.stack}>
          <p className={css.muted}>
            {data.enabledAt && t('onSince', { date: formatDate(data.enabledAt) })} {t('codesLeft', { count: data.recoveryCodesLeft })}
          </p>
          {data.recoveryCodesLeft <= FEW_CODES && <Banner tone="warning">{t('fewCodes')}</Banner>}
          <div className={css.buttons}>
            <Button onClick={() => setOpen('replace')}>{t('replaceCodes')}</Button>
            <Button variant="ghost" onClick={() => setOpen('disable')}>
              {t('turnOff')}
            </Button>
          </div>
        </div>
      ) : (
        <div className={css.stack}>
          {!user.emailVerified && <Banner tone="info">{t('verifyFirst')}</Banner>}
          <div className={css.buttons}>
            <Button variant="primary" disabled={!user.emailVerified} onClick={() => setOpen('setup')}>
              {t('turnOn')}
            </Button>
          </div>
        </div>
      )}
      {open === 'setup' && (
        <TwoFactorSetup
          user={user}
          onClose={close}
          onEnabled={(fresh) => {
            close();
            setCodes(fresh);
            toast.success(t('turnedOn'));
          }}
        />
      )}
      {open === 'disable' && (
        <ProofDialog
          user={user}
          danger
          title={t('turnOffTitle')}
          text={t('turnOffText')}
          confirmLabel={t('turnOff')}
          failed={t('turnOffFailed')}
          extra={{ name: 'code', label: t('codeOrRecovery'), required: t('codeRequired'), autoComplete: 'one-time-code' }}
          onClose={close}
          onConfirm={async ({ extra, password }) => {
            await disable({ code: extra, password }).unwrap();
            close();
            toast.success(t('turnedOff'));
          }}
        />
      )}
      {open === 'replace' && (
        <ProofDialog
          user={user}
          title={t('replaceTitle')}
          text={t('replaceText')}
          confirmLabel={t('replaceCodes')}
          failed={t('replaceFailed')}
          onClose={close}
          onConfirm={async ({ password }) => {
            const { recoveryCodes } = await replace({ password }).unwrap();
            close();
            setCodes(recoveryCodes);
          }}
        />
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          email={user.email}
          onClose={() => {
            setCodes(undefined);
            dispatch(securityApi.util.invalidateTags(['TwoFactor', 'SecurityEvents']));
          }}
        />
      )}
    </Card>
  );
}
