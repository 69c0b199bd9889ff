import { IconWorldWww } from '@tabler/icons-react';
import { isNetworkError, messageOf } from '../../api/api-error';
import { useDomainsQuery } from '../../api/domains.api';
import { EmptyState } from '../../components/empty-state/empty-state';
import { ErrorState } from '../../components/error-state/error-state';
import { PageHeader } from '../../components/page-header/page-header';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { useTitle } from '../../lib/use-title';
import { t as common } from '../../messages/en/common';
import { t } from '../../messages/en/domains';
import { AddDomain } from './add-domain';
import { DomainCard } from './domain-card';
import css from './domains.module.css';

/** While one waits for its records; the server looks by itself every minute at first. */
const POLL_MS = 15_000;

/** /domains: the hosts that a workspace's short links live on. */
export function DomainsPage() {
  useTitle(t('title'));
  const { data, error, isFetching, refetch } = useDomainsQuery();
  const waiting = data?.domains.some(({ state }) => state === 'pending') ?? false;
  useDomainsQuery(undefined, { pollingInterval: waiting ? POLL_MS : 0, skipPollingIfUnfocused: true });
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      {error && !data ? (
        <ErrorState
          title={isNetworkError(error) ? common('errorOccurred') : messageOf(error, t('loadFailed'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <LoadingRegion label={t('list')}>
          <div className={css.page}>
            <Skeleton height="8rem" />
            <Skeleton height="10rem" />
          </div>
        </LoadingRegion>
      ) : (
        <div className={css.page}>
          <AddDomain limit={data.limit} count={data.domains.length} />
          {data.domains.length === 0 ? (
            <EmptyState icon={<IconWorldWww aria-hidden="true" />} title={t('emptyTitle')} text={t('emptyText')} />
          ) : (
            <section className={css.list} aria-label={t('list')}>
              {data.domains.map((domain) => (
                <DomainCard key={domain.id} domain={domain} />
              ))}
            </section>
          )}
        </div>
      )}
    </>
  );
}
