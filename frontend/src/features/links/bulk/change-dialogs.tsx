import { useId } from 'react';
import { Button } from '../../../components/button/button';
import { Dialog } from '../../../components/dialog/dialog';
import { TextField } from '../../../components/field/text-field';
import { useForm } from '../../../lib/form/use-form';
import { t } from '../../../messages/en/links-bulk';
import { parseTags } from '../link-form';

interface ChangeDialogProps<T> {
  count: number;
  onClose: () => void;
  onApply: (value: T) => void;
}

function Footer({ formId, onClose }: { formId: string; onClose: () => void }) {
  return (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button variant="primary" type="submit" form={formId}>
        {t('apply')}
      </Button>
    </>
  );
}

export function TagsDialog({ action, count, onClose, onApply }: ChangeDialogProps<string[]> & { action: 'addTags' | 'removeTags' }) {
  const formId = useId();
  const form = useForm({
    initial: { tags: '' },
    validate: ({ tags }) => (parseTags(tags).length > 0 ? {} : { tags: t('tagsRequired') }),
    onSubmit: ({ tags }) => onApply(parseTags(tags)),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t(action === 'addTags' ? 'addTagsTitle' : 'removeTagsTitle', { count })}
      footer={<Footer formId={formId} onClose={onClose} />}
    >
      <form {...form.formProps} id={formId}>
        <TextField label={t('tags')} hint={t('tagsHint')} autoComplete="off" {...form.field('tags')} />
      </form>
    </Dialog>
  );
}

export function ExpiryDialog({ count, onClose, onApply }: ChangeDialogProps<string>) {
  const formId = useId();
  const form = useForm({
    initial: { expiresAt: '' },
    validate: ({ expiresAt }) => (Number.isNaN(Date.parse(expiresAt)) ? { expiresAt: t('expiryRequired') } : {}),
    onSubmit: ({ expiresAt }) => onApply(new Date(expiresAt).toISOString()),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('expiryTitle', { count })}
      footer={<Footer formId={formId} onClose={onClose} />}
    >
      <form {...form.formProps} id={formId}>
        <TextField type="datetime-local" label={t('expiresAt')} hint={t('expiryHint')} {...form.field('expiresAt')} />
      </form>
    </Dialog>
  );
}
