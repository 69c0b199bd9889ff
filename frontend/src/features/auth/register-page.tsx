import { useDispatch } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { messageOf } from '../../api/api-error';
import { setUser } from '../../api/session/session.slice';
import { hintSession, storeAccessToken } from '../../api/session/tokens';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { Checkbox } from '../../components/checkbox/checkbox';
import { PasswordField } from '../../components/field/password-field';
import { TextField } from '../../components/field/text-field';
import { toast } from '../../components/toast/toast';
import { carryOf } from '../../lib/carry/carry';
import { useForm } from '../../lib/form/use-form';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/auth';
import { useRegisterMutation } from './auth.api';
import css from './auth.module.css';
import { AuthLayout } from './auth-layout';
import { PasswordRuleList } from './password-rule-list';
import { looksLikeEmail, meetsAllRules } from './password-rules';

interface Values extends Record<string, string | boolean> {
  name: string;
  email: string;
  password: string;
  confirmPassword: string;
  terms: boolean;
}

function validate({ name, email, password, confirmPassword, terms }: Values) {
  const errors: Partial<Record<keyof Values, string>> = {};
  if (!name.trim()) errors.name = t('nameRequired');
  if (!email.trim()) errors.email = t('emailRequired');
  else if (!looksLikeEmail(email)) errors.email = t('emailInvalid');
  if (!password) errors.password = t('passwordRequired');
  else if (!meetsAllRules(password)) errors.password = t('rulesUnmet');
  if (!confirmPassword) errors.confirmPassword = t('confirmRequired');
  else if (confirmPassword !== password) errors.confirmPassword = t('mismatch');
  if (!terms) errors.terms = t('termsRequired');
  return errors;
}

/** /register. The button works once every rule holds; what was typed on the landing page comes along. */
export function RegisterPage() {
  useTitle(t('registerTab'));
  const { state } = useLocation();
  const dispatch = useDispatch();
  const [register] = useRegisterMutation();
  const carry = carryOf(state);

  const form = useForm<Values>({
    initial: { name: '', email: '', password: '', confirmPassword: '', terms: false },
    validate,
    onSubmit: async ({ name, email, password }) => {
      const { user, accessToken } = await register({ name: name.trim(), email: email.trim(), password }).unwrap();
      storeAccessToken(accessToken);
      hintSession(false);
      toast.success(t('registerOk'), { duration: 6_000 });
      dispatch(setUser(user));
    },
    onInvalid: (errors) => toast.error(errors.password ?? errors.confirmPassword ?? errors.terms ?? t('registerFailed')),
    onFailure: (error) => toast.error(messageOf(error, t('registerFailed'))),
  });

  return (
    <AuthLayout
      title={t('registerTitle')}
      lead={t('registerLead')}
      footer={
        <>
          {t('haveAccount')}{' '}
          <Link to="/login" state={state}>
            {t('logIn')}
          </Link>
        </>
      }
    >
      {carry && <Banner>{carry.kind === 'link' ? t('carriedLink') : t('carriedQr')}</Banner>}
      <form {...form.formProps} className={css.form}>
        <TextField label={t('fullName')} autoComplete="name" placeholder={t('fullNamePlaceholder')} {...form.field('name')} />
        <TextField
          label={t('email')}
          type="email"
          autoComplete="email"
          inputMode="email"
          placeholder={t('emailPlaceholder')}
          {...form.field('email')}
        />
        <PasswordField label={t('password')} autoComplete="new-password" {...form.field('password')} />
        <PasswordRuleList password={form.values.password} />
        <PasswordField label={t('confirmPassword')} autoComplete="new-password" {...form.field('confirmPassword')} />
        <Checkbox
          label={
            <>
              {t('agreeBefore')} <Link to="/terms">{t('termsOfService')}</Link> {t('and')} <Link to="/privacy">{t('privacyPolicy')}</Link>
            </>
          }
          {...form.check('terms')}
        />
        <Button type="submit" variant="primary" fullWidth loading={form.submitting} disabled={!form.valid}>
          {t('register')}
        </Button>
      </form>
    </AuthLayout>
  );
}
