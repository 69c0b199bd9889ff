import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { Plan } from '../../api/types';
import { Card } from '../../components/card/card';
import { t } from '../../messages/en/billing';
import css from './billing.module.css';
import { featureName, featuresOf, limitRows, plannedFeatures } from './plan-facts';

/** Limits and features side by side. */
export function PlanComparison({ plans, current }: { plans: readonly Plan[]; current: string | undefined }) {
  return (
    <Card title={t('compareTitle')} padding="none">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div className={css.compareBox} role="region" aria-label={t('compareTitle')} tabIndex={0}>
        <table className={css.compare}>
          <caption className="visually-hidden">{t('compareCaption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('feature')}</th>
              {plans.map((plan) => (
                <th key={plan.key} scope="col" data-current={plan.key === current ? '' : undefined}>
                  {plan.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {limitRows.map((row) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                {plans.map((plan) => (
                  <td key={plan.key}>{row.value(plan.limits, plan.features)}</td>
                ))}
              </tr>
            ))}
            {featuresOf(plans).map((feature) => (
              <tr key={feature}>
                <th scope="row">{featureName(feature)}</th>
                {plans.map((plan) => {
                  const has = plan.features.includes(feature);
                  if (has && plannedFeatures.has(feature)) return <td key={plan.key}>{t('planned')}</td>;
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
    </Card>
  );
}
