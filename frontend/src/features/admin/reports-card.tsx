import { IconFlag } from '@tabler/icons-react';
import { useState } from 'react';
import { Badge } from '../../components/badge/badge';
import { Button } from '../../components/button/button';
import { Card } from '../../components/card/card';
import type { Column } from '../../components/data-table/data-table';
import { EmptyState } from '../../components/empty-state/empty-state';
import { RelativeTime } from '../../components/relative-time/relative-time';
import { Select } from '../../components/select/select';
import { t } from '../../messages/en/admin';
import { type AbuseReport, type ReportState, useReportsQuery } from './admin.api';
import css from './admin.module.css';
import { ReportDialog } from './report-dialog';
import { SectionList } from './section-list';
import { useSectionList } from './use-section-list';

const STATES = ['open', 'resolved', 'dismissed'] as const satisfies readonly ReportState[];
const options = [
  { value: 'open', label: t('reportsOpen') },
  { value: 'resolved', label: t('reportsResolved') },
  { value: 'dismissed', label: t('reportsDismissed') },
];

const columnsFor = (onReview: (id: string) => void): Column<AbuseReport>[] => [
  {
    key: 'shortId',
    header: t('shortId'),
    primary: true,
    cell: (report) => (
      <span className={css.account}>
        <span className={css.address}>
          {report.shortId}
          {report.automatic && <Badge tone="info">{t('automatic')}</Badge>}
        </span>
      </span>
    ),
  },
  {
    key: 'reason',
    header: t('reason'),
    cell: (report) => (
      <span className={css.account}>
        {report.reason}
        {report.count > 1 && <span className={css.name}>{t('reportersCount', { count: report.count })}</span>}
      </span>
    ),
  },
  { key: 'date', header: t('date'), width: '9rem', cell: (report) => <RelativeTime at={report.lastReportedAt} /> },
  {
    key: 'actions',
    header: t('actions'),
    hideHeader: true,
    align: 'end',
    width: '6rem',
    cell: (report) => (
      <Button size="sm" className={css.action} aria-label={t('reviewOf', { shortId: report.shortId })} onClick={() => onReview(report.id)}>
        {t('review')}
      </Button>
    ),
  },
];

/** What was reported: short id, reason, date; one row an address, however many complained. */
export function ReportsCard() {
  const list = useSectionList('reports');
  const state = list.oneOf<ReportState>('state', STATES);
  const { data, error, isFetching, refetch } = useReportsQuery({ page: list.page, limit: 10, state }, { refetchOnMountOrArgChange: true });
  const [reviewed, setReviewed] = useState<string>();
  return (
    <Card
      title={t('reportsTitle')}
      description={data && (data.open === 0 ? t('reportsNothing') : t('reportsText', { count: data.open }))}
      padding="none"
      actions={
        <Select
          label={t('reportsShow')}
          hideLabel
          value={state}
          options={options}
          onChange={(event) => list.change({ state: event.target.value === 'open' ? '' : event.target.value })}
        />
      }
    >
      <SectionList
        caption={t('reportsCaption')}
        columns={columnsFor(setReviewed)}
        rows={data?.reports}
        rowKey={({ id }) => id}
        loading={isFetching}
        error={error}
        errorTitle={t('unauthorized')}
        onRetry={refetch}
        empty={
          <EmptyState
            icon={<IconFlag />}
            title={t('reportsNone')}
            text={state === 'open' ? t('reportsNoneOpen') : t('reportsNoneOther')}
            level={3}
          />
        }
        pagination={data?.pagination}
        onPage={list.setPage}
      />
      {reviewed && <ReportDialog id={reviewed} onClose={() => setReviewed(undefined)} />}
    </Card>
  );
}
