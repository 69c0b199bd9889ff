import { IconWebhook } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { hasStatus, messageOf } from '../../api/api-error';
import { Card } from '../../components/card/card';
import { Checkbox } from '../../components/checkbox/checkbox';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog';
import { EmptyState } from '../../components/empty-state/empty-state';
import { ErrorState } from '../../components/error-state/error-state';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/webhooks';
import { EditDialog } from './edit-dialog';
import { ReplayDialog } from './replay-dialog';
import type { ShownSecret } from './secret-panel';
import { WebhookItem } from './webhook-item';
import { useDeleteWebhookMutation, useRotateSecretMutation, useWebhooksQuery, type Webhook } from './webhooks.api';
import css from './webhooks.module.css';

/** Which webhook's log is open; in the URL, so at most one is. */
const logParam = 'deliveries';

function RotateDialog({ webhook, onClose, onSecret }: { webhook: Webhook; onClose: () => void; onSecret: (shown: ShownSecret) => void }) {
  const [rotate, { isLoading }] = useRotateSecretMutation();
  const [revokePrevious, setRevokePrevious] = useState(false);

  async function confirm() {
    try {
      const rotation = rotate({ id: webhook.id, revokePrevious });
      const { url, secret } = await rotation.unwrap();
      // As with a new one: only the panel keeps it.
      rotation.reset();
      toast.success(t('rotated'));
      onSecret({ url, secret });
      onClose();
    } catch (error) {
      toast.error(messageOf(error, t('rotateFailed')));
    }
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isLoading && onClose()}
      title={t('rotateAsk')}
      text={t('rotateText', { url: webhook.url })}
      confirmLabel={t('rotate')}
      tone="primary"
      busy={isLoading}
      onConfirm={() => void confirm()}
    >
      <Checkbox label={t('revoke')} hint={t('revokeHint')} checked={revokePrevious} onCheckedChange={setRevokePrevious} />
    </ConfirmDialog>
  );
}

function DeleteDialog({ webhook, onClose, onDeleted }: { webhook: Webhook; onClose: () => void; onDeleted: () => void }) {
  const [remove, { isLoading }] = useDeleteWebhookMutation();

  async function confirm() {
    try {
      await remove(webhook.id).unwrap();
    } catch (error) {
      // Deleted elsewhere meanwhile: what was wanted.
      if (!hasStatus(error, 404)) {
        toast.error(messageOf(error, t('deleteFailed')));
        return;
      }
    }
    toast.success(t('deleted'));
    onClose();
    onDeleted();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isLoading && onClose()}
      title={t('deleteAsk')}
      text={t('deleteText', { url: webhook.url })}
      confirmLabel={t('deleteConfirm')}
      busy={isLoading}
      onConfirm={() => void confirm()}
    />
  );
}

/** The workspace's webhooks. */
export function WebhookList({ onSecret }: { onSecret: (shown: ShownSecret) => void }) {
  const { data: webhooks, error, isFetching, refetch } = useWebhooksQuery();
  const [params, setParams] = useSearchParams();
  const [asking, setAsking] = useState<{ what: 'edit' | 'replay' | 'rotate' | 'delete'; webhook: Webhook }>();
  const list = useRef<HTMLDivElement>(null);
  const close = () => setAsking(undefined);

  const openLog = (id: string | undefined) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (id) after.set(logParam, id);
        else after.delete(logParam);
        return after;
      },
      { replace: true },
    );

  return (
    <Card title={t('listTitle')} padding="none">
      <div ref={list} tabIndex={-1} className={css.list}>
        {error && !webhooks ? (
          <ErrorState title={t('loadFailed')} text={messageOf(error, t('tryLater'))} onRetry={() => void refetch()} retrying={isFetching} />
        ) : !webhooks ? (
          <LoadingRegion label={t('listLoading')}>
            <div className={css.item}>
              <Skeleton width="60%" />
              <Skeleton width="30%" />
              <Skeleton width="45%" height="2rem" />
            </div>
          </LoadingRegion>
        ) : webhooks.length === 0 ? (
          <EmptyState level={3} icon={<IconWebhook />} title={t('emptyTitle')} text={t('emptyText')} />
        ) : (
          webhooks.map((webhook) => (
            <WebhookItem
              key={webhook.id}
              webhook={webhook}
              logOpen={params.get(logParam) === webhook.id}
              onLog={(open) => openLog(open ? webhook.id : undefined)}
              onEdit={() => setAsking({ what: 'edit', webhook })}
              onReplay={() => setAsking({ what: 'replay', webhook })}
              onRotate={() => setAsking({ what: 'rotate', webhook })}
              onDelete={() => setAsking({ what: 'delete', webhook })}
            />
          ))
        )}
      </div>
      {asking?.what === 'edit' && <EditDialog webhook={asking.webhook} onClose={close} />}
      {asking?.what === 'replay' && <ReplayDialog webhook={asking.webhook} onClose={close} onQueued={() => openLog(asking.webhook.id)} />}
      {asking?.what === 'rotate' && <RotateDialog webhook={asking.webhook} onClose={close} onSecret={onSecret} />}
      {asking?.what === 'delete' && (
        <DeleteDialog
          webhook={asking.webhook}
          onClose={close}
          // Its button is gone; the focus must not fall back to the beginning of the page.
          onDeleted={() => setTimeout(() => list.current?.focus(), 0)}
        />
      )}
    </Card>
  );
}
