import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useDebounced } from '../../lib/use-debounced';
import type { LinkFilter, LinkSort, LinksQuery } from './links.api';

/** Links a page (spec section 9). */
const PAGE_SIZE = 50;
const FILTERS: readonly LinkFilter[] = ['all', 'custom', 'protected', 'expired'];
const SORTS: readonly LinkSort[] = ['newest', 'oldest', 'title'];

const oneOf = <T extends string>(values: readonly T[], value: string | null, fallback: T): T => values.find((v) => v === value) ?? fallback;

/** Search, filter, sort and page, kept in the URL; what is typed shows at once and reaches the URL a moment later. */
export function useLinksState() {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState(params.get('search') ?? '');
  const search = useDebounced(typed.trim(), 250);

  const change = (values: Record<string, string>) => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        if (!('page' in values)) next.delete('page');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };

  useEffect(() => {
    if (search !== (params.get('search') ?? '')) change({ search });
  });

  const query: LinksQuery = {
    page: Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1),
    limit: PAGE_SIZE,
    search: params.get('search') ?? '',
    filter: oneOf(FILTERS, params.get('filter'), 'all'),
    sort: oneOf(SORTS, params.get('sort'), 'newest'),
  };

  return {
    query,
    typed,
    setTyped,
    setFilter: (filter: LinkFilter) => change({ filter: filter === 'all' ? '' : filter }),
    setSort: (sort: LinkSort) => change({ sort: sort === 'newest' ? '' : sort }),
    setPage: (page: number) => change({ page: page > 1 ? String(page) : '' }),
    clear: () => {
      setTyped('');
      change({ search: '', filter: '' });
    },
    isFiltered: query.search !== '' || query.filter !== 'all',
  };
}
