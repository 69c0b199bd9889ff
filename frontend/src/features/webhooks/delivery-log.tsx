import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { Badge, type Tone } from '../../components/badge/badge';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { type Column, DataTable } from '../../components/data-table/data-table';
import { EmptyState } from '../../components/empty-state/empty-state';
import { ErrorState } from '../../components/error-state/error-state';
import { RelativeTime } from '../../components/relative-time/relative-time';
import { Select } from '../../components/select/select';
import { toast } from '../../components/toast/toast';
import { formatDateTime, formatNumber } from '../../lib/format/format';
import { t } from '../../messages/en/webhooks';
import { DeliveryDialog } from './delivery-dialog';
import { eventNames } from './events';
import { type Delivery, type LogFilter, useDeliveriesQuery, useResendDeliveryMutation } from './webhooks.api';
import css from './webhooks.module.css';

const refreshMs = 5_000;
const statuses = ['pending', 'succeeded', 'failed'] as const;
const tones: Record<Delivery['status'], Tone> = { pending: 'info', succeeded: 'success', failed: 'danger' };

function Outcome({ delivery: { status, deliveredAt, nextAttemptAt, attempts } }: { delivery: Delivery }) {
  if (deliveredAt) return <RelativeTime at={deliveredAt} />;
  if (status === 'pending' && attempts > 0 && nextAttemptAt) return <>{t('nextAttempt', { at: formatDateTime(nextAttemptAt) })}</>;
  return <>{status === 'pending' ? t('due') : t('notDelivered')}</>;
}

const facts: Column<Delivery>[] = [
  { key: 'event', header: t('event'), primary: true, cell: ({ event }) => <code>{event}</code> },
  { key: 'status', header: t('status'), cell: ({ status }) => <Badge tone={tones[status]}>{t(status)}</Badge> },
  { key: 'attempts', header: t('attempts'), align: 'end', cell: ({ attempts }) => formatNumber(attempts) },
  {
    key: 'response',
    header: t('response'),
    cell: ({ responseStatus, attempts, error }) => (
      <span title={error ?? undefined}>{responseStatus ?? (attempts > 0 ? t('noResponse') : t('notTried'))}</span>
    ),
  },
  { key: 'time', header: t('time'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { key: 'outcome', header: t('outcome'), cell: (delivery) => <Outcome delivery={delivery} /> },
];

/** What was sent to a webhook and how it went. The newest page keeps itself up to date while it is open. */
export function DeliveryLog({ id, url, enabled }: { id: string; url: string; enabled: boolean }) {
  // The cursors of the pages gone through; the newest page has none.
  const [cursors, setCursors] = useState<string[]>([]);
  const [shown, setShown] = useState<string>();
  const [filter, setFilter] = useState<LogFilter>({ status: '', event: '' });
  const cursor = cursors.at(-1) ?? '';
  const { currentData, error, isFetching, refetch } = useDeliveriesQuery(
    { id, cursor, ...filter },
    { pollingInterval: cursor ? 0 : refreshMs, skipPollingIfUnfocused: true },
  );
  const [resend] = useResendDeliveryMutation();
  const [sending, setSending] = useState<string>();

  // A cursor is a place in one list: another list begins at its newest.
  function show(next: Partial<LogFilter>) {
    setCursors([]);
    setFilter({ ...filter, ...next });
  }

  async function sendAgain(deliveryId: string) {
    setSending(deliveryId);
    try {
      await resend({ id, deliveryId }).unwrap();
      toast.success(t('resent'));
    } catch (failure) {
      toast.error(messageOf(failure, t('resendFailed')));
    } finally {
      setSending(undefined);
    }
  }

  if (error && !currentData) {
    return (
      <ErrorState title={t('logFailed')} text={messageOf(error, t('tryLater'))} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  const filtered = filter.status !== '' || filter.event !== '';
  const rows = currentData?.deliveries ?? [];
  const next = currentData?.pagination.nextCursor;
  const actions: Column<Delivery> = {
    key: 'actions',
    header: t('actions'),
    hideHeader: true,
    align: 'end',
    cell: (delivery) => (
      <span className={css.rowButtons}>
        <Button size="sm" variant="ghost" onClick={() => setShown(delivery.id)}>
          {t('details')}
        </Button>
        <Button size="sm" disabled={!enabled} loading={sending === delivery.id} onClick={() => void sendAgain(delivery.id)}>
          {t('resend')}
        </Button>
      </span>
    ),
  };
  const detailed = rows.find((delivery) => delivery.id === shown);

  return (
    <>
      <div className={css.logHead}>
        <h4>{t('logHeading')}</h4>
        <p className={css.muted}>{cursor ? t('logHintOlder') : t('logHint')}</p>
      </div>
      <div role="group" aria-label={t('filters')} className={css.filters}>
        <Select
          label={t('status')}
          value={filter.status}
          onChange={({ target }) => show({ status: target.value as LogFilter['status'] })}
          options={[{ value: '', label: t('allStatuses') }, ...statuses.map((status) => ({ value: status, label: t(status) }))]}
        />
        <Select
          label={t('event')}
          value={filter.event}
          onChange={({ target }) => show({ event: target.value as LogFilter['event'] })}
          options={[{ value: '', label: t('allEvents') }, ...eventNames.map((event) => ({ value: event, label: event }))]}
        />
      </div>
      {error && <Banner tone="warning">{t('logStale', { message: messageOf(error, t('noAnswer')) })}</Banner>}
      <div className={css.table}>
        <DataTable
          caption={t('logTitle', { url })}
          columns={[...facts, actions]}
          rows={rows}
          rowKey={(delivery) => delivery.id}
          loading={!currentData}
          skeletonRows={3}
          empty={
            filtered ? (
              <EmptyState level={3} title={t('logEmptyFiltered')} text={t('logEmptyFilteredText')} />
            ) : (
              <EmptyState level={3} title={t('logEmpty')} text={t('logEmptyText')} />
            )
          }
        />
      </div>
      {(cursor || next) && (
        <nav className={css.buttons} aria-label={t('pages')}>
          <Button size="sm" disabled={!cursor} onClick={() => setCursors(cursors.slice(0, -1))}>
            {t('newer')}
          </Button>
          <Button size="sm" disabled={!next} onClick={() => next && setCursors([...cursors, next])}>
            {t('older')}
          </Button>
        </nav>
      )}
      {detailed && <DeliveryDialog delivery={detailed} onClose={() => setShown(undefined)} />}
    </>
  );
}
