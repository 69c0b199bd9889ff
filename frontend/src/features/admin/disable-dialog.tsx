import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { Dialog } from '../../components/dialog/dialog';
import { TextArea } from '../../components/field/text-field';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/admin';
import { type AdminUser, useSetUserDisabledMutation } from './admin.api';

/** Closing an account, with a reason for the record; and opening it again. */
export function DisableDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const [save, { isLoading, error }] = useSetUserDisabledMutation();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const closing = !user.disabled;

  async function apply() {
    if (closing && !reason.trim()) return setMissing(true);
    try {
      await save({ id: user.id, disabled: closing, reason: reason.trim() }).unwrap();
      toast.success(t(closing ? 'disabled' : 'enabled', { email: user.email }));
      onClose();
    } catch {
      toast.error(t('userChangeFailed'));
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isLoading && onClose()}
      title={closing ? t('disableTitle', { email: user.email }) : t('enableOf', { email: user.email })}
      description={closing ? t('disableText') : user.disabledReason || undefined}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button variant={closing ? 'danger' : 'primary'} loading={isLoading} onClick={() => void apply()}>
            {t(closing ? 'disable' : 'enable')}
          </Button>
        </>
      }
    >
      {closing && (
        <TextArea
          label={t('reason')}
          hint={t('reasonForAdmins')}
          error={missing && !reason.trim() ? t('reasonRequired') : undefined}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {error && !isLoading && <Banner tone="danger">{messageOf(error, t('loadFailedText'))}</Banner>}
    </Dialog>
  );
}
