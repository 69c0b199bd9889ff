import { IconArchive, IconArchiveOff, IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error';
import type { QrCode } from '../../../api/types';
import { Button } from '../../../components/button/button';
import { Checkbox } from '../../../components/checkbox/checkbox';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog';
import { toast } from '../../../components/toast/toast';
import { t } from '../../../messages/en/qr-bulk';
import { type BulkAction, useBulkQrMutation } from '../qr.api';
import css from './bulk.module.css';
import type { Selection } from './use-selection';

/** The server takes so many at a time. */
const MOST = 500;
const SAID = { archive: 'archived', restore: 'restored', delete: 'deleted' } as const;

/** What can be done with the chosen codes. */
export function BulkBar({ selection, page, onExport }: { selection: Selection; page: readonly QrCode[]; onExport: () => void }) {
  const [bulkQr, { isLoading }] = useBulkQrMutation();
  const [deleting, setDeleting] = useState(false);
  const { ids } = selection;
  const none = ids.length === 0;
  const onPage = page.map(({ id }) => id);
  const chosenHere = onPage.filter((id) => selection.has(id)).length;

  const run = async (action: BulkAction) => {
    try {
      const { succeeded, failed, results } = await bulkQr({ action, ids: ids.slice(0, MOST) }).unwrap();
      if (succeeded > 0) toast.success(t(SAID[action], { count: succeeded }));
      if (failed > 0) {
        const message = results.find(({ ok }) => !ok)?.message ?? '';
        toast.error(t('someFailed', { failed, total: results.length, message }));
      }
      selection.remove(results.filter(({ ok }) => ok || action === 'delete').map(({ id }) => id));
      setDeleting(false);
    } catch (error) {
      toast.error(messageOf(error, t('failed')));
    }
  };

  return (
    <div className={css.bar} role="toolbar" aria-label={t('toolbar')}>
      <Checkbox
        label={t('selectPage')}
        checked={onPage.length > 0 && chosenHere === onPage.length}
        indeterminate={chosenHere > 0 && chosenHere < onPage.length}
        onCheckedChange={(checked) => (checked ? selection.add(onPage) : selection.remove(onPage))}
      />
      <span className={css.count} role="status">
        {t('selected', { count: ids.length })}
      </span>
      <div className={css.actions}>
        <Button size="sm" icon={<IconArchive aria-hidden="true" />} disabled={none || isLoading} onClick={() => void run('archive')}>
          {t('archive')}
        </Button>
        <Button size="sm" icon={<IconArchiveOff aria-hidden="true" />} disabled={none || isLoading} onClick={() => void run('restore')}>
          {t('restore')}
        </Button>
        <Button size="sm" icon={<IconDownload aria-hidden="true" />} disabled={none} onClick={onExport}>
          {t('export')}
        </Button>
        <Button
          size="sm"
          variant="danger"
          icon={<IconTrash aria-hidden="true" />}
          disabled={none || isLoading}
          onClick={() => setDeleting(true)}
        >
          {t('delete')}
        </Button>
        <Button size="sm" variant="ghost" onClick={selection.stop}>
          {t('done')}
        </Button>
      </div>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={t('deleteTitle', { count: ids.length })}
        text={t('deleteText')}
        confirmLabel={t('delete')}
        busy={isLoading}
        onConfirm={() => void run('delete')}
      />
    </div>
  );
}
