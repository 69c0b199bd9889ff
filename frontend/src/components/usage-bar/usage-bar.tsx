import { formatNumber } from '../../lib/format/format';
import { t } from '../../messages/en/common';
import css from './usage-bar.module.css';

export interface UsageBarProps {
  label: string;
  used: number;
  /** null = no limit. */
  limit: number | null;
  compact?: boolean;
}

/** How much of a plan's allowance is used; turns amber at 80 % and red at the limit. */
export function UsageBar({ label, used, limit, compact }: UsageBarProps) {
  const part = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit);
  const level = limit !== null && part >= 1 ? 'full' : part >= 0.8 ? 'high' : 'ok';
  const text =
    limit === null
      ? t('usedUnlimited', { used: formatNumber(used) })
      : t('usedOf', { used: formatNumber(used), limit: formatNumber(limit) });
  return (
    <div className={css.usage} data-compact={compact ? '' : undefined} title={`${label}: ${text}`}>
      <div className={css.row}>
        <span>{label}</span>
        <span className={css.count}>
          {formatNumber(used)}
          <span className={css.limit}> / {limit === null ? '∞' : formatNumber(limit)}</span>
        </span>
      </div>
      <div
        className={css.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit ?? Math.max(used, 1)}
        aria-valuenow={limit === null ? used : Math.min(used, limit)}
        aria-valuetext={text}
      >
        <span className={css.fill} data-level={level} style={{ width: `${Math.max(part * 100, used > 0 && limit !== null ? 3 : 0)}%` }} />
      </div>
    </div>
  );
}
