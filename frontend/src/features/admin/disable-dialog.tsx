import { useState } from 'react';
import { TextArea } from '../../components/field/text-field';
import { toast } from '../../components/toast/toast';
import { t } from '../../messages/en/admin';
import { type AdminUser, useSetUserDisabledMutation } from './admin.api';
import { ChangeDialog } from './change-dialog';

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
    <ChangeDialog
      title={closing ? t('disableTitle', { email: user.email }) : t('enableOf', { email: user.email })}
      description={closing ? t('disableText') : user.disabledReason || undefined}
      action={t(closing ? 'disable' : 'enable')}
      isDanger={closing}
      isSaving={isLoading}
      error={error}
      onApply={() => void apply()}
      onClose={onClose}
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
    </ChangeDialog>
  );
}
