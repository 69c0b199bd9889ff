import { hasStatus, messageOf } from '../../../api/api-error';
import type { Link } from '../../../api/types';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog';
import { toast } from '../../../components/toast/toast';
import { t } from '../../../messages/en/links';
import { useDeleteLinkMutation } from '../links.api';
import { shown } from './link-row';

/** Asks, deletes, says so. A link that is already gone counts as removed (spec section 4). */
export function DeleteLinkDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const [deleteLink, { isLoading }] = useDeleteLinkMutation();
  const confirm = async () => {
    try {
      await deleteLink(link.id).unwrap();
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
      title={t('deleteTitle', { name: shown(link) })}
      text={t('deleteText')}
      confirmLabel={t('delete')}
      busy={isLoading}
      onConfirm={() => void confirm()}
    />
  );
}
