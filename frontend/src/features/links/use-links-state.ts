import { useTableParams } from '../../lib/url/use-table-params';
import { useSearchText } from '../../lib/use-search-text';
import type { LinkFilter, LinkSort, LinksQuery } from './links.api';

/** Links a page (spec section 9). */
const PAGE_SIZE = 50;

/** Search, filter, sort and page, kept in the URL. */
export function useLinksState() {
  const { params, change, page, setPage, oneOf } = useTableParams();
  const query: LinksQuery = {
    page,
    limit: PAGE_SIZE,
    search: params.get('search') ?? '',
    filter: oneOf<LinkFilter>('filter', ['all', 'custom', 'protected', 'expired']),
    domain: params.get('domain') ?? '',
    sort: oneOf<LinkSort>('sort', ['newest', 'oldest', 'title']),
  };
  const [typed, setTyped] = useSearchText(query.search, (search) => change({ search }));

  return {
    query,
    typed,
    setTyped,
    setPage,
    setFilter: (filter: LinkFilter) => change({ filter: filter === 'all' ? '' : filter }),
    setSort: (sort: LinkSort) => change({ sort: sort === 'newest' ? '' : sort }),
    setDomain: (domain: string) => change({ domain }),
    clear: () => change({ search: '', filter: '', domain: '' }),
    isFiltered: query.search !== '' || query.filter !== 'all' || query.domain !== '',
  };
}
