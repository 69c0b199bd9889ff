import {
  type Entitlements,
  Feature,
  type Invoice as InvoiceMessage,
  type Plan as PlanMessage,
  type PlanPreview,
  Resource,
  type Subscription as SubscriptionMessage,
  type Usage as UsageMessage,
} from '@linqr/proto/billing/v1/billing';
import type { FeatureKey, Plan, ResourceKey } from '../catalogue/plan.js';
import type { Preview } from '../payments/payment.service.js';
import type { Invoice } from '../payments/payment-provider.js';
import type { Subscription } from '../subscriptions/subscription.js';
import type { Usage } from '../usage/usage.service.js';

const FEATURE_ENUM: Record<FeatureKey, Feature> = {
  custom_domains: Feature.FEATURE_CUSTOM_DOMAINS,
  bulk: Feature.FEATURE_BULK,
  webhooks: Feature.FEATURE_WEBHOOKS,
  password: Feature.FEATURE_PASSWORD,
  expiration: Feature.FEATURE_EXPIRATION,
  remove_branding: Feature.FEATURE_REMOVE_BRANDING,
  team: Feature.FEATURE_TEAM,
  white_label: Feature.FEATURE_WHITE_LABEL,
  advanced_analytics: Feature.FEATURE_ADVANCED_ANALYTICS,
};

export const FEATURE_KEYS: Partial<Record<Feature, FeatureKey>> = Object.fromEntries(
  Object.entries(FEATURE_ENUM).map(([key, value]) => [value, key as FeatureKey]),
);

export const RESOURCE_KEYS: Partial<Record<Resource, ResourceKey>> = {
  [Resource.RESOURCE_LINKS]: 'links',
  [Resource.RESOURCE_QR_CODES]: 'qr_codes',
};

/** On the wire -1 says unlimited. */
export const toWireLimit = (limit: number | null): number => limit ?? -1;

export function toEntitlements(plan: Plan): Entitlements {
  return {
    plan: plan.key,
    linksPerMonth: toWireLimit(plan.limits.linksPerMonth),
    qrCodesPerMonth: toWireLimit(plan.limits.qrCodesPerMonth),
    customDomains: toWireLimit(plan.limits.customDomains),
    apiCallsPerHour: toWireLimit(plan.limits.apiCallsPerHour),
    teamSeats: toWireLimit(plan.limits.teamSeats),
    analyticsRetentionDays: toWireLimit(plan.limits.analyticsRetentionDays),
    features: plan.features.map((feature) => FEATURE_ENUM[feature]),
  };
}

export function toPlanMessage(plan: Plan): PlanMessage {
  return {
    key: plan.key,
    name: plan.name,
    monthlyPrice: plan.monthlyPrice,
    yearlyPrice: plan.yearlyPrice,
    currency: plan.currency,
    sold: plan.sold,
    mostPopular: plan.mostPopular,
    entitlements: toEntitlements(plan),
    description: plan.description,
    highlights: plan.highlights,
  };
}

export function toUsageMessage({ subscription, plan, used }: Usage): UsageMessage {
  return {
    plan: plan.key,
    planName: plan.name,
    linksCreated: used.links,
    qrCodesGenerated: used.qr_codes,
    linksLimit: toWireLimit(plan.limits.linksPerMonth),
    qrCodesLimit: toWireLimit(plan.limits.qrCodesPerMonth),
    periodStart: subscription.periodStart.toISOString(),
    periodEnd: subscription.periodEnd.toISOString(),
  };
}

export function toSubscriptionMessage(
  s: Subscription,
  plan: Plan,
  context: { billedPlan: Plan | undefined; paymentsConfigured: boolean; trialAvailable: boolean },
): SubscriptionMessage {
  const { paid } = s;
  const ending = paid?.cancelAtPeriodEnd ? paid.periodEnd : null;
  return {
    plan: plan.key,
    planName: plan.name,
    status: s.status,
    periodStart: s.periodStart.toISOString(),
    periodEnd: s.periodEnd.toISOString(),
    trialEnd: s.trialEnd?.toISOString(),
    cancelAtPeriodEnd: s.cancelAtPeriodEnd,
    interval: s.interval,
    paymentsConfigured: context.paymentsConfigured,
    trialAvailable: context.trialAvailable,
    billedPlan: context.billedPlan?.key ?? '',
    billedPlanName: context.billedPlan?.name ?? '',
    graceEndsAt: s.graceEndsAt?.toISOString(),
    endedAt: (paid?.endedAt ?? ending)?.toISOString(),
    renewsAt: paid && paid.status !== 'canceled' ? paid.periodEnd.toISOString() : undefined,
  };
}

export function toPreviewMessage(preview: Preview): PlanPreview {
  return {
    plan: preview.plan.key,
    planName: preview.plan.name,
    interval: preview.interval,
    kind: preview.kind,
    amountDue: preview.amountDue,
    credit: preview.credit,
    currency: preview.currency,
    recurring: preview.recurring,
    renewsAt: preview.renewsAt.toISOString(),
    prorationAt: preview.prorationAt.toISOString(),
  };
}

export function toInvoiceMessage(invoice: Invoice): InvoiceMessage {
  return { ...invoice, createdAt: invoice.createdAt.toISOString() };
}
