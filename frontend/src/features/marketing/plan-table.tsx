import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { Plan } from '../../api/types';
import { formatNumber } from '../../lib/format/format';
import { t } from '../../messages/en/marketing';
import css from './marketing.module.css';
import { isPlanned } from './plan-text';
import { useSoldPlans } from './use-sold-plans';

const amount = (value: number | null): string => (value === null ? t('unlimited') : value === 0 ? t('none') : formatNumber(value));

const rows: { label: string; value: (plan: Plan) => string }[] = [
  { label: t('rowLinks'), value: ({ limits }) => amount(limits.linksPerMonth) },
  { label: t('rowCodes'), value: ({ limits }) => amount(limits.qrCodesPerMonth) },
  { label: t('rowDomains'), value: ({ limits }) => amount(limits.customDomains) },
  { label: t('rowApi'), value: ({ limits }) => amount(limits.apiCallsPerHour) },
  { label: t('rowSeats'), value: ({ features, limits }) => (features.includes('team') ? t('planned') : amount(limits.teamSeats)) },
  {
    label: t('rowRetention'),
    value: ({ limits }) =>
      limits.analyticsRetentionDays === null ? t('unlimited') : t('days', { count: formatNumber(limits.analyticsRetentionDays) }),
  },
];

/** 'password_protection' or 'passwordProtection' → 'Password protection', where the catalogue gives keys. */
function featureName(key: string): string {
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  return name.replace(/\bapi\b/gi, 'API').replace(/\bqr\b/gi, 'QR');
}

/** Rows of their own, or nothing that a plan lacks: every plan has all analytics. */
const elsewhere = new Set(['custom_domains', 'advanced_analytics']);

const names: Record<string, string> = {
  bulk: t('featureBulk'),
  password: t('featurePassword'),
  expiration: t('featureExpiration'),
  remove_branding: t('featureBranding'),
  webhooks: t('featureWebhooks'),
  team: t('featureTeam'),
  white_label: t('featureWhiteLabel'),
};

/** Limits and features of the sold plans side by side; nothing while the catalogue is not there (the cards say so). */
export function PlanTable() {
  const { data: plans } = useSoldPlans();
  if (!plans || plans.length === 0) return null;
  const features = [...new Set(plans.flatMap((plan) => plan.features))].filter((feature) => !elsewhere.has(feature));
  return (
    <section className={css.block}>
      <h2>{t('compareTitle')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div className={css.compareBox} role="region" aria-label={t('compareTitle')} tabIndex={0}>
        <table className={css.compare}>
          <caption className="visually-hidden">{t('compareCaption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('compareFeature')}</th>
              {plans.map((plan) => (
                <th key={plan.key} scope="col">
                  {plan.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                {plans.map((plan) => (
                  <td key={plan.key}>{row.value(plan)}</td>
                ))}
              </tr>
            ))}
            {features.map((feature) => (
              <tr key={feature}>
                <th scope="row">{names[feature] ?? featureName(feature)}</th>
                {plans.map((plan) => {
                  const has = plan.features.includes(feature);
                  if (has && isPlanned(feature)) return <td key={plan.key}>{t('planned')}</td>;
                  return (
                    <td key={plan.key} className={has ? css.yes : css.no}>
                      {has ? <IconCheck aria-hidden="true" /> : <IconMinus aria-hidden="true" />}
                      <span className="visually-hidden">{has ? t('included') : t('notIncluded')}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
