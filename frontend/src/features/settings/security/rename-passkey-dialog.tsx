import { useId } from 'react';
import { messageOf } from '../../../api/api-error';
import { Button } from '../../../components/button/button';
import { Dialog } from '../../../components/dialog/dialog';
import { TextField } from '../../../components/field/text-field';
import { toast } from '../../../components/toast/toast';
import { useForm } from '../../../lib/form/use-form';
import { t } from '../../../messages/en/security';
import css from '../settings.module.css';
import { type Passkey, useRenamePasskeyMutation } from './security.api';

const MAX_NAME = 60;

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [rename] = useRenamePasskeyMutation();
  const id = useId();
  const form = useForm({
    initial: { name: passkey.name },
    validate: ({ name }) =>
      !name.trim() ? { name: t('passkeyNameRequired') } : name.trim().length > MAX_NAME ? { name: t('passkeyNameLong') } : {},
    onSubmit: async ({ name }) => {
      await rename({ id: passkey.id, name: name.trim() }).unwrap();
      onClose();
    },
    onFailure: (error) => toast.error(messageOf(error, t('renameFailed'))),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('renameTitle')}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" loading={form.submitting}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form {...form.formProps} id={id} className={css.form}>
        <TextField label={t('passkeyName')} autoComplete="off" {...form.field('name')} />
      </form>
    </Dialog>
  );
}
