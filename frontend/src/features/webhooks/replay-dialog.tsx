import { useId } from 'react';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { Checkbox } from '../../components/checkbox/checkbox';
import { Dialog } from '../../components/dialog/dialog';
import { TextField } from '../../components/field/text-field';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { formatNumber } from '../../lib/format/format';
import { t } from '../../messages/en/webhooks';
import { useReplayDeliveriesMutation, type Webhook } from './webhooks.api';
import css from './webhooks.module.css';

const dayMs = 86_400_000;

/** A moment as a `datetime-local` field has it: this machine's time, to the minute. */
function localOf(atMs: number): string {
  return new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function told(queued: number): string {
  if (queued === 0) return t('replayedNone');
  return queued === 1 ? t('replayedOne') : t('replayed', { count: formatNumber(queued) });
}

/** Sends the deliveries of a time range again; the last day until something else is chosen. */
export function ReplayDialog({ webhook, onClose, onQueued }: { webhook: Webhook; onClose: () => void; onQueued: () => void }) {
  const { id, url } = webhook;
  const [replay] = useReplayDeliveriesMutation();
  const formId = useId();
  const form = useForm({
    // Up to the end of this minute: what has just failed is part of it.
    initial: { from: localOf(Date.now() - dayMs), to: localOf(Date.now() + 60_000), includeDelivered: false },
    validate: ({ from, to }) => {
      const [begin, end] = [Date.parse(from), Date.parse(to)];
      return {
        ...(Number.isNaN(begin) ? { from: t('fromMissing') } : {}),
        ...(Number.isNaN(end) ? { to: t('toMissing') } : end <= begin ? { to: t('toBeforeFrom') } : {}),
      };
    },
    onSubmit: async ({ from, to, includeDelivered }) => {
      const { queued } = await replay({
        id,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        includeDelivered,
      }).unwrap();
      toast.success(told(queued));
      onClose();
      if (queued > 0) onQueued();
    },
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !form.submitting && onClose()}
      title={t('replayTitle')}
      description={t('replayText', { url })}
      footer={
        <>
          <Button onClick={onClose} disabled={form.submitting}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={form.submitting}>
            {t('replay')}
          </Button>
        </>
      }
    >
      <form {...form.formProps} id={formId} className={css.form} aria-label={t('replayTitle')}>
        <div className={css.choices}>
          <TextField type="datetime-local" label={t('from')} {...form.field('from')} />
          <TextField type="datetime-local" label={t('to')} {...form.field('to')} />
        </div>
        <Checkbox label={t('includeDelivered')} hint={t('includeDeliveredHint')} {...form.check('includeDelivered')} />
        {form.formError && <Banner tone="danger">{form.formError}</Banner>}
      </form>
    </Dialog>
  );
}
