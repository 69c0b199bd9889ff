import { hasStatus, messageOf } from '../../../api/api-error';
import type { QrCode } from '../../../api/types';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog';
import { toast } from '../../../components/toast/toast';
import { t } from '../../../messages/en/qr';
import { useDeleteQrMutation } from '../qr.api';
import { titleOf } from '../qr-text';

/** Asks, deletes, says so. A code that is already gone counts as removed (spec section 8). */
export function DeleteQrDialog({ code, onClose }: { code: QrCode; onClose: () => void }) {
  const [deleteQr, { isLoading }] = useDeleteQrMutation();
  const confirm = async () => {
    try {
      await deleteQr(code.id).unwrap();
      toast.success(t('deleted'));
      onClose();
    } catch (error) {
      if (hasStatus(error, 404)) {
        toast.success(t('removed'));
        onClose();
      } else toast.error(messageOf(error, t('deleteFailed')));
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('deleteTitle', { name: titleOf(code) })}
      text={t('deleteText')}
      confirmLabel={t('delete')}
      busy={isLoading}
      onConfirm={() => void confirm()}
    />
  );
}
