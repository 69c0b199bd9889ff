import {
  IconHistory,
  IconKey,
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useId } from 'react';
import { messageOf } from '../../api/api-error';
import { Badge } from '../../components/badge/badge';
import { Button } from '../../components/button/button';
import { toast } from '../../components/toast/toast';
import { formatDate, formatDateTime } from '../../lib/format/format';
import { t } from '../../messages/en/webhooks';
import { DeliveryLog } from './delivery-log';
import { useChangeWebhookMutation, useTestWebhookMutation, type Webhook } from './webhooks.api';
import css from './webhooks.module.css';

function State({ webhook: { enabled, failingSince } }: { webhook: Webhook }) {
  if (!enabled) return <Badge tone="danger">{t('disabled')}</Badge>;
  return failingSince ? <Badge tone="warning">{t('failing')}</Badge> : <Badge tone="success">{t('enabled')}</Badge>;
}

/** Sentences about what is unusual, most important first. */
function notesOf({ enabled, disabledReason, disabledAt, failingSince, previousSecretUntil }: Webhook): string[] {
  const notes: string[] = [];
  if (!enabled) {
    if (disabledReason) notes.push(disabledReason);
    if (disabledAt) notes.push(t('disabledAt', { at: formatDateTime(disabledAt) }));
  } else if (failingSince) notes.push(t('failingSince', { at: formatDateTime(failingSince) }));
  if (previousSecretUntil) notes.push(t('oldSecretUntil', { at: formatDateTime(previousSecretUntil) }));
  return notes;
}

export interface WebhookItemProps {
  webhook: Webhook;
  logOpen: boolean;
  onLog: (open: boolean) => void;
  onEdit: () => void;
  onReplay: () => void;
  onRotate: () => void;
  onDelete: () => void;
}

/** One webhook: its state, what can be done with it, and its log while that is open. */
export function WebhookItem({ webhook, logOpen, onLog, onEdit, onReplay, onRotate, onDelete }: WebhookItemProps) {
  const { id, url, events, includeBots, batchClicks, enabled, createdAt } = webhook;
  const [sendTest, testing] = useTestWebhookMutation();
  const [enable, changing] = useChangeWebhookMutation();
  const titleId = useId();
  const logId = useId();
  const notes = notesOf(webhook);

  async function test() {
    try {
      await sendTest(id).unwrap();
      toast.success(t('testSent'));
      onLog(true);
    } catch (error) {
      toast.error(messageOf(error, t('testFailed')));
    }
  }

  async function change() {
    try {
      await enable({ id, enabled: !enabled }).unwrap();
      toast.success(enabled ? t('nowDisabled') : t('nowEnabled'));
    } catch (error) {
      toast.error(messageOf(error, t('changeFailed')));
    }
  }

  return (
    <article className={css.item} aria-labelledby={titleId}>
      <div className={css.itemHead}>
        <h3 id={titleId}>{url}</h3>
        <State webhook={webhook} />
      </div>
      <ul role="list" className={css.chips} aria-label={t('subscribed')}>
        {events.map((event) => (
          <li key={event}>
            <code>{event}</code>
          </li>
        ))}
      </ul>
      <p className={css.muted}>
        {[t('createdAt', { at: formatDate(createdAt) }), includeBots && t('bots'), batchClicks && t('batches')].filter(Boolean).join(' · ')}
      </p>
      {notes.length > 0 && <p className={css.note}>{notes.join(' ')}</p>}
      <div className={css.buttons}>
        <Button
          size="sm"
          icon={<IconSend aria-hidden="true" />}
          disabled={!enabled}
          loading={testing.isLoading}
          onClick={() => void test()}
        >
          {t('test')}
        </Button>
        <Button
          size="sm"
          icon={<IconListDetails aria-hidden="true" />}
          aria-expanded={logOpen}
          aria-controls={logOpen ? logId : undefined}
          onClick={() => onLog(!logOpen)}
        >
          {t('deliveries')}
        </Button>
        <Button size="sm" variant="ghost" icon={<IconPencil aria-hidden="true" />} onClick={onEdit}>
          {t('edit')}
        </Button>
        <Button size="sm" variant="ghost" icon={<IconHistory aria-hidden="true" />} disabled={!enabled} onClick={onReplay}>
          {t('replay')}
        </Button>
        <Button size="sm" variant="ghost" icon={<IconKey aria-hidden="true" />} onClick={onRotate}>
          {t('rotate')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon={enabled ? <IconPlayerPause aria-hidden="true" /> : <IconPlayerPlay aria-hidden="true" />}
          loading={changing.isLoading}
          onClick={() => void change()}
        >
          {enabled ? t('disable') : t('enable')}
        </Button>
        <Button size="sm" variant="ghost" icon={<IconTrash aria-hidden="true" />} onClick={onDelete}>
          {t('delete')}
        </Button>
      </div>
      {logOpen && (
        <section id={logId} className={css.log} aria-label={t('logTitle', { url })}>
          <DeliveryLog id={id} url={url} enabled={enabled} />
        </section>
      )}
    </article>
  );
}
