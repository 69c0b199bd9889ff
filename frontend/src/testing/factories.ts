import type { Analytics, Link, Plan, QrCode, Usage, User } from '../api/types';

let count = 0;

export const aUser = (over: Partial<User> = {}): User => ({
  id: 'user-1',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: '',
  website: '',
  role: 'user',
  isAdmin: false,
  emailVerified: true,
  workspaceId: 'ws-1',
  createdAt: '2026-01-02T03:04:05.000Z',
  ...over,
});

export function aLink(over: Partial<Link> = {}): Link {
  count += 1;
  const slug = over.slug ?? `slug${count}`;
  return {
    id: `link-${count}`,
    title: '',
    originalUrl: `https://example.com/${count}`,
    shortUrl: `http://localhost:3001/${slug}`,
    domain: 'localhost:3001',
    slug,
    customAlias: null,
    description: '',
    tags: [],
    hasPassword: false,
    expiresAt: null,
    startsAt: null,
    maxClicks: null,
    redirectType: 302,
    forwardQuery: false,
    rules: [],
    variants: [],
    clicksLeft: null,
    state: 'active',
    clicks: 0,
    uniqueClicks: 0,
    lastClickAt: null,
    sparkline: Array.from({ length: 14 }, () => 0),
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    ...over,
  };
}

export const aPlan = (over: Partial<Plan> = {}): Plan => ({
  key: 'free',
  name: 'Free',
  monthlyPrice: 0,
  yearlyPrice: 0,
  currency: 'usd',
  sold: true,
  mostPopular: false,
  description: 'To start with.',
  highlights: [],
  limits: {
    linksPerMonth: 50,
    qrCodesPerMonth: 10,
    customDomains: 0,
    apiCallsPerHour: 100,
    teamSeats: 1,
    analyticsRetentionDays: 30,
  },
  features: [],
  ...over,
});

export const aUsage = (over: Partial<Usage> = {}): Usage => ({
  usage: { linksCreated: 3, qrCodesGenerated: 1 },
  limits: { links: 50, qrCodes: 10 },
  plan: 'free',
  currentPlan: 'free',
  planName: 'Free',
  periodStart: '2026-11-01T00:00:00.000Z',
  periodEnd: '2026-12-01T00:00:00.000Z',
  ...over,
});

export function aQrCode(over: Partial<QrCode> = {}): QrCode {
  count += 1;
  const id = over.id ?? `qr_${count}`;
  const content = over.content ?? `https://example.com/${count}`;
  return {
    id,
    type: 'url',
    title: `Code ${count}`,
    content,
    // The smallest PNG there is: one transparent pixel.
    qrCode: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    shortUrl: null,
    shortId: null,
    shortLinkId: null,
    encodes: 'qrUrl',
    qrUrl: `http://localhost:3000/qr/${id}`,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    archived: false,
    disabled: false,
    disabledReason: '',
    metadata: { name: '', description: '', originalUrl: over.type && over.type !== 'url' ? '' : content },
    analytics: { totalScans: 0, uniqueScans: 0 },
    customization: {
      color: '#000000',
      backgroundColor: '#ffffff',
      size: 300,
      margin: 4,
      errorCorrectionLevel: 'M',
      showBranding: true,
      frontendCustomization: {
        style: 'square',
        foregroundColor: '#000000',
        backgroundColor: '#ffffff',
        cornerStyle: 'square',
        cornerColor: '#000000',
        logo: null,
        logoSize: 20,
        frame: 'none',
        frameText: 'SCAN ME',
        frameColor: '#000000',
        showBranding: true,
      },
    },
    ...over,
  };
}

/** One page of a list that has nothing more. */
export const onePage = (total: number, limit = 50) => ({ page: 1, limit, total, totalPages: Math.ceil(total / limit), nextCursor: null });

/** Figures of a week with so many clicks, all of them today. */
export function someAnalytics(totalClicks: number, over: Partial<Analytics> = {}): Analytics {
  const days = Array.from({ length: 7 }, (_, day) => ({
    at: `2026-11-${15 + day}T00:00:00.000Z`,
    clicks: day === 6 ? totalClicks : 0,
    uniqueClicks: day === 6 ? totalClicks : 0,
  }));
  const all = (name: string) => (totalClicks > 0 ? [{ name, clicks: totalClicks, uniqueClicks: totalClicks }] : []);
  return {
    totalClicks,
    uniqueClicks: totalClicks,
    mobileClicks: totalClicks,
    todayClicks: totalClicks,
    botClicks: 0,
    scans: 0,
    weekClicks: totalClicks,
    previous: { totalClicks: 0, uniqueClicks: 0 },
    series: days,
    previousSeries: days.map((day) => ({ ...day, clicks: 0, uniqueClicks: 0 })),
    granularity: 'day',
    countries: all('DE'),
    cities: all('Berlin'),
    devices: totalClicks > 0 ? [{ type: 'mobile', clicks: totalClicks, uniqueClicks: totalClicks }] : [],
    browsers: all('Safari'),
    operatingSystems: all('iOS'),
    referrers: all('Direct'),
    utmSources: [],
    utmMediums: [],
    utmCampaigns: [],
    languages: all('de'),
    recentClicks:
      totalClicks > 0
        ? [
            {
              id: 'click-1',
              timestamp: '2026-11-21T09:00:00.000Z',
              country: 'Unknown',
              city: 'Unknown',
              device: 'mobile',
              browser: 'Safari',
              os: 'iOS',
              referrer: 'Direct',
              linkId: 'link-1',
              source: 'link',
            },
          ]
        : [],
    timeRange: '7d',
    timeZone: 'UTC',
    from: '2026-11-15T00:00:00.000Z',
    to: '2026-11-21T12:00:00.000Z',
    ...over,
  };
}
