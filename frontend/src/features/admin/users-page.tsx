import { IconTrash, IconUsers } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { hasStatus, messageOf } from '../../api/api-error';
import { useSession } from '../../api/session/use-session';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { type Column, DataTable } from '../../components/data-table/data-table';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog';
import { EmptyState } from '../../components/empty-state/empty-state';
import { ErrorState } from '../../components/error-state/error-state';
import { PageHeader } from '../../components/page-header/page-header';
import { Pagination } from '../../components/pagination/pagination';
import { SearchField } from '../../components/search-field/search-field';
import { toast } from '../../components/toast/toast';
import { formatNumber } from '../../lib/format/format';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/admin';
import { type AdminUser, useDeleteUserMutation, useUsersQuery } from './admin.api';
import css from './admin.module.css';
import { DisableDialog } from './disable-dialog';
import { useUserListState } from './use-user-list-state';
import { isAdmin, userColumns } from './user-columns';

/** The question before an account is deleted, and the call. */
function DeleteDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const [remove, { isLoading, error }] = useDeleteUserMutation();
  async function confirm() {
    try {
      await remove(user.email).unwrap();
      toast.success(t('deleted', { email: user.email }));
      onClose();
    } catch {
      toast.error(t('deleteFailed'));
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isLoading && onClose()}
      title={t('deleteTitle', { email: user.email })}
      text={t('deleteText')}
      confirmLabel={t('delete')}
      busy={isLoading}
      onConfirm={() => void confirm()}
    >
      {error && !isLoading && <Banner tone="danger">{messageOf(error, t('loadFailedText'))}</Banner>}
    </ConfirmDialog>
  );
}

function columnsFor(
  ownId: string | undefined,
  onDelete: (user: AdminUser) => void,
  onSwitch: (user: AdminUser) => void,
): Column<AdminUser>[] {
  return [
    ...userColumns(ownId),
    { key: 'plan', header: t('plan'), width: '7rem', cell: (user) => user.planName ?? <span title={t('unknown')}>–</span> },
    {
      key: 'links',
      header: t('links'),
      width: '5rem',
      align: 'end',
      cell: (user) => (user.linkCount === null ? <span title={t('unknown')}>–</span> : formatNumber(user.linkCount)),
    },
    {
      key: 'actions',
      header: t('actions'),
      hideHeader: true,
      align: 'end',
      width: '13rem',
      cell: (user) =>
        isAdmin(user) ? null : (
          <span className={css.rowActions}>
            <Button
              size="sm"
              aria-label={t(user.disabled ? 'enableOf' : 'disableOf', { email: user.email })}
              onClick={() => onSwitch(user)}
            >
              {t(user.disabled ? 'enable' : 'disable')}
            </Button>
            <Button
              size="sm"
              icon={<IconTrash aria-hidden="true" />}
              aria-label={t('deleteOf', { email: user.email })}
              onClick={() => onDelete(user)}
            >
              {t('delete')}
            </Button>
          </span>
        ),
    },
  ];
}

/** /admin/users: every account, searched and paged by the server. */
export function UsersPage() {
  useTitle(t('usersTitle'));
  const { user: self } = useSession();
  const { query, typed, setTyped, setPage, clear } = useUserListState();
  const { data, error, isFetching, refetch } = useUsersQuery(query, { refetchOnMountOrArgChange: true });
  const [doomed, setDoomed] = useState<AdminUser | null>(null);
  const [switched, setSwitched] = useState<AdminUser | null>(null);

  // The last account of the last page was deleted, or the address names a page that is none.
  const lastPage = data ? Math.max(1, data.pagination.totalPages) : query.page;
  const isBeyond = !isFetching && query.page > lastPage;
  useEffect(() => {
    if (isBeyond) setPage(lastPage);
  });

  const empty = query.search ? (
    <EmptyState
      icon={<IconUsers />}
      title={t('noneFound')}
      text={t('noneFoundText', { query: query.search })}
      action={<Button onClick={clear}>{t('showAll')}</Button>}
    />
  ) : (
    <EmptyState icon={<IconUsers />} title={t('none')} text={t('noneText')} />
  );

  return (
    <>
      <PageHeader title={t('usersTitle')} description={t('usersDescription')} back={{ to: '/admin', label: t('back') }} />
      <div className={css.toolbar}>
        <SearchField label={t('search')} value={typed} onChange={setTyped} className={css.search} />
        {data && (
          <span className={css.total} role="status">
            {t('total', { count: data.pagination.total })}
          </span>
        )}
      </div>
      <Card padding="none">
        {error ? (
          <ErrorState
            title={hasStatus(error, 403) ? t('unauthorized') : t('loadFailed')}
            text={messageOf(error, t('loadFailedText'))}
            onRetry={refetch}
            retrying={isFetching}
          />
        ) : (
          <>
            <DataTable
              caption={t('usersCaption')}
              columns={columnsFor(self?.id, setDoomed, setSwitched)}
              rows={data?.users ?? []}
              rowKey={({ id }) => id}
              loading={isFetching || isBeyond}
              skeletonRows={8}
              empty={empty}
            />
            {data && data.pagination.totalPages > 1 && (
              <div className={css.pages}>
                <Pagination page={query.page} limit={query.limit} total={data.pagination.total} onPage={setPage} />
              </div>
            )}
          </>
        )}
      </Card>
      {doomed && <DeleteDialog user={doomed} onClose={() => setDoomed(null)} />}
      {switched && <DisableDialog user={switched} onClose={() => setSwitched(null)} />}
    </>
  );
}
