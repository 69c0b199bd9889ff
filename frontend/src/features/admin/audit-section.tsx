import { IconHistory } from '@tabler/icons-react';
import { Card } from '../../components/card/card';
import type { Column } from '../../components/data-table/data-table';
import { EmptyState } from '../../components/empty-state/empty-state';
import { RelativeTime } from '../../components/relative-time/relative-time';
import { t } from '../../messages/en/admin';
import { type AuditEntry, useAuditQuery } from './admin.api';
import css from './admin.module.css';
import { SectionList } from './section-list';
import { useSectionList } from './use-section-list';

const actions: Record<string, string> = {
  'link.disabled': t('actionLinkDisabled'),
  'link.quarantined': t('actionLinkQuarantined'),
  'link.restored': t('actionLinkRestored'),
  'domain.root_blocked': t('actionRootBlocked'),
  'domain.root_restored': t('actionRootRestored'),
  'qr_code.disabled': t('actionCodeDisabled'),
  'qr_code.restored': t('actionCodeRestored'),
  'report.link_disabled': t('actionReportLinkDisabled'),
  'report.link_quarantined': t('actionReportLinkQuarantined'),
  'report.owner_disabled': t('actionReportOwnerDisabled'),
  'report.code_disabled': t('actionReportCodeDisabled'),
  'report.dismissed': t('actionReportDismissed'),
  'user.disabled': t('actionUserDisabled'),
  'user.enabled': t('actionUserEnabled'),
  'user.deleted': t('actionUserDeleted'),
  'user.made_admin': t('actionUserMadeAdmin'),
  'user.made_user': t('actionUserMadeUser'),
  'message.done': t('actionMessageDone'),
  'message.reopened': t('actionMessageReopened'),
};

const columns: Column<AuditEntry>[] = [
  {
    key: 'what',
    header: t('what'),
    primary: true,
    cell: (entry) => (
      <span className={css.account}>
        {actions[entry.action] ?? entry.action}
        {entry.reason && <span className={css.name}>{entry.reason}</span>}
      </span>
    ),
  },
  { key: 'target', header: t('target'), cell: (entry) => <span className={css.account}>{entry.target}</span> },
  {
    key: 'who',
    header: t('who'),
    width: '14rem',
    cell: (entry) => <span className={css.account}>{entry.actor.email ?? (entry.actor.id === '' ? t('system') : entry.actor.id)}</span>,
  },
  { key: 'when', header: t('when'), width: '10rem', cell: (entry) => <RelativeTime at={entry.at} /> },
];

/** Who did what, when and why. */
export function AuditSection() {
  const list = useSectionList('audit');
  const { data, error, isFetching, refetch } = useAuditQuery({ page: list.page, limit: 15 }, { refetchOnMountOrArgChange: true });
  return (
    <Card title={t('auditTitle')} description={t('auditText')} padding="none">
      <SectionList
        caption={t('auditCaption')}
        columns={columns}
        rows={data?.entries}
        rowKey={({ id }) => id}
        loading={isFetching}
        error={error}
        errorTitle={t('auditLoadFailed')}
        onRetry={refetch}
        empty={<EmptyState icon={<IconHistory />} title={t('auditNone')} text={t('auditNoneText')} level={3} />}
        pagination={data?.pagination}
        onPage={list.setPage}
      />
    </Card>
  );
}
