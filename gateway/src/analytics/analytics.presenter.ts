import type { Analytics, Bucket, ClickFilter, RecentClick, TimePoint, TimeWindow } from '@linqr/proto/analytics/v1/analytics';
import type { z } from 'zod';
import type { AnalyticsQuery, analyticsAnswer, recentClickAnswer } from './analytics.dto.js';

export function toWindow(query: AnalyticsQuery): TimeWindow {
  return { range: query.timeRange, from: query.from, to: query.to, timeZone: query.timeZone };
}

/** The names that the screens show for missing values are turned back into the empty value they stand for. */
export function toFilter(query: AnalyticsQuery): ClickFilter {
  const known = (values: string[], missing: string) => values.map((v) => (v === missing ? '' : v));
  return {
    countries: known(query.country, 'Unknown'),
    cities: known(query.city, 'Unknown'),
    devices: known(query.device, 'Unknown'),
    browsers: known(query.browser, 'Unknown'),
    operatingSystems: known(query.os, 'Unknown'),
    referrers: known(query.referrer, 'Direct'),
    utmSources: query.utmSource,
    utmMediums: query.utmMedium,
    utmCampaigns: query.utmCampaign,
    languages: known(query.language, 'Unknown'),
    rules: known(query.rule, 'None'),
    variants: known(query.variant, 'None'),
    includeBots: query.bots === 'true',
  };
}

const buckets = (list: Bucket[], missing: string) =>
  list.map((b) => ({ name: b.name || missing, clicks: b.clicks, uniqueClicks: b.uniqueClicks }));
const points = (list: TimePoint[]) => list.map((p) => ({ at: p.at ?? '', clicks: p.clicks, uniqueClicks: p.uniqueClicks }));

export function presentRecentClick(click: RecentClick): z.output<typeof recentClickAnswer> {
  return {
    id: click.id,
    timestamp: click.at ?? '',
    country: click.country || 'Unknown',
    city: click.city || 'Unknown',
    device: click.device || 'Unknown',
    browser: click.browser || 'Unknown',
    os: click.os || 'Unknown',
    referrer: click.referrer || 'Direct',
    linkId: click.linkId,
    source: click.source,
  };
}

/** Clicks by rule or variant, under the names that the link has for them now; removed ones keep their id. */
export function presentDecided(list: Bucket[], known: readonly { id: string; name: string }[], kind: 'Rule' | 'Variant') {
  return list.map(({ name: id, clicks, uniqueClicks }) => {
    const place = known.findIndex((one) => one.id === id);
    const name = id === '' ? '' : place < 0 ? `${kind} (removed)` : known[place]!.name || `${kind} ${place + 1}`;
    return { id, name, clicks, uniqueClicks };
  });
}

export function presentAnalytics(analytics: Analytics, query: AnalyticsQuery): z.output<typeof analyticsAnswer> {
  return {
    totalClicks: analytics.totalClicks,
    uniqueClicks: analytics.uniqueClicks,
    mobileClicks: analytics.mobileClicks,
    todayClicks: analytics.todayClicks,
    weekClicks: analytics.weekClicks,
    botClicks: analytics.botClicks,
    scans: analytics.scans,
    previous: { totalClicks: analytics.previousTotalClicks, uniqueClicks: analytics.previousUniqueClicks },
    series: points(analytics.series),
    previousSeries: points(analytics.previousSeries),
    granularity: analytics.granularity,
    countries: buckets(analytics.countries, 'Unknown'),
    cities: buckets(analytics.cities, 'Unknown'),
    devices: buckets(analytics.devices, 'Unknown').map(({ name, ...rest }) => ({ type: name, ...rest })),
    browsers: buckets(analytics.browsers, 'Unknown'),
    operatingSystems: buckets(analytics.operatingSystems, 'Unknown'),
    referrers: buckets(analytics.referrers, 'Direct'),
    utmSources: buckets(analytics.utmSources, 'None'),
    utmMediums: buckets(analytics.utmMediums, 'None'),
    utmCampaigns: buckets(analytics.utmCampaigns, 'None'),
    languages: buckets(analytics.languages, 'Unknown'),
    recentClicks: analytics.recentClicks.map(presentRecentClick),
    timeRange: query.timeRange,
    timeZone: query.timeZone,
    from: analytics.from ?? '',
    to: analytics.to ?? '',
  };
}
