import { IconUsers } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
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
import { AuditSection } from './audit-section';
import { CodesSection } from './codes-section';
import { FiguresSection } from './figures-section';
import { LinksSection } from './links-section';
import { MessagesSection } from './messages-section';
import { PackagesSection } from './packages-section';
import { ReportsCard } from './reports-card';
import { userColumns } from './user-columns';

/** Accounts shown on the dashboard; the rest is on /admin/users. */
const NEWEST = 10;

const sections = [
  { id: 'analytics', to: '/admin/analytics', label: t('sectionAnalytics') },
  { id: 'users', to: '/admin/users', label: t('sectionUsers') },
  { id: 'content', to: '/admin/content', label: t('sectionContent') },
  { id: 'packages', to: '/admin/packages', label: t('sectionPackages') },
  { id: 'audit', to: '/admin#audit', label: t('sectionAudit') },
];

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

/** Brings the section that the address names into view; lists above may still be growing, so once more when they have. */
function useSectionInView() {
  const { pathname, hash } = useLocation();
  const wanted = hash ? hash.slice(1) : pathname.replace(/^\/admin\/?/, '');
  useEffect(() => {
    if (!wanted) return;
    const show = () => document.getElementById(`admin-${wanted}`)?.scrollIntoView({ block: 'start' });
    show();
    const later = window.setTimeout(show, 600);
    return () => window.clearTimeout(later);
  }, [wanted]);
  return wanted;
}

/** /admin; /admin/packages, /admin/content and /admin/analytics show the same with their section in view. */
export function AdminPage() {
  useTitle(t('title'));
  const current = useSectionInView();
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <nav aria-label={t('sections')} className={css.sections}>
        {sections.map(({ id, to, label }) => (
          <Link key={id} to={to} aria-current={id === current ? 'true' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <div className={css.dashboard}>
        <section id="admin-analytics" className={css.section} aria-label={t('sectionAnalytics')}>
          <FiguresSection />
        </section>
        <div className={css.page}>
          <UsersCard />
          <ReportsCard />
        </div>
        <section id="admin-content" className={css.section} aria-label={t('sectionContent')}>
          <LinksSection />
          <CodesSection />
          <MessagesSection />
        </section>
        <section id="admin-packages" className={css.section} aria-label={t('sectionPackages')}>
          <PackagesSection />
        </section>
        <section id="admin-audit" className={css.section} aria-label={t('sectionAudit')}>
          <AuditSection />
        </section>
      </div>
    </>
  );
}
