import { useState } from 'react';
import type { User } from '../../api/types';
import { Button } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/lifecycle';
import { DeleteAccountDialog } from './delete-account-dialog';
import { ExportCard } from './export-card';
import css from './settings.module.css';
import { useSignOutHere } from './use-sign-out-here';

/** Taking one's data along, and the end of the account: a question, then the word DELETE with the password. */
export function DangerTab({ user }: { user: User }) {
  const [step, setStep] = useState<'ask' | 'type'>();
  const leave = useSignOutHere(t('deleted'));
  const cancel = () => {
    setStep(undefined);
    toast.info(t('cancelled'));
  };
  return (
    <>
      <ExportCard />
      <Card title={t('deleteTitle')} description={t('deleteText')} className={css.danger}>
        <div className={css.stack}>
          <ul className={css.steps}>
            <li>{t('deleteLinks')}</li>
            <li>{t('deleteData')}</li>
            <li>{t('deleteMail', { email: user.email })}</li>
          </ul>
          <div className={css.buttons}>
            <Button variant="danger" onClick={() => setStep('ask')}>
              {t('deleteButton')}
            </Button>
          </div>
        </div>
      </Card>
      <ConfirmDialog
        open={step === 'ask'}
        onOpenChange={(open) => !open && cancel()}
        title={t('confirmTitle')}
        text={t('confirmText')}
        confirmLabel={t('confirmContinue')}
        onConfirm={() => setStep('type')}
      />
      {step === 'type' && <DeleteAccountDialog user={user} onCancelled={cancel} onDeleted={leave} />}
    </>
  );
}
