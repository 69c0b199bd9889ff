import { IconLink, IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { isNetworkError } from '../../../api/api-error';
import { useLinkDomains } from '../../../api/domains.api';
import type { Link } from '../../../api/types';
import { Button } from '../../../components/button/button';
import { Checkbox } from '../../../components/checkbox/checkbox';
import { EmptyState } from '../../../components/empty-state/empty-state';
import { ErrorState } from '../../../components/error-state/error-state';
import { Pagination } from '../../../components/pagination/pagination';
import { SearchField } from '../../../components/search-field/search-field';
import { Select } from '../../../components/select/select';
import { LoadingRegion, Skeleton } from '../../../components/skeleton/skeleton';
import { t } from '../../../messages/en/links';
import { t as bulk } from '../../../messages/en/links-bulk';
import { useSelection } from '../bulk/use-selection';
import { type LinkFilter, type LinkSort, useLinksQuery } from '../links.api';
import css from '../links.module.css';
import { useLinksState } from '../use-links-state';
import { DeleteLinkDialog } from './delete-link-dialog';
import { EditLinkDialog } from './edit-link-dialog';
import { LinkRow } from './link-row';
import { ListTools } from './list-tools';

const BulkBar = lazy(() => import('../bulk/bulk-bar').then((module) => ({ default: module.BulkBar })));

const filters: { value: LinkFilter; label: string }[] = [
  { value: 'all', label: t('filterAll') },
  { value: 'custom', label: t('filterCustom') },
  { value: 'protected', label: t('filterProtected') },
  { value: 'expired', label: t('filterExpired') },
];
const sorts: { value: LinkSort; label: string }[] = [
  { value: 'newest', label: t('sortNewest') },
  { value: 'oldest', label: t('sortOldest') },
  { value: 'title', label: t('sortTitle') },
];
/** When no click comes in by the live stream. */
const POLL_MS = 60_000;

/** Search, filter, the links of one page, and their dialogs. */
export function LinkList() {
  const state = useLinksState();
  const { data, currentData, error, isFetching, refetch } = useLinksQuery(state.query, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const [editing, setEditing] = useState<Link>();
  const [deleting, setDeleting] = useState<Link>();
  const page = currentData ?? data;
  const onPage = page?.urls.map(({ id }) => id) ?? [];
  const selection = useSelection(onPage);
  const chosenHere = onPage.filter((id) => selection.has(id)).length;
  const domains = useLinkDomains();

  return (
    <section className={css.listSection} aria-label={t('list')}>
      <div className={css.listBar}>
        <SearchField label={t('searchLinks')} value={state.typed} onChange={state.setTyped} className={css.search} />
        <Select
          label={t('filter')}
          hideLabel
          options={filters}
          value={state.query.filter}
          onChange={(event) => state.setFilter(event.target.value as LinkFilter)}
        />
        <Select
          label={t('sort')}
          hideLabel
          options={sorts}
          value={state.query.sort}
          onChange={(event) => state.setSort(event.target.value as LinkSort)}
        />
        {(domains.length > 0 || state.query.domain) && (
          <Select
            label={bulk('filterDomain')}
            hideLabel
            options={[
              { value: '', label: bulk('allDomains') },
              ...[...new Set([...domains, state.query.domain])].filter(Boolean).map((host) => ({ value: host, label: host })),
            ]}
            value={state.query.domain}
            onChange={(event) => state.setDomain(event.target.value)}
          />
        )}
        <ListTools query={state.query} />
      </div>
      {error && !page ? (
        <ErrorState title={isNetworkError(error) ? t('noServer') : t('loadFailed')} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !page ? (
        <LoadingRegion label={t('list')}>
          <div className={css.list}>
            {['a', 'b', 'c', 'd', 'e'].map((row) => (
              <div key={row} className={css.row}>
                <Skeleton lines={3} width="60%" />
              </div>
            ))}
          </div>
        </LoadingRegion>
      ) : page.urls.length === 0 ? (
        state.isFiltered ? (
          <EmptyState
            icon={<IconSearch aria-hidden="true" />}
            title={t('emptyFound')}
            text={t('emptyFoundText')}
            action={<Button onClick={state.clear}>{t('clearSearch')}</Button>}
          />
        ) : (
          <EmptyState icon={<IconLink aria-hidden="true" />} title={t('emptyTitle')} text={t('emptyText')} />
        )
      ) : (
        <>
          <div className={css.selectPage}>
            <Checkbox
              label={bulk('selectPage')}
              checked={chosenHere === onPage.length}
              indeterminate={chosenHere > 0 && chosenHere < onPage.length}
              onCheckedChange={(on) => (on ? selection.add(onPage) : selection.remove(onPage))}
            />
          </div>
          <ul className={css.list} aria-busy={isFetching || undefined} data-stale={(isFetching && !currentData) || undefined}>
            {page.urls.map((link) => (
              <LinkRow
                key={link.id}
                link={link}
                chosen={selection.has(link.id)}
                onChoose={selection.toggle}
                onEdit={setEditing}
                onDelete={setDeleting}
              />
            ))}
          </ul>
          {page.pagination.total > page.pagination.limit && (
            <Pagination page={page.pagination.page} limit={page.pagination.limit} total={page.pagination.total} onPage={state.setPage} />
          )}
        </>
      )}
      {selection.ids.size > 0 && (
        <Suspense>
          <BulkBar selection={selection} query={state.query} total={page?.pagination.total ?? 0} />
        </Suspense>
      )}
      {editing && <EditLinkDialog key={editing.id} link={editing} onClose={() => setEditing(undefined)} />}
      {deleting && <DeleteLinkDialog key={deleting.id} link={deleting} onClose={() => setDeleting(undefined)} />}
    </section>
  );
}
