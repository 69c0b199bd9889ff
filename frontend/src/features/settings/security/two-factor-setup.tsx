import { useEffect, useId, useState } from 'react';
import type { User } from '../../../api/types';
import { Banner } from '../../../components/banner/banner';
import { Button } from '../../../components/button/button';
import { CopyButton } from '../../../components/copy-button/copy-button';
import { Dialog } from '../../../components/dialog/dialog';
import { TextField } from '../../../components/field/text-field';
import { Skeleton } from '../../../components/skeleton/skeleton';
import { useForm } from '../../../lib/form/use-form';
import { drawQr } from '../../../lib/qr/draw-qr';
import { t } from '../../../messages/en/security';
import css from '../settings.module.css';
import { ProofDialog } from './proof-dialog';
import { useEnableTwoFactorMutation, useSetUpTwoFactorMutation } from './security.api';

interface Setup {
  secret: string;
  otpauthUrl: string;
}

/** What comes next is the code, not the button that copies the key. */
const focusAtOnce = (field: HTMLInputElement | null) => field?.focus();

/** Password, then the secret as a QR code, then the first code of the app. */
export function TwoFactorSetup({ user, onClose, onEnabled }: { user: User; onClose: () => void; onEnabled: (codes: string[]) => void }) {
  const [begin] = useSetUpTwoFactorMutation();
  const [setup, setSetup] = useState<Setup>();
  if (setup) return <ScanStep setup={setup} onClose={onClose} onEnabled={onEnabled} />;
  return (
    <ProofDialog
      user={user}
      title={t('setupTitle')}
      text={t('setupText')}
      confirmLabel={t('continue')}
      failed={t('setupFailed')}
      onClose={onClose}
      onConfirm={async ({ password }) => setSetup(await begin({ password }).unwrap())}
    />
  );
}

/** The picture is drawn in the browser by the product's own renderer: the secret goes nowhere else. */
function ScanStep({ setup, onClose, onEnabled }: { setup: Setup; onClose: () => void; onEnabled: (codes: string[]) => void }) {
  const [enable] = useEnableTwoFactorMutation();
  const [picture, setPicture] = useState<string>();
  const id = useId();
  useEffect(() => {
    let gone = false;
    void drawQr(setup.otpauthUrl).then(
      (drawn) => !gone && setPicture(drawn),
      // The key below says the same.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [setup.otpauthUrl]);
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) => (code.trim() ? {} : { code: t('codeRequired') }),
    onSubmit: async ({ code }) => onEnabled((await enable({ code: code.trim() }).unwrap()).recoveryCodes),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !form.submitting && onClose()}
      title={t('scanTitle')}
      description={t('scanText')}
      footer={
        <>
          <Button onClick={onClose} disabled={form.submitting}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" loading={form.submitting}>
            {t('turnOn')}
          </Button>
        </>
      }
    >
      <form {...form.formProps} id={id} className={css.form}>
        <div className={css.scan}>
          {picture ? (
            <img className={css.scanPicture} src={picture} alt={t('scanAlt')} width={192} height={192} />
          ) : (
            <Skeleton width="12rem" height="12rem" />
          )}
          <div className={css.scanText}>
            <p className={css.muted}>{t('cannotScan')}</p>
            <p className={css.secret}>
              <code>{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              <CopyButton value={setup.secret} label={t('copyKey')} />
            </p>
          </div>
        </div>
        <TextField
          ref={focusAtOnce}
          label={t('firstCode')}
          hint={t('firstCodeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          placeholder="123456"
          {...form.field('code')}
          // The dialog before gives the focus back on its way out: leaving an empty field here is nobody's mistake.
          onBlur={() => undefined}
        />
        {form.formError !== undefined && !form.errors.code && <Banner tone="danger">{form.formError || t('setupFailed')}</Banner>}
      </form>
    </Dialog>
  );
}
