import { useMemo } from 'react';
import type { QrType } from '../../../api/types';
import { useTableParams } from '../../../lib/url/use-table-params';
import { useSearchText } from '../../../lib/use-search-text';
import type { QrCodesQuery } from '../qr.api';

const PAGE_SIZE = 25;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Days of the reader's calendar, `YYYY-MM-DD`; empty: no bound. Both are included. */
export interface CreatedRange {
  from: string;
  to: string;
}

const pad = (n: number) => String(n).padStart(2, '0');
export const dayOf = (date: Date): string => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** Midnight in the reader's zone at the start of a day, or of the one after it. */
function midnight(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}

const dayParam = (value: string | null): string => (value && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : '');

/** Search, what is shown, filters and page, kept in the URL. */
export function useQrListState() {
  const { params, change, page, setPage, oneOf } = useTableParams();
  const search = params.get('search') ?? '';
  const show = oneOf<QrCodesQuery['show']>('show', ['active', 'all']);
  const type = oneOf<QrType | ''>('type', ['', 'url', 'text', 'email', 'phone', 'sms', 'wifi']);
  const from = dayParam(params.get('from'));
  const to = dayParam(params.get('to'));
  const query: QrCodesQuery = useMemo(
    () => ({
      page,
      limit: PAGE_SIZE,
      search,
      show,
      type,
      createdFrom: from && midnight(from),
      createdTo: to && midnight(to, 1),
    }),
    [page, search, show, type, from, to],
  );
  const [typed, setTyped] = useSearchText(search, (text) => change({ search: text }));

  return {
    query,
    created: { from, to },
    typed,
    setTyped,
    setPage,
    setShow: (next: QrCodesQuery['show']) => change({ show: next === 'active' ? '' : next }),
    setType: (next: QrType | '') => change({ type: next }),
    setCreated: (range: CreatedRange) => change({ from: range.from, to: range.to }),
    clear: () => change({ search: '', type: '', from: '', to: '' }),
    isSearching: search !== '',
    isFiltered: type !== '' || from !== '' || to !== '',
  };
}

export type QrListState = ReturnType<typeof useQrListState>;
