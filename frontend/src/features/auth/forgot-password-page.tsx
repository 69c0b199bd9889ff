import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../api/api-error';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { TextField } from '../../components/field/text-field';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/auth';
import { useForgotPasswordMutation } from './auth.api';
import css from './auth.module.css';
import { AuthLayout } from './auth-layout';
import { looksLikeEmail } from './password-rules';

/** /forgot-password. Says the same whether or not the address is known. */
export function ForgotPasswordPage() {
  useTitle(t('forgotTitle'));
  const [sentTo, setSentTo] = useState<string>();
  const [forgot] = useForgotPasswordMutation();
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => (!email.trim() ? { email: t('emailRequired') } : looksLikeEmail(email) ? {} : { email: t('emailInvalid') }),
    onSubmit: async ({ email }) => {
      await forgot({ email: email.trim() }).unwrap();
      setSentTo(email.trim());
    },
    onFailure: (error) => toast.error(messageOf(error, t('forgotFailed'))),
  });
  const footer = <Link to="/login">{t('backToLogin')}</Link>;
  if (sentTo) {
    return (
      <AuthLayout title={t('forgotSentTitle')} footer={footer}>
        <Banner tone="success">{t('forgotSent', { email: sentTo })}</Banner>
        <Button onClick={() => setSentTo(undefined)}>{t('sendAgain')}</Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('forgotTitle')} lead={t('forgotLead')} footer={footer}>
      <form {...form.formProps} className={css.form}>
        <TextField
          label={t('email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          placeholder={t('emailPlaceholder')}
          {...form.field('email')}
        />
        <Button type="submit" variant="primary" fullWidth loading={form.submitting}>
          {t('sendReset')}
        </Button>
      </form>
    </AuthLayout>
  );
}
