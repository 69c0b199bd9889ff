import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../api/api-error';
import { Button, ButtonLink } from '../../components/button/button';
import { PasswordField } from '../../components/field/password-field';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/auth';
import { useResetPasswordMutation } from './auth.api';
import css from './auth.module.css';
import { AuthLayout } from './auth-layout';
import { PasswordRuleList } from './password-rule-list';
import { meetsAllRules } from './password-rules';

/** /reset-password?token=…, from the mailed link. */
export function ResetPasswordPage() {
  useTitle(t('resetTitle'));
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const navigate = useNavigate();
  const [reset] = useResetPasswordMutation();
  const form = useForm({
    initial: { password: '', confirmPassword: '' },
    validate: ({ password, confirmPassword }) => ({
      ...(!password ? { password: t('passwordRequired') } : meetsAllRules(password) ? {} : { password: t('rulesUnmet') }),
      ...(!confirmPassword
        ? { confirmPassword: t('confirmRequired') }
        : confirmPassword === password
          ? {}
          : { confirmPassword: t('mismatch') }),
    }),
    onSubmit: async ({ password }) => {
      await reset({ token, password }).unwrap();
      toast.success(t('resetOk'), { duration: 5_000 });
      void navigate('/login', { replace: true });
    },
    onFailure: (error) => toast.error(messageOf(error, t('resetFailed'))),
  });
  const footer = <Link to="/login">{t('backToLogin')}</Link>;
  if (!token) {
    return (
      <AuthLayout title={t('resetNoTokenTitle')} lead={t('resetNoToken')} footer={footer}>
        <ButtonLink to="/forgot-password" variant="primary" fullWidth>
          {t('requestNew')}
        </ButtonLink>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('resetTitle')} lead={t('resetLead')} footer={footer}>
      <form {...form.formProps} className={css.form}>
        <PasswordField label={t('newPassword')} autoComplete="new-password" {...form.field('password')} />
        <PasswordRuleList password={form.values.password} />
        <PasswordField label={t('confirmNewPassword')} autoComplete="new-password" {...form.field('confirmPassword')} />
        {form.formError !== undefined && (
          <p className={css.row}>
            <Link to="/forgot-password">{t('requestNew')}</Link>
          </p>
        )}
        <Button type="submit" variant="primary" fullWidth loading={form.submitting}>
          {t('setPassword')}
        </Button>
      </form>
    </AuthLayout>
  );
}
