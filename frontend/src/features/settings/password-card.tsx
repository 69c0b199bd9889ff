import { messageOf } from '../../api/api-error';
import { Button, ButtonLink } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { PasswordField } from '../../components/field/password-field';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { t as security } from '../../messages/en/security';
import { t } from '../../messages/en/settings';
import { useChangePasswordMutation } from './settings.api';
import css from './settings.module.css';

type Values = { currentPassword: string; newPassword: string; confirmPassword: string };

const LENGTH_MIN = 8;
const LENGTH_MAX = 128;

function validate({ currentPassword, newPassword, confirmPassword }: Values) {
  const errors: Partial<Record<keyof Values, string>> = {};
  if (!currentPassword) errors.currentPassword = t('currentRequired');
  if (!newPassword) errors.newPassword = t('newRequired');
  else if (newPassword.length < LENGTH_MIN) errors.newPassword = t('passwordTooShort');
  else if (newPassword.length > LENGTH_MAX) errors.newPassword = t('passwordTooLong');
  if (!confirmPassword) errors.confirmPassword = t('confirmRequired');
  else if (confirmPassword !== newPassword) errors.confirmPassword = t('passwordMismatch');
  return errors;
}

/** A new password for the old one; the server ends every other session with it. */
export function PasswordCard({ email, hasPassword = true }: { email: string; hasPassword?: boolean }) {
  const [change] = useChangePasswordMutation();
  const form = useForm<Values>({
    initial: { currentPassword: '', newPassword: '', confirmPassword: '' },
    validate,
    onSubmit: async ({ currentPassword, newPassword }) => {
      await change({ currentPassword, newPassword }).unwrap();
      form.reset();
      toast.success(t('passwordChanged'));
    },
    onInvalid: (errors) => toast.error(errors.confirmPassword ?? errors.newPassword ?? errors.currentPassword ?? t('passwordFailed')),
    onFailure: (error) => toast.error(messageOf(error, t('passwordFailed'))),
  });
  if (!hasPassword) {
    return (
      <Card title={t('passwordTitle')} description={security('noPassword')}>
        <ButtonLink to="/forgot-password">{security('setPassword')}</ButtonLink>
      </Card>
    );
  }
  return (
    <Card title={t('passwordTitle')} description={t('passwordText')}>
      <form {...form.formProps} className={css.form}>
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <div className={css.narrow}>
          <PasswordField label={t('currentPassword')} autoComplete="current-password" {...form.field('currentPassword')} />
        </div>
        <div className={css.two}>
          <PasswordField label={t('newPassword')} autoComplete="new-password" hint={t('newPasswordHint')} {...form.field('newPassword')} />
          <PasswordField label={t('confirmPassword')} autoComplete="new-password" {...form.field('confirmPassword')} />
        </div>
        <div className={css.buttons}>
          <Button type="submit" variant="primary" loading={form.submitting}>
            {t('changePassword')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
