import type { Link, Plan, Usage, User } from '../api/types';

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
