// Plans as data: what a plan costs, allows and includes. Nothing here knows how it is stored or sent.

/** Features a plan may include; the names a catalogue file uses. */
export const FEATURES = [
  'custom_domains',
  'bulk',
  'webhooks',
  'password',
  'expiration',
  'remove_branding',
  'team',
  'white_label',
  'advanced_analytics',
] as const;

export type FeatureKey = (typeof FEATURES)[number];

/** As a sentence begins: 'Password protection needs the Starter plan.' */
export const FEATURE_TITLES: Record<FeatureKey, string> = {
  custom_domains: 'A custom domain',
  bulk: 'Working in bulk',
  webhooks: 'Webhooks',
  password: 'Password protection',
  expiration: 'Link expiration',
  remove_branding: 'Removing the branding',
  team: 'Team collaboration',
  white_label: 'White-labelling',
  advanced_analytics: 'Advanced analytics',
};

/** Titles that are many: 'Webhooks need the Professional plan.' */
export const PLURAL_FEATURES: ReadonlySet<FeatureKey> = new Set(['webhooks', 'advanced_analytics']);

/** null: unlimited. */
export interface PlanLimits {
  linksPerMonth: number | null;
  qrCodesPerMonth: number | null;
  customDomains: number | null;
  apiCallsPerHour: number | null;
  teamSeats: number | null;
  analyticsRetentionDays: number | null;
}

export interface Plan {
  key: string;
  name: string;
  description: string;
  /** Minor units of the currency. */
  monthlyPrice: number;
  yearlyPrice: number;
  /** ISO 4217, lower case. */
  currency: string;
  sold: boolean;
  mostPopular: boolean;
  highlights: string[];
  limits: PlanLimits;
  features: FeatureKey[];
}

/** What is counted in a period. */
export const RESOURCES = ['links', 'qr_codes'] as const;

export type ResourceKey = (typeof RESOURCES)[number];

export function limitOf(plan: Plan, resource: ResourceKey): number | null {
  return resource === 'links' ? plan.limits.linksPerMonth : plan.limits.qrCodesPerMonth;
}
