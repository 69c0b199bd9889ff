import type { Plan } from '../../api/types';
import { formatNumber } from '../../lib/format/format';
import { t } from '../../messages/en/marketing';

/** The lines under a plan's price: its limits first, then what the catalogue praises. */
export function planLines({ limits, highlights }: Plan): string[] {
  const { linksPerMonth, qrCodesPerMonth } = limits;
  const lines = [
    linksPerMonth === null ? t('planLinksUnlimited') : t('planLinks', { count: formatNumber(linksPerMonth) }),
    qrCodesPerMonth === null ? t('planCodesUnlimited') : t('planCodes', { count: formatNumber(qrCodesPerMonth) }),
  ];
  if (highlights.length > 0) {
    const said = /\b(links?|QR codes?) (a|per) month|unlimited QR|unlimited links/i;
    return [...lines, ...highlights.filter((line) => !said.test(line))];
  }
  if (limits.customDomains === null) lines.push(t('planDomainsUnlimited'));
  else if (limits.customDomains > 0) lines.push(t('planDomains', { count: limits.customDomains }));
  if (limits.apiCallsPerHour !== null) lines.push(t('planApi', { count: formatNumber(limits.apiCallsPerHour) }));
  return lines;
}

/** What the catalogue sells and the product does not have yet. */
const PLANNED = new Map([
  ['team', t('featureTeam')],
  ['white_label', t('featureWhiteLabel')],
]);

export const isPlanned = (feature: string): boolean => PLANNED.has(feature);

/** Said on the plan itself: nobody is to pay for it unknowingly. */
export function comingLine({ features }: Plan): string | undefined {
  const coming = features.flatMap((feature) => PLANNED.get(feature) ?? []);
  return coming.length > 0 ? t('planComing', { features: coming.join(', ') }) : undefined;
}

/** What paying by the year saves on the dearest plan, in whole percent. */
export function yearlySaving(plans: readonly Plan[]): number {
  const shares = plans.filter((plan) => plan.monthlyPrice > 0).map((plan) => 1 - plan.yearlyPrice / (plan.monthlyPrice * 12));
  return shares.length > 0 ? Math.round(Math.max(...shares) * 100) : 0;
}
