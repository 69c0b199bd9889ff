import type { ReactNode } from 'react';
import { formatNumber, formatPercent } from '../../lib/format/format';
import { t } from '../../messages/en/common';
import css from './charts.module.css';

export interface BarItem {
  /** What a filter is made of; unique in the list. */
  key: string;
  label: string;
  value: number;
  icon?: ReactNode;
}

export interface BarListProps {
  /** What is counted, read out: 'Clicks by country'. */
  label: string;
  items: readonly BarItem[];
  /** Whole against which the shares are counted; default the sum of the items. */
  total?: number;
  /** Makes every row a button that filters the rest of the screen. */
  onSelect?: (key: string) => void;
  /** Keys that filter now. */
  selected?: readonly string[];
  emptyText?: string;
}

/** A ranking as horizontal bars; a real list, so it reads as one. Rows can be pressed to filter. */
export function BarList({ label, items, total, onSelect, selected = [], emptyText = t('noData') }: BarListProps) {
  if (items.length === 0) return <p className={css.empty}>{emptyText}</p>;
  const whole = total ?? items.reduce((sum, item) => sum + item.value, 0);
  const top = Math.max(1, ...items.map((item) => item.value));
  return (
    <ul className={css.bars} role="list" aria-label={label}>
      {items.map((item) => {
        const active = selected.includes(item.key);
        const row = (
          <>
            <span className={css.bar} style={{ width: `${(item.value / top) * 100}%` }} aria-hidden="true" />
            <span className={css.barLabel} title={item.label}>
              {item.icon}
              <span>{item.label}</span>
            </span>
            <span className={css.barValue}>
              {formatNumber(item.value)}
              <span className={css.share}>{formatPercent(whole > 0 ? item.value / whole : 0)}</span>
            </span>
          </>
        );
        return (
          <li key={item.key}>
            {onSelect ? (
              <button
                type="button"
                className={css.barRow}
                aria-pressed={active}
                title={active ? t('removeFilter', { name: item.label }) : t('filterBy', { name: item.label })}
                onClick={() => onSelect(item.key)}
              >
                {row}
              </button>
            ) : (
              <div className={css.barRow}>{row}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
