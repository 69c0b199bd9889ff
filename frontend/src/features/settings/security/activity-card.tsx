import { useState } from 'react';
import { messageOf } from '../../../api/api-error';
import { Card } from '../../../components/card/card';
import { ErrorState } from '../../../components/error-state/error-state';
import { Pagination } from '../../../components/pagination/pagination';
import { RelativeTime } from '../../../components/relative-time/relative-time';
import { LoadingRegion, Skeleton } from '../../../components/skeleton/skeleton';
import { t } from '../../../messages/en/security';
import { deviceName } from '../device-name';
import css from '../settings.module.css';
import { useSecurityEventsQuery } from './security.api';
import { actionText } from './security-action';

const LIMIT = 10;

/** What happened to the account lately, so that one notices what one has not done. */
export function ActivityCard() {
  const [page, setPage] = useState(1);
  const { data, error, refetch, isFetching } = useSecurityEventsQuery({ page, limit: LIMIT }, { refetchOnMountOrArgChange: true });
  return (
    <Card
      title={t('activityTitle')}
      description={t('activityText')}
      padding="none"
      footer={
        data && data.pagination.total > LIMIT ? (
          <Pagination page={page} limit={LIMIT} total={data.pagination.total} onPage={setPage} />
        ) : undefined
      }
    >
      {error && !data ? (
        <ErrorState title={t('activityFailed')} text={messageOf(error, t('tryLater'))} onRetry={refetch} retrying={isFetching} />
      ) : data ? (
        data.events.length === 0 ? (
          <p className={css.note}>{t('noActivity')}</p>
        ) : (
          <ul role="list" className={css.sessions} aria-label={t('activityTitle')}>
            {data.events.map((event) => (
              <li key={event.id} className={css.event}>
                <span className={css.deviceName}>{actionText(event.action)}</span>
                <span className={css.muted}>
                  <RelativeTime at={event.at} />
                  {event.device && <span title={event.device}>{` · ${deviceName(event.device).name}`}</span>}
                  {event.address && ` · ${event.address}`}
                </span>
              </li>
            ))}
          </ul>
        )
      ) : (
        <LoadingRegion>
          <div className={css.event}>
            <Skeleton lines={2} />
          </div>
        </LoadingRegion>
      )}
    </Card>
  );
}
