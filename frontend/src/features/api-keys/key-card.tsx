import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { hasStatus, messageOf } from '../../api/api-error';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { CopyButton } from '../../components/copy-button/copy-button';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog';
import { ErrorState } from '../../components/error-state/error-state';
import { IconButton } from '../../components/icon-button/icon-button';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/api-keys';
import { useApiKeyQuery, useRegenerateApiKeyMutation } from './api-keys.api';
import css from './api-keys.module.css';

/** Enough to tell one key from another: 'lq_live_••••••••Z97f'. */
function masked(key: string): string {
  const prefix = /^[a-z]+_[a-z]+_/.exec(key)?.[0] ?? '';
  return `${prefix}${'•'.repeat(12)}${key.slice(-4)}`;
}

function KeyBox({ apiKey }: { apiKey: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className={css.key} role="group" aria-label={t('keyLabel')}>
      <code>{shown ? apiKey : masked(apiKey)}</code>
      <IconButton
        size="sm"
        label={shown ? t('hide') : t('show')}
        aria-pressed={shown}
        icon={shown ? <IconEyeOff aria-hidden="true" /> : <IconEye aria-hidden="true" />}
        onClick={() => setShown(!shown)}
      />
      <CopyButton value={apiKey} label={t('copy')} />
    </div>
  );
}

/** The key: masked until asked for, copied without being shown, replaced after a question. */
export function KeyCard() {
  const { data: apiKey, error, isFetching, refetch } = useApiKeyQuery();
  const [regenerate, { isLoading }] = useRegenerateApiKeyMutation();
  const [asking, setAsking] = useState(false);
  // The server still accepts the key but can no longer read it out (its own encryption key was changed).
  const lost = hasStatus(error, 409);

  async function replace() {
    try {
      await regenerate().unwrap();
      toast.success(t('regenerated'));
      setAsking(false);
    } catch (failure) {
      toast.error(messageOf(failure, t('regenerateFailed')));
    }
  }

  return (
    <Card title={t('keyTitle')} description={t('keyText')}>
      {error && !lost && !apiKey ? (
        <ErrorState title={t('loadFailed')} text={messageOf(error, t('loadFailedText'))} onRetry={refetch} retrying={isFetching} />
      ) : (
        <div className={css.keyRow}>
          {apiKey ? (
            <KeyBox key={apiKey} apiKey={apiKey} />
          ) : lost ? (
            <Banner tone="warning" title={t('lostTitle')}>
              {messageOf(error, '')}
            </Banner>
          ) : (
            <div className={css.key}>
              <LoadingRegion>
                <Skeleton width="16rem" />
              </LoadingRegion>
            </div>
          )}
          <Button icon={<IconRefresh aria-hidden="true" />} disabled={!apiKey && !lost} onClick={() => setAsking(true)}>
            {t('regenerate')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => !isLoading && setAsking(open)}
        title={t('regenerateAsk')}
        text={t('regenerateText')}
        confirmLabel={t('regenerate')}
        busy={isLoading}
        onConfirm={() => void replace()}
      />
    </Card>
  );
}
