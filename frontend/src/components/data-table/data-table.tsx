import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx';
import { LoadingRegion, Skeleton } from '../skeleton/skeleton';
import css from './data-table.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** CSS width of the column on wide screens. */
  width?: string;
  sortable?: boolean;
  /** No header text in sight (actions); on a phone the cell stands without a label. */
  hideHeader?: boolean;
  /** The card's heading on a phone. */
  primary?: boolean;
}

export interface DataTableProps<Row> {
  /** Says what the table holds; read out, not seen. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  loading?: boolean;
  /** Rows drawn while loading. */
  skeletonRows?: number;
  empty?: ReactNode;
  sort?: { key: string; direction: 'asc' | 'desc' };
  onSort?: (key: string) => void;
}

/** A table; on a phone every row is a card with its column names. */
export function DataTable<Row>({ caption, columns, rows, rowKey, loading, skeletonRows = 5, empty, sort, onSort }: DataTableProps<Row>) {
  if (loading && rows.length === 0) {
    return (
      <LoadingRegion label={caption}>
        <div className={css.skeletons}>
          {Array.from({ length: skeletonRows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never reordered
            <div key={row} className={css.skeletonRow}>
              <Skeleton width="40%" />
              <Skeleton width="20%" />
              <Skeleton width="10%" />
            </div>
          ))}
        </div>
      </LoadingRegion>
    );
  }
  if (rows.length === 0) return <>{empty}</>;
  return (
    // Explicit roles: the phone layout changes `display`, which would take the table's meaning away.
    <table className={css.table} role="table" aria-busy={loading || undefined}>
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => {
            const sorted = sort?.key === column.key ? sort.direction : undefined;
            const Icon = sorted === 'asc' ? IconChevronUp : sorted === 'desc' ? IconChevronDown : IconSelector;
            return (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                className={cx(column.align === 'end' && css.end)}
                style={{ width: column.width }}
                aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
              >
                {column.sortable && onSort ? (
                  <button type="button" className={css.sort} onClick={() => onSort(column.key)}>
                    {column.header}
                    <Icon aria-hidden="true" />
                  </button>
                ) : (
                  <span className={cx(column.hideHeader && 'visually-hidden')}>{column.header}</span>
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <td
                key={column.key}
                role="cell"
                data-label={column.hideHeader || column.primary ? undefined : column.header}
                className={cx(column.align === 'end' && css.end, column.primary && css.primary)}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
