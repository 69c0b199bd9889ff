import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx';
import { formatNumber, formatPercent } from '../../lib/format/format';
import { t } from '../../messages/en/common';
import { Skeleton } from '../skeleton/skeleton';
import { Sparkline } from '../sparkline/sparkline';
import css from './stat-card.module.css';

export interface StatCardProps {
  label: string;
  value: number | undefined;
  /** The same figure of the period before; shows the change in percent. */
  previous?: number;
  icon?: ReactNode;
  series?: readonly number[];
  hint?: ReactNode;
  loading?: boolean;
}

function Delta({ value, previous }: { value: number; previous: number }) {
  if (previous === 0 && value === 0) return null;
  if (previous === 0) return <span className={cx(css.delta, css.up)}>{t('deltaNew')}</span>;
  const change = (value - previous) / previous;
  const size = formatPercent(Math.abs(change));
  const read = change > 0 ? t('deltaUp', { value: size }) : change < 0 ? t('deltaDown', { value: size }) : t('deltaSame');
  return (
    <span className={cx(css.delta, change > 0 && css.up, change < 0 && css.down)} title={read}>
      {change > 0 && <IconArrowUpRight aria-hidden="true" />}
      {change < 0 && <IconArrowDownRight aria-hidden="true" />}
      <span aria-hidden="true">{size}</span>
      <span className="visually-hidden">{read}</span>
    </span>
  );
}

/** One figure with its change on the period before and, if there is one, its line. */
export function StatCard({ label, value, previous, icon, series, hint, loading }: StatCardProps) {
  return (
    <dl className={css.card}>
      <dt className={css.label}>
        {icon}
        {label}
      </dt>
      <dd className={css.row}>
        {loading || value === undefined ? (
          <Skeleton width="5rem" height="1.875rem" />
        ) : (
          <>
            <span className={css.value}>{formatNumber(value)}</span>
            {previous !== undefined && <Delta value={value} previous={previous} />}
          </>
        )}
        {series && !loading && (
          <span className={css.line}>
            <Sparkline values={series} />
          </span>
        )}
      </dd>
      {hint && <dd className={css.hint}>{hint}</dd>}
    </dl>
  );
}
