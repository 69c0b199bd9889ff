import { IconFlag, IconUsers } from '@tabler/icons-react';
import { messageOf } from '../../api/api-error';
import { useSession } from '../../api/session/use-session';
import { ButtonLink } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { DataTable } from '../../components/data-table/data-table';
import { EmptyState } from '../../components/empty-state/empty-state';
import { ErrorState } from '../../components/error-state/error-state';
import { PageHeader } from '../../components/page-header/page-header';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/admin';
import { useUsersQuery } from './admin.api';
import css from './admin.module.css';
import { userColumns } from './user-columns';

/** Accounts shown on the dashboard; the rest is on /admin/users. */
const NEWEST = 10;

function UsersCard() {
  const { user } = useSession();
  const { data, error, isFetching, refetch } = useUsersQuery({ page: 1, limit: NEWEST, search: '' }, { refetchOnMountOrArgChange: true });
  return (
    <Card
      title={t('usersTitle')}
      description={data && data.pagination.total > NEWEST ? t('newest') : undefined}
      padding="none"
      actions={
        <ButtonLink to="/admin/users" size="sm" icon={<IconUsers aria-hidden="true" />}>
          {t('allUsers')}
        </ButtonLink>
      }
      footer={data && t('total', { count: data.pagination.total })}
    >
      {error && !data ? (
        <ErrorState title={t('unauthorized')} text={messageOf(error, t('loadFailedText'))} onRetry={refetch} retrying={isFetching} />
      ) : (
        <DataTable
          caption={t('usersCaption')}
          columns={userColumns(user?.id)}
          rows={data?.users ?? []}
          rowKey={({ id }) => id}
          loading={isFetching}
          empty={<EmptyState icon={<IconUsers />} title={t('none')} text={t('noneText')} level={3} />}
        />
      )}
    </Card>
  );
}

/** The server has no call for reports yet: the table's place says so instead of showing an empty one. */
function ReportsCard() {
  return (
    <Card title={t('reportsTitle')} description={t('reportsText')}>
      <EmptyState icon={<IconFlag />} title={t('reportsMissing')} text={t('reportsMissingText')} level={3} />
    </Card>
  );
}

/** /admin, and /admin/packages, /admin/content, /admin/analytics, which show the same. */
export function AdminPage() {
  useTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <div className={css.page}>
        <UsersCard />
        <ReportsCard />
      </div>
    </>
  );
}
