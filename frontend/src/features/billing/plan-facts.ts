import type { Plan, Subscription } from '../../api/types';
import { formatDate, formatMoney, formatNumber } from '../../lib/format/format';
import { t } from '../../messages/en/billing';
import type { Interval } from './billing.api';

const DAY_MS = 86_400_000;

const amount = (value: number | null): string => (value === null ? t('unlimited') : value === 0 ? t('none') : formatNumber(value));

/** The rows of the comparison, limits first. */
export const limitRows: readonly { label: string; value: (limits: Plan['limits'], features: readonly string[]) => string }[] = [
  { label: t('rowLinks'), value: (limits) => amount(limits.linksPerMonth) },
  { label: t('rowCodes'), value: (limits) => amount(limits.qrCodesPerMonth) },
  { label: t('rowDomains'), value: (limits) => amount(limits.customDomains) },
  { label: t('rowApi'), value: (limits) => amount(limits.apiCallsPerHour) },
  { label: t('rowSeats'), value: (limits, features) => (features.includes('team') ? t('planned') : amount(limits.teamSeats)) },
  {
    label: t('rowRetention'),
    value: ({ analyticsRetentionDays: days }) => (days === null ? t('unlimited') : t('days', { count: days })),
  },
];

/** Keys of the catalogue's entitlements. Custom domains are a limit row already. */
const featureNames: Readonly<Record<string, string>> = {
  bulk: t('featureBulk'),
  password: t('featurePassword'),
  expiration: t('featureExpiration'),
  remove_branding: t('featureBranding'),
  webhooks: t('featureWebhooks'),
  team: t('featureTeam'),
  white_label: t('featureWhiteLabel'),
};

/** An operator's own catalogue may hold a feature we have no words for: 'early_access' → 'Early access'. */
export function featureName(key: string): string {
  const words = key.replaceAll('_', ' ');
  return featureNames[key] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** In the catalogue, and not built: said so instead of ticked, as on the pricing page. */
export const plannedFeatures: ReadonlySet<string> = new Set(['team', 'white_label']);

/** A row of its own, and nothing that a plan lacks: every plan has all analytics. */
const elsewhere: ReadonlySet<string> = new Set(['custom_domains', 'advanced_analytics']);

/** The features of any of the plans, each once, in the order of the catalogue. */
export const featuresOf = (plans: readonly Plan[]): string[] =>
  [...new Set(plans.flatMap((plan) => plan.features))].filter((key) => !elsewhere.has(key));

/** The lines under a plan's price: what the catalogue praises, or its limits. */
export function planLines({ highlights, limits }: Plan): string[] {
  if (highlights.length > 0) return highlights;
  const { linksPerMonth: links, qrCodesPerMonth: codes } = limits;
  return [
    links === null ? t('lineLinksUnlimited') : t('lineLinks', { count: links }),
    codes === null ? t('lineCodesUnlimited') : t('lineCodes', { count: codes }),
  ];
}

/** What paying by the year saves at most, in whole percent. */
export function yearlySaving(plans: readonly Plan[]): number {
  const shares = plans.filter((plan) => plan.monthlyPrice > 0).map((plan) => 1 - plan.yearlyPrice / (plan.monthlyPrice * 12));
  return shares.length > 0 ? Math.max(0, Math.round(Math.max(...shares) * 100)) : 0;
}

/** 'per month' price in minor units at an interval. */
export const monthlyPriceAt = (plan: Plan, interval: Interval): number => (interval === 'year' ? plan.yearlyPrice / 12 : plan.monthlyPrice);

export type SubscriptionState = 'active' | 'trialing' | 'ending' | 'past_due' | 'unpaid' | 'canceled';

/** What the subscription is in for its owner; a cancelled plan that still runs is 'ending'. */
export function stateOf({ status, cancelAtPeriodEnd }: Subscription): SubscriptionState {
  if (cancelAtPeriodEnd) return 'ending';
  return status === 'trialing' || status === 'past_due' || status === 'unpaid' || status === 'canceled' ? status : 'active';
}

/** True while a paid plan goes on, in whatever state: it is changed or left, never bought a second time. */
export const isPaying = ({ interval, billedPlan }: Subscription): boolean => interval !== null && billedPlan !== null;

/** True when a payment is open: it comes before everything else. */
export const owes = ({ status }: Subscription): boolean => status === 'past_due' || status === 'unpaid';

/** What a plan costs at an interval, as 'a month' or 'a year'. */
export function priceText(plan: Plan, interval: Interval): string {
  const price = formatMoney(interval === 'year' ? plan.yearlyPrice : plan.monthlyPrice, plan.currency);
  return interval === 'year' ? t('priceYear', { price }) : t('priceMonth', { price });
}

/** What the current plan costs; empty during a trial without a card, whose line says it. */
export function priceLine(subscription: Subscription, plan: Plan | undefined): string {
  const { interval, status } = subscription;
  if (plan && interval && status !== 'unpaid') return priceText(plan, interval);
  if (status === 'trialing') return '';
  return plan?.sold && plan.monthlyPrice === 0 ? t('priceFree') : t('priceNone');
}

/** What happens next and when; empty when nothing does. `now` is milliseconds since the epoch. */
export function nextLine(subscription: Subscription, now: number): string {
  const { trialEnd, renewsAt, periodEnd, interval, billedPlanName } = subscription;
  const state = stateOf(subscription);
  const ends = formatDate(subscription.endedAt ?? renewsAt ?? periodEnd);
  if (state === 'trialing' && trialEnd) {
    const count = Math.max(1, Math.ceil((new Date(trialEnd).getTime() - now) / DAY_MS));
    return interval ? t('trialEndsPaid', { count, date: formatDate(trialEnd) }) : t('trialEnds', { count, date: formatDate(trialEnd) });
  }
  if (state === 'ending') return t('ends', { date: ends });
  if (state === 'canceled' && billedPlanName) return t('endedLine', { name: billedPlanName, date: ends });
  if (state === 'past_due' || state === 'unpaid') return '';
  return interval ? t('renews', { date: formatDate(renewsAt ?? periodEnd) }) : '';
}
