import { useId, useState } from 'react';
import { messageOf } from '../../api/api-error';
import type { User } from '../../api/types';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { Dialog } from '../../components/dialog/dialog';
import { PasswordField } from '../../components/field/password-field';
import { TextField } from '../../components/field/text-field';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { t } from '../../messages/en/lifecycle';
import { useDeleteAccountMutation, useDeletionCodeMutation } from './lifecycle.api';
import css from './settings.module.css';

/** The second step: the word DELETE, and the password or a mailed code. Another word ends it, as if nothing had been asked. */
export function DeleteAccountDialog({ user, onCancelled, onDeleted }: { user: User; onCancelled: () => void; onDeleted: () => void }) {
  const hasPassword = user.hasPassword !== false;
  const [byCode, setByCode] = useState(!hasPassword);
  const [sent, setSent] = useState(false);
  const [remove] = useDeleteAccountMutation();
  const [askCode, asking] = useDeletionCodeMutation();
  const id = useId();
  const form = useForm({
    initial: { confirm: '', password: '', code: '' },
    validate: ({ confirm, password, code }) =>
      // Whatever else is missing: another word means no.
      confirm !== 'DELETE'
        ? {}
        : byCode
          ? code.trim() === ''
            ? { code: t('codeRequired') }
            : {}
          : password === ''
            ? { password: t('passwordRequired') }
            : {},
    onSubmit: async ({ confirm, password, code }) => {
      if (confirm !== 'DELETE') {
        onCancelled();
        return;
      }
      await remove(byCode ? { password: '', code } : { password, code: '' }).unwrap();
      onDeleted();
    },
  });

  async function sendCode() {
    const outcome = await askCode();
    if (outcome.error) {
      toast.error(messageOf(outcome.error, t('codeFailed')));
      return;
    }
    setSent(true);
    setByCode(true);
    toast.success(t('codeSent', { email: user.email }));
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !form.submitting && onCancelled()}
      title={t('typeTitle')}
      description={t('typeText', { email: user.email })}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button onClick={onCancelled} disabled={form.submitting}>
            {t('keep')}
          </Button>
          <Button type="submit" form={id} variant="danger" loading={form.submitting}>
            {t('deleteForever')}
          </Button>
        </>
      }
    >
      <form {...form.formProps} id={id} className={css.form}>
        <TextField label={t('typeLabel')} autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.field('confirm')} />
        {byCode ? (
          <>
            {(sent || hasPassword) && (
              <TextField
                label={t('codeLabel')}
                hint={t('codeHint')}
                autoComplete="one-time-code"
                spellCheck={false}
                {...form.field('code')}
              />
            )}
            <div className={css.buttons}>
              <Button size="sm" loading={asking.isLoading} onClick={() => void sendCode()}>
                {sent ? t('sendCode') : t('useCode')}
              </Button>
              {hasPassword && (
                <Button size="sm" variant="ghost" onClick={() => setByCode(false)}>
                  {t('usePassword')}
                </Button>
              )}
            </div>
          </>
        ) : (
          <>
            <PasswordField label={t('passwordLabel')} autoComplete="current-password" {...form.field('password')} />
            <div className={css.buttons}>
              <Button size="sm" variant="ghost" loading={asking.isLoading} onClick={() => void sendCode()}>
                {t('useCode')}
              </Button>
            </div>
          </>
        )}
        {form.formError !== undefined && <Banner tone="danger">{form.formError || t('deleteFailed')}</Banner>}
      </form>
    </Dialog>
  );
}
