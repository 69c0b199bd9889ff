import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { useSubscriptionQuery } from '../../api/subscription.api';
import { Badge, type Tone } from '../../components/badge/badge';
import { Button } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { type Column, DataTable } from '../../components/data-table/data-table';
import { EmptyState } from '../../components/empty-state/empty-state';
import { ErrorState } from '../../components/error-state/error-state';
import { formatDate, formatMoney } from '../../lib/format/format';
import { t } from '../../messages/en/billing';
import { type Invoice, useInvoicesQuery } from './billing.api';
import css from './billing.module.css';

const statuses: Readonly<Record<string, { tone: Tone; label: string }>> = {
  draft: { tone: 'neutral', label: t('invoiceDraft') },
  open: { tone: 'warning', label: t('invoiceOpen') },
  paid: { tone: 'success', label: t('invoicePaid') },
  void: { tone: 'neutral', label: t('invoiceVoid') },
  uncollectible: { tone: 'danger', label: t('invoiceUncollectible') },
};

/** Nothing but a web address is followed. */
const isWeb = (url: string | null): url is string => url !== null && /^https?:\/\//i.test(url);

function Documents({ invoice }: { invoice: Invoice }) {
  const number = invoice.number || invoice.id;
  return (
    <span className={css.documents}>
      {isWeb(invoice.hostedUrl) && (
        <a href={invoice.hostedUrl} target="_blank" rel="noreferrer" aria-label={t('invoiceViewLabel', { number })}>
          {t('invoiceView')}
        </a>
      )}
      {isWeb(invoice.pdfUrl) && (
        <a href={invoice.pdfUrl} target="_blank" rel="noreferrer" aria-label={t('invoicePdfLabel', { number })}>
          {t('invoicePdf')}
        </a>
      )}
    </span>
  );
}

const columns: readonly Column<Invoice>[] = [
  { key: 'number', header: t('invoiceNumber'), primary: true, cell: (invoice) => invoice.number || '–' },
  { key: 'date', header: t('invoiceDate'), cell: (invoice) => formatDate(invoice.createdAt) },
  {
    key: 'status',
    header: t('invoiceStatus'),
    cell: ({ status }) => <Badge tone={statuses[status]?.tone ?? 'neutral'}>{statuses[status]?.label ?? status}</Badge>,
  },
  { key: 'amount', header: t('invoiceAmount'), align: 'end', cell: (invoice) => formatMoney(invoice.amount, invoice.currency) },
  { key: 'documents', header: t('invoiceLinks'), align: 'end', hideHeader: true, cell: (invoice) => <Documents invoice={invoice} /> },
];

/** Shown at first; the rest waits behind a button. */
const SHOWN = 4;

function Invoices() {
  const { data: invoices, error, isFetching, refetch } = useInvoicesQuery();
  const [all, setAll] = useState(false);
  return (
    <Card title={t('invoicesTitle')} description={t('invoicesText')}>
      {error && !invoices ? (
        <ErrorState title={t('invoicesFailed')} text={messageOf(error, t('loadFailedText'))} onRetry={refetch} retrying={isFetching} />
      ) : (
        <div className={css.stack}>
          <DataTable
            caption={t('invoicesCaption')}
            columns={columns}
            rows={(all ? invoices : invoices?.slice(0, SHOWN)) ?? []}
            rowKey={(invoice) => invoice.id}
            loading={isFetching && !invoices}
            skeletonRows={2}
            empty={<EmptyState title={t('invoicesEmpty')} text={t('invoicesEmptyText')} level={3} />}
          />
          {!all && invoices && invoices.length > SHOWN && (
            <div className={css.buttons}>
              <Button size="sm" onClick={() => setAll(true)}>
                {t('invoicesAll', { count: invoices.length })}
              </Button>
            </div>
          )}
        </div>
      )}
    </Card>
  );
}

/** Only for who has ever paid. */
export function InvoicesCard() {
  const { data: subscription } = useSubscriptionQuery();
  return subscription?.paymentsConfigured && subscription.billedPlan !== null ? <Invoices /> : null;
}
