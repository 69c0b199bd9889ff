/** The JSON entities of the HTTP contract. Dates are ISO 8601 UTC strings, ids opaque, money in minor units. */

export interface User {
  id: string;
  name: string;
  email: string;
  company: string;
  website: string;
  role: 'user' | 'admin';
  isAdmin: boolean;
  emailVerified: boolean;
  workspaceId: string;
  createdAt: string;
  /** False: signed up with Google or GitHub, and none set since. */
  hasPassword?: boolean;
}

/** A change of address under way: it happens when both addresses have confirmed. */
export interface EmailChange {
  newEmail: string;
  confirmedByCurrent: boolean;
  confirmedByNew: boolean;
  expiresAt: string;
}

export interface Link {
  id: string;
  title: string;
  originalUrl: string;
  shortUrl: string;
  domain: string;
  slug: string;
  customAlias: string | null;
  description: string;
  tags: string[];
  hasPassword: boolean;
  expiresAt: string | null;
  startsAt: string | null;
  maxClicks: number | null;
  redirectType: number;
  forwardQuery: boolean;
  rules: LinkRule[];
  variants: LinkVariant[];
  /** Clicks of people until `maxClicks` is reached; null without a limit. */
  clicksLeft: number | null;
  state: 'active' | 'archived' | 'disabled' | 'quarantined';
  /** null while the analytics part is unavailable. */
  clicks: number | null;
  uniqueClicks: number | null;
  lastClickAt: string | null;
  /** Clicks per day, the last 14 days, oldest first. */
  sparkline: number[];
  createdAt: string;
  updatedAt: string;
}

/** Sends the visits that meet all of its conditions elsewhere. */
export interface LinkRule {
  id: string;
  name: string;
  conditions: RuleCondition[];
  destination: string;
}

export interface RuleCondition {
  field: string;
  operator: 'is' | 'isNot';
  values: string[];
  /** query: the parameter's name. */
  key?: string;
  /** time: HH:MM every day, or YYYY-MM-DDTHH:MM once. */
  from?: string;
  to?: string;
  timeZone?: string;
}

/** One of several destinations that share a link's visitors. */
export interface LinkVariant {
  id: string;
  name: string;
  destination: string;
  weight: number;
}

export interface Pagination {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  nextCursor?: string | null;
}

/** Body of POST /urls/shorten. */
export interface CreateLinkBody {
  originalUrl: string;
  customAlias?: string;
  title?: string;
  description?: string;
  tags?: string[];
  password?: string;
  expiresAt?: string;
  startsAt?: string;
  maxClicks?: number;
  redirectType?: number;
  forwardQuery?: boolean;
  /** Host of a domain of the workspace; absent: the installation's own. */
  domain?: string;
  rules?: LinkRule[];
  variants?: LinkVariant[];
}

export type QrType = 'url' | 'text' | 'email' | 'phone' | 'sms' | 'wifi';

export interface QrFrontendCustomization {
  style: string;
  foregroundColor: string;
  backgroundColor: string;
  cornerStyle: string;
  cornerColor: string;
  logo?: string | null;
  logoSize: number;
  frame: string;
  frameText: string;
  frameColor: string;
  showBranding: boolean;
}

export interface QrCode {
  id: string;
  type: QrType;
  title: string;
  content: string;
  /** Base64 PNG, with or without the data-URL prefix. */
  qrCode: string;
  shortUrl: string | null;
  shortId: string | null;
  /** The link behind shortUrl. */
  shortLinkId: string | null;
  /** What the image of a website's code encodes. */
  encodes: 'qrUrl' | 'shortUrl';
  qrUrl: string;
  createdAt: string;
  updatedAt: string;
  archived: boolean;
  /** An admin took it down: it opens nothing. */
  disabled: boolean;
  disabledReason: string;
  metadata: { name: string; description: string; originalUrl: string };
  analytics: { totalScans: number; uniqueScans: number };
  customization: {
    color: string;
    backgroundColor: string;
    size: number;
    margin: number;
    errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H';
    showBranding: boolean;
    frontendCustomization: QrFrontendCustomization;
  };
}

export interface GenerateQrBody {
  content: string;
  type: QrType;
  name?: string;
  description?: string;
  customization?: Partial<QrCode['customization']>;
  format?: 'png';
}

export interface Plan {
  key: string;
  name: string;
  /** Minor units (cents). */
  monthlyPrice: number;
  yearlyPrice: number;
  currency: string;
  sold: boolean;
  mostPopular: boolean;
  description: string;
  highlights: string[];
  /** null = unlimited. */
  limits: {
    linksPerMonth: number | null;
    qrCodesPerMonth: number | null;
    customDomains: number | null;
    apiCallsPerHour: number | null;
    teamSeats: number | null;
    analyticsRetentionDays: number | null;
  };
  features: string[];
}

export interface Usage {
  usage: { linksCreated: number; qrCodesGenerated: number };
  limits: { links: number | null; qrCodes: number | null };
  plan: string;
  currentPlan: string;
  planName: string;
  periodStart: string;
  periodEnd: string;
}

export interface Subscription {
  plan: string;
  planName: string;
  status: string;
  periodStart: string;
  periodEnd: string;
  trialEnd: string | null;
  cancelAtPeriodEnd: boolean;
  interval: 'month' | 'year' | null;
  paymentsConfigured: boolean;
  trialAvailable: boolean;
  /** The plan that is or was paid for; with `unpaid` and `canceled` another one than `plan`. Null: never paid. */
  billedPlan: string | null;
  billedPlanName: string | null;
  /** Until when an overdue plan is kept. */
  graceEndsAt: string | null;
  /** When the paid plan ended, or will end by itself. */
  endedAt: string | null;
  /** End of the paid period, which may be a year; `periodEnd` is that of the month that is counted. */
  renewsAt: string | null;
}

export interface Breakdown {
  name: string;
  clicks: number;
  uniqueClicks: number;
}

export interface SeriesPoint {
  at: string;
  clicks: number;
  uniqueClicks: number;
}

export interface RecentClick {
  id: string;
  timestamp: string;
  /** ISO alpha-2 or "Unknown". */
  country: string;
  city: string;
  device: string;
  browser: string;
  os: string;
  /** "Direct" when none. */
  referrer: string;
  linkId: string;
  source: string;
}

export interface Analytics {
  totalClicks: number;
  uniqueClicks: number;
  mobileClicks: number;
  todayClicks: number;
  botClicks: number;
  scans: number;
  weekClicks: number;
  previous: { totalClicks: number; uniqueClicks: number };
  series: SeriesPoint[];
  previousSeries: SeriesPoint[];
  granularity: 'minute' | 'hour' | 'day';
  countries: Breakdown[];
  cities: Breakdown[];
  devices: { type: string; clicks: number; uniqueClicks: number }[];
  browsers: Breakdown[];
  operatingSystems: Breakdown[];
  referrers: Breakdown[];
  utmSources: Breakdown[];
  utmMediums: Breakdown[];
  utmCampaigns: Breakdown[];
  languages: Breakdown[];
  /** Of one link only; id and name are empty for visits that no rule or variant decided. */
  rules?: (Breakdown & { id: string })[];
  variants?: (Breakdown & { id: string })[];
  recentClicks: RecentClick[];
  shortUrl?: string;
  totalLinks?: number;
  activeLinks?: number;
  topLinks?: { id: string; shortUrl: string; title: string; clicks: number }[];
  timeRange: string;
  timeZone: string;
  from: string;
  to: string;
}
