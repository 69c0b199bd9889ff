import type { ReactNode } from 'react';
import { messageOf } from '../../api/api-error';
import type { Pagination as PageInfo } from '../../api/types';
import { type Column, DataTable } from '../../components/data-table/data-table';
import { ErrorState } from '../../components/error-state/error-state';
import { Pagination } from '../../components/pagination/pagination';
import { t } from '../../messages/en/admin';
import css from './admin.module.css';

export interface SectionListProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[] | undefined;
  rowKey: (row: Row) => string;
  loading: boolean;
  error: unknown;
  errorTitle: string;
  onRetry: () => void;
  empty: ReactNode;
  pagination?: PageInfo | undefined;
  onPage?: (page: number) => void;
}

/** Table, pages and failure of one list of the dashboard. */
export function SectionList<Row>(props: SectionListProps<Row>) {
  const { rows, error, loading, pagination, onPage } = props;
  if (error && !rows)
    return <ErrorState title={props.errorTitle} text={messageOf(error, t('loadFailedText'))} onRetry={props.onRetry} retrying={loading} />;
  return (
    <>
      <DataTable
        caption={props.caption}
        columns={props.columns}
        rows={rows ?? []}
        rowKey={props.rowKey}
        loading={loading}
        empty={props.empty}
      />
      {pagination && onPage && pagination.totalPages > 1 && (
        <div className={css.pages}>
          <Pagination page={pagination.page} limit={pagination.limit} total={pagination.total} onPage={onPage} />
        </div>
      )}
    </>
  );
}
