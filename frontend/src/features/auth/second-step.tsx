import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type ApiError, isApiError, messageOf } from '../../api/api-error';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { TextField } from '../../components/field/text-field';
import { useForm } from '../../lib/form/use-form';
import { t } from '../../messages/en/auth';
import { type SecondStepAsked, type SignedIn, useFinishLoginMutation } from './auth.api';
import css from './auth.module.css';
import { AuthLayout } from './auth-layout';
import { canUsePasskeys, isDismissed, usePasskeySignIn } from './use-sign-in';

export interface SecondStepProps {
  asked: SecondStepAsked;
  rememberMe: boolean;
  onSignedIn: (signedIn: SignedIn) => Promise<void>;
  /** Back to the first step; with a message when the attempt is over. */
  onStartAgain: (message?: string) => void;
}

/** The second step of a sign-in: a code of the app, a recovery code, or a passkey instead. */
export function SecondStep({ asked, rememberMe, onSignedIn, onStartAgain }: SecondStepProps) {
  const [recovery, setRecovery] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [finish] = useFinishLoginMutation();
  const signInWithPasskey = usePasskeySignIn();
  const [waiting, setWaiting] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  const over = (failure: unknown): failure is ApiError => isApiError(failure) && failure.code === 'SIGN_IN_CHALLENGE_INVALID';
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) => (code.trim() ? {} : { code: recovery ? t('recoveryRequired') : t('codeRequired') }),
    onSubmit: async ({ code }) => {
      setProblem(undefined);
      await onSignedIn(await finish({ challenge: asked.challenge, code: code.trim(), rememberMe }).unwrap());
    },
    onFailure: (failure) => {
      if (over(failure)) onStartAgain(messageOf(failure, t('loginFailed')));
      else if (!isApiError(failure) || failure.details.length === 0) setProblem(messageOf(failure, t('loginFailed')));
    },
  });
  // The field is what somebody wants to type into, on arrival and after the kind of code was changed.
  useEffect(() => {
    if (recovery !== undefined) box.current?.querySelector<HTMLInputElement>('input[name="code"]')?.focus();
  }, [recovery]);

  async function withPasskey() {
    setWaiting(true);
    setProblem(undefined);
    try {
      await onSignedIn(await signInWithPasskey(rememberMe));
    } catch (failure) {
      if (!isDismissed(failure)) setProblem(messageOf(failure, t('passkeyFailed')));
    } finally {
      setWaiting(false);
    }
  }

  return (
    <AuthLayout
      title={t('secondStepTitle')}
      lead={recovery ? t('recoveryLead') : t('codeLead')}
      footer={
        <button type="button" className={css.linkButton} onClick={() => onStartAgain()}>
          {t('startAgain')}
        </button>
      }
    >
      <div ref={box} className={css.form}>
        <form {...form.formProps} className={css.form}>
          {recovery ? (
            <TextField
              key="recovery"
              label={t('recoveryCode')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="xxxx-xxxx-xxxx-xxxx"
              {...form.field('code')}
            />
          ) : (
            <TextField
              key="totp"
              label={t('code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              placeholder="123456"
              {...form.field('code')}
            />
          )}
          {problem && <Banner tone="danger">{problem}</Banner>}
          <Button type="submit" variant="primary" fullWidth loading={form.submitting}>
            {t('logIn')}
          </Button>
        </form>
        {asked.methods.includes('passkey') && canUsePasskeys() && (
          <Button icon={<IconFingerprint aria-hidden="true" />} fullWidth loading={waiting} onClick={() => void withPasskey()}>
            {t('passkeyInstead')}
          </Button>
        )}
        {asked.methods.includes('recovery') && (
          <button
            type="button"
            className={css.linkButton}
            onClick={() => {
              form.reset({ code: '' });
              setProblem(undefined);
              setRecovery(!recovery);
            }}
          >
            {recovery ? t('codeInstead') : t('recoveryInstead')}
          </button>
        )}
      </div>
    </AuthLayout>
  );
}
