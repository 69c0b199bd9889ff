import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatNumber } from '../../lib/format/format';
import { t } from '../../messages/en/common';
import { IconButton } from '../icon-button/icon-button';
import css from './pagination.module.css';

export interface PaginationProps {
  page: number;
  limit: number;
  total: number;
  onPage: (page: number) => void;
}

/** 'from–to of total' with previous and next. Nothing when everything fits on one page. */
export function Pagination({ page, limit, total, onPage }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1) return null;
  return (
    <nav className={css.bar} aria-label={t('pagination')}>
      <span className={css.range} aria-live="polite">
        {t('rangeOf', {
          from: formatNumber((page - 1) * limit + 1),
          to: formatNumber(Math.min(page * limit, total)),
          total: formatNumber(total),
        })}
      </span>
      <IconButton
        variant="outline"
        size="sm"
        label={t('previousPage')}
        icon={<IconChevronLeft aria-hidden="true" />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        variant="outline"
        size="sm"
        label={t('nextPage')}
        icon={<IconChevronRight aria-hidden="true" />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
