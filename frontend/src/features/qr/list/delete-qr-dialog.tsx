import { useState } from 'react';
import { hasStatus, messageOf } from '../../../api/api-error';
import type { QrCode } from '../../../api/types';
import { Checkbox } from '../../../components/checkbox/checkbox';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog';
import { toast } from '../../../components/toast/toast';
import { t } from '../../../messages/en/qr';
import { useDeleteQrMutation } from '../qr.api';
import { titleOf } from '../qr-text';

/** Asks, deletes, says so. A code that is already gone counts as removed (spec section 8). */
export function DeleteQrDialog({ code, onClose }: { code: QrCode; onClose: () => void }) {
  const [deleteQr, { isLoading }] = useDeleteQrMutation();
  const [keepShortLink, setKeepShortLink] = useState(false);
  const shortLink = code.shortUrl?.replace(/^https?:\/\//, '');
  const confirm = async () => {
    try {
      await deleteQr({ id: code.id, keepShortLink }).unwrap();
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
      text={shortLink ? `${t('deleteText')} ${t('deleteLinkText', { url: shortLink })}` : t('deleteText')}
      confirmLabel={t('delete')}
      busy={isLoading}
      onConfirm={() => void confirm()}
    >
      {shortLink && <Checkbox label={t('keepShortLink')} checked={keepShortLink} onCheckedChange={setKeepShortLink} />}
    </ConfirmDialog>
  );
}
