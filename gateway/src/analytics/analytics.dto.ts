import { z } from 'zod';

/** A filter may be given once or many times: `country=DE&country=AT`. */
const values = z.preprocess((v) => (v === undefined ? [] : Array.isArray(v) ? v : [v]), z.array(z.string().max(300)).max(50));
const instant = z.iso.datetime({ offset: true, error: 'must be a date and time (ISO 8601)' }).optional();

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const analyticsQuery = z
  .object({
    timeRange: z.enum(['24h', '7d', '30d', '90d', 'custom'], 'timeRange is 24h, 7d, 30d, 90d or custom').default('7d'),
    from: instant,
    to: instant,
    timeZone: z.string().max(64).refine(isTimeZone, 'timeZone must be an IANA name such as Europe/Berlin').default('UTC'),
    country: values,
    city: values,
    device: values,
    browser: values,
    os: values,
    referrer: values,
    utmSource: values,
    utmMedium: values,
    utmCampaign: values,
    language: values,
    rule: values,
    variant: values,
    bots: z.enum(['true', 'false'], 'bots is true or false').default('false'),
    format: z.enum(['json', 'csv'], 'format is json or csv').default('json'),
  })
  .superRefine((query, context) => {
    if (query.timeRange !== 'custom') return;
    if (!query.from) context.addIssue({ code: 'custom', path: ['from'], message: 'from is required with a custom range' });
    if (!query.to) context.addIssue({ code: 'custom', path: ['to'], message: 'to is required with a custom range' });
    if (query.from && query.to && Date.parse(query.from) >= Date.parse(query.to))
      context.addIssue({ code: 'custom', path: ['to'], message: 'to must be later than from' });
  });

export type AnalyticsQuery = z.output<typeof analyticsQuery>;

const bucket = z.object({ name: z.string(), clicks: z.number(), uniqueClicks: z.number() });
const point = z.object({ at: z.string(), clicks: z.number(), uniqueClicks: z.number() }).meta({ id: 'TimePoint' });
export const recentClickAnswer = z
  .object({
    id: z.string(),
    timestamp: z.string(),
    country: z.string(),
    city: z.string(),
    device: z.string(),
    browser: z.string(),
    os: z.string(),
    referrer: z.string(),
    linkId: z.string(),
    source: z.string(),
  })
  .meta({ id: 'RecentClick' });

export const analyticsAnswer = z
  .object({
    totalClicks: z.number(),
    uniqueClicks: z.number(),
    mobileClicks: z.number(),
    todayClicks: z.number(),
    weekClicks: z.number(),
    botClicks: z.number(),
    scans: z.number(),
    previous: z.object({ totalClicks: z.number(), uniqueClicks: z.number() }),
    series: z.array(point),
    previousSeries: z.array(point),
    granularity: z.string(),
    countries: z.array(bucket),
    cities: z.array(bucket),
    devices: z.array(z.object({ type: z.string(), clicks: z.number(), uniqueClicks: z.number() })),
    browsers: z.array(bucket),
    operatingSystems: z.array(bucket),
    referrers: z.array(bucket),
    utmSources: z.array(bucket),
    utmMediums: z.array(bucket),
    utmCampaigns: z.array(bucket),
    languages: z.array(bucket),
    recentClicks: z.array(recentClickAnswer),
    timeRange: z.string(),
    timeZone: z.string(),
    from: z.string().meta({ description: 'Start of the window, included' }),
    to: z.string().meta({ description: 'End of the window, not included' }),
  })
  .meta({ id: 'Analytics' });

const namedBucket = z
  .object({ id: z.string(), name: z.string(), clicks: z.number(), uniqueClicks: z.number() })
  .meta({ description: 'id and name are empty for visits that nothing of the kind decided' });

export const linkAnalyticsAnswer = analyticsAnswer
  .extend({ shortUrl: z.string(), rules: z.array(namedBucket), variants: z.array(namedBucket) })
  .meta({ id: 'LinkAnalytics' });
export const overviewAnswer = analyticsAnswer
  .extend({
    totalLinks: z.number(),
    activeLinks: z.number(),
    topLinks: z.array(z.object({ id: z.string(), shortUrl: z.string(), title: z.string(), clicks: z.number() })),
  })
  .meta({ id: 'Overview' });
export const realtimeAnswer = z
  .object({
    minutes: z.array(z.object({ at: z.string(), clicks: z.number() })),
    totalClicks: z.number(),
    recentClicks: z.array(recentClickAnswer),
  })
  .meta({ id: 'Realtime' });
