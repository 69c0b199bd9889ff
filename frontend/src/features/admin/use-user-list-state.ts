import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useDebounced } from '../../lib/use-debounced';
import type { UserQuery } from './admin.api';

const PAGE_SIZE = 25;
/** The server's own bound. */
const SEARCH_MAX = 200;

/** Search and page, kept in the URL; what is typed shows at once and reaches the URL a moment later. */
export function useUserListState() {
  const [params, setParams] = useSearchParams();
  const inUrl = params.get('search') ?? '';
  const [typed, setTyped] = useState(inUrl);
  const search = useDebounced(typed.trim().slice(0, SEARCH_MAX), 250);

  const change = (values: { search?: string; page?: string }) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed moves the URL; when it moves by itself ("Show all users"), what was typed before must not move it back
  useEffect(() => {
    if (search !== inUrl) change({ search });
  }, [search]);

  const query: UserQuery = {
    page: Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1),
    limit: PAGE_SIZE,
    search: inUrl.slice(0, SEARCH_MAX),
  };
  return {
    query,
    typed,
    setTyped,
    setPage: (page: number) => change({ page: page > 1 ? String(page) : '' }),
    clear: () => {
      setTyped('');
      change({ search: '' });
    },
  };
}
