import type { z } from 'zod';
import type { analyticsAnswer } from './analytics.dto.js';

/** One cell: quoted where needed; a text that a spreadsheet would run as a formula is defused (OWASP CSV injection). */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Analytics as one tidy table: section, name, clicks, unique clicks. RFC 4180 line ends. */
export function analyticsCsv(analytics: z.output<typeof analyticsAnswer>): string {
  const rows: (string | number)[][] = [['section', 'name', 'clicks', 'uniqueClicks']];
  rows.push(['total', analytics.timeRange, analytics.totalClicks, analytics.uniqueClicks]);
  for (const point of analytics.series) rows.push(['series', point.at, point.clicks, point.uniqueClicks]);
  const sections = {
    country: analytics.countries,
    city: analytics.cities,
    browser: analytics.browsers,
    os: analytics.operatingSystems,
    referrer: analytics.referrers,
    utmSource: analytics.utmSources,
    utmMedium: analytics.utmMediums,
    utmCampaign: analytics.utmCampaigns,
    language: analytics.languages,
  };
  for (const device of analytics.devices) rows.push(['device', device.type, device.clicks, device.uniqueClicks]);
  for (const [section, list] of Object.entries(sections)) for (const b of list) rows.push([section, b.name, b.clicks, b.uniqueClicks]);
  return `${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}
