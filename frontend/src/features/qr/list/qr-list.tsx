import { IconPlus, IconQrcode, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { isNetworkError, messageOf } from '../../../api/api-error';
import type { QrCode } from '../../../api/types';
import { Button, ButtonLink } from '../../../components/button/button';
import { EmptyState } from '../../../components/empty-state/empty-state';
import { ErrorState } from '../../../components/error-state/error-state';
import { Pagination } from '../../../components/pagination/pagination';
import { LoadingRegion, Skeleton } from '../../../components/skeleton/skeleton';
import { toast } from '../../../components/toast/toast';
import { t } from '../../../messages/en/qr';
import { BulkBar } from '../bulk/bulk-bar';
import { ExportDialog } from '../bulk/export-dialog';
import { useSelection } from '../bulk/use-selection';
import { useQrCodesQuery, useUpdateQrMutation } from '../qr.api';
import css from '../qr.module.css';
import { DeleteQrDialog } from './delete-qr-dialog';
import { EditQrDialog } from './edit-qr-dialog';
import { QrFilters } from './qr-filters';
import { QrRow } from './qr-row';
import { type QrListState, useQrListState } from './use-qr-list-state';

/** When no scan comes in by the live stream. */
const POLL_MS = 60_000;

function Empty({ state }: { state: QrListState }) {
  if (state.isSearching || state.isFiltered) {
    return (
      <EmptyState
        icon={<IconSearch aria-hidden="true" />}
        title={t('emptyTitle')}
        text={state.isSearching ? t('emptySearch') : t('emptyFiltered')}
        action={<Button onClick={state.clear}>{t('clearFilters')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<IconQrcode aria-hidden="true" />}
      title={t('emptyTitle')}
      text={t('emptyText')}
      action={
        <ButtonLink variant="primary" icon={<IconPlus aria-hidden="true" />} to="/dashboard?create=qr">
          {t('createCode')}
        </ButtonLink>
      }
    />
  );
}

/** Search, filters, the codes of one page, and their dialogs. */
export function QrList() {
  const state = useQrListState();
  const { data, currentData, error, isFetching, refetch } = useQrCodesQuery(state.query, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const [updateQr] = useUpdateQrMutation();
  const [editing, setEditing] = useState<QrCode>();
  const [deleting, setDeleting] = useState<QrCode>();
  const selection = useSelection();
  const [exporting, setExporting] = useState<'list' | 'chosen'>();
  const page = currentData ?? data;

  const archive = async (code: QrCode) => {
    try {
      await updateQr({ id: code.id, body: { archived: !code.archived } }).unwrap();
      toast.success(code.archived ? t('restoredDone') : t('archivedDone'));
    } catch (failure) {
      toast.error(messageOf(failure, t('updateFailed')));
    }
  };

  return (
    <section className={css.section} aria-label={t('list')}>
      <QrFilters
        state={state}
        onExport={() => setExporting('list')}
        onSelect={() => (selection.active ? selection.stop() : selection.start())}
      />
      {selection.active && <BulkBar selection={selection} page={page?.qrCodes ?? []} onExport={() => setExporting('chosen')} />}
      {error && !page ? (
        <ErrorState title={isNetworkError(error) ? t('noServer') : t('listFailed')} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !page ? (
        <LoadingRegion label={t('list')}>
          <div className={css.list}>
            {['a', 'b', 'c', 'd'].map((row) => (
              <div key={row} className={css.row}>
                <Skeleton width="5rem" height="5rem" />
                <Skeleton lines={3} width="60%" />
              </div>
            ))}
          </div>
        </LoadingRegion>
      ) : page.qrCodes.length === 0 ? (
        <Empty state={state} />
      ) : (
        <>
          <ul className={css.list} role="list" aria-busy={isFetching || undefined} data-stale={(isFetching && !currentData) || undefined}>
            {page.qrCodes.map((code) => (
              <QrRow
                key={code.id}
                code={code}
                picked={selection.active ? selection.has(code.id) : undefined}
                onPick={selection.toggle}
                onEdit={setEditing}
                onDelete={setDeleting}
                onArchive={(it) => void archive(it)}
              />
            ))}
          </ul>
          <Pagination page={page.pagination.page} limit={page.pagination.limit} total={page.pagination.total} onPage={state.setPage} />
        </>
      )}
      {exporting && (
        <ExportDialog
          query={state.query}
          ids={exporting === 'chosen' ? selection.ids : []}
          count={exporting === 'chosen' ? selection.ids.length : (page?.pagination.total ?? 0)}
          onClose={() => setExporting(undefined)}
        />
      )}
      {editing && <EditQrDialog key={editing.id} code={editing} onClose={() => setEditing(undefined)} />}
      {deleting && <DeleteQrDialog key={deleting.id} code={deleting} onClose={() => setDeleting(undefined)} />}
    </section>
  );
}
