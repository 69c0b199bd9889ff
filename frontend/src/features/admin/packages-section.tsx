import { Badge } from '../../components/badge/badge';
import { Card } from '../../components/card/card';
import type { Column } from '../../components/data-table/data-table';
import { formatMoney, formatNumber } from '../../lib/format/format';
import { t } from '../../messages/en/admin';
import { type PlanWithSubscribers, usePackagesQuery } from './admin.api';
import css from './admin.module.css';
import { SectionList } from './section-list';

const limit = (value: number | null) => (value === null ? t('unlimited') : formatNumber(value));

const columns: Column<PlanWithSubscribers>[] = [
  {
    key: 'plan',
    header: t('plan'),
    primary: true,
    cell: (plan) => (
      <span className={css.address}>
        {plan.name}
        {!plan.sold && <Badge>{t('notSold')}</Badge>}
      </span>
    ),
  },
  {
    key: 'price',
    header: t('price'),
    align: 'end',
    cell: (plan) => (plan.monthlyPrice === 0 ? (plan.sold ? t('free') : '–') : formatMoney(plan.monthlyPrice, plan.currency)),
  },
  { key: 'links', header: t('linksPerMonth'), align: 'end', cell: (plan) => limit(plan.limits.linksPerMonth) },
  { key: 'codes', header: t('codesPerMonth'), align: 'end', cell: (plan) => limit(plan.limits.qrCodesPerMonth) },
  {
    key: 'subscribers',
    header: t('subscribers'),
    align: 'end',
    cell: (plan) => (
      <span className={css.account}>
        <strong>{formatNumber(plan.subscribers)}</strong>
        {plan.trialing > 0 && <span className={css.name}>{t('trialing', { count: formatNumber(plan.trialing) })}</span>}
      </span>
    ),
  },
];

/** The plan catalogue and who is on which plan. */
export function PackagesSection() {
  const { data, error, isFetching, refetch } = usePackagesQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Card title={t('packagesTitle')} description={t('packagesText')} padding="none">
      <SectionList
        caption={t('packagesCaption')}
        columns={columns}
        rows={data?.plans}
        rowKey={({ key }) => key}
        loading={isFetching}
        error={error}
        errorTitle={t('packagesLoadFailed')}
        onRetry={refetch}
        empty={null}
      />
    </Card>
  );
}
