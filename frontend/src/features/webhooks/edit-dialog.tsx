import { useId, useState } from 'react';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { Checkbox } from '../../components/checkbox/checkbox';
import { Dialog } from '../../components/dialog/dialog';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { t } from '../../messages/en/webhooks';
import { bodyOf, problemsOf, WebhookFields, type WebhookValues } from './webhook-fields';
import { useChangeWebhookMutation, type Webhook } from './webhooks.api';
import css from './webhooks.module.css';

/** Another address, other events, other options; on and off. */
export function EditDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, url, events, includeBots, batchClicks, enabled } = webhook;
  const [change] = useChangeWebhookMutation();
  const formId = useId();
  const [active, setActive] = useState(enabled);
  const form = useForm<WebhookValues>({
    initial: { url, events, includeBots, batchClicks },
    validate: problemsOf,
    onSubmit: async (values) => {
      // Only when it was switched: enabling again is a fresh start.
      await change({ id, ...bodyOf(values), ...(active === enabled ? {} : { enabled: active }) }).unwrap();
      toast.success(t('saved'));
      onClose();
    },
  });

  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && !form.submitting && onClose()}
      title={t('editTitle')}
      description={t('editText')}
      footer={
        <>
          <Button onClick={onClose} disabled={form.submitting}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={form.submitting}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form {...form.formProps} id={formId} className={css.form} aria-label={t('editTitle')}>
        <WebhookFields form={form} />
        <Checkbox label={t('active')} hint={t('activeHint')} checked={active} onCheckedChange={setActive} />
        {form.formError && <Banner tone="danger">{form.formError}</Banner>}
      </form>
    </Dialog>
  );
}
