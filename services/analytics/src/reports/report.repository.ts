import type { Analytics, Bucket, GetRealtimeResponse, RecentClick, TimePoint } from '@linqr/proto/analytics/v1/analytics';
import type { Warehouse } from '../warehouse/warehouse.js';
import { type CompiledFilter, DIMENSIONS } from './report.filter.js';
import { type ReportScope, rawCondition } from './report.scope.js';
import { FIGURES, PERIODS, type ReportRow, recentSql, reportSql } from './report.sql.js';
import type { ReportWindow } from './report.window.js';
import { MINUTE_MS } from './zone.js';

const REALTIME_MINUTES = 30;

export class ReportRepository {
  constructor(private readonly warehouse: Warehouse) {}

  /** A whole analytics screen in one round trip. */
  async report(scope: ReportScope, window: ReportWindow, filter: CompiledFilter): Promise<Analytics> {
    const params = { workspace: scope.workspaceId, id: scope.id, ...filter.params };
    const rows = await this.warehouse.query<ReportRow>(reportSql(scope, window, filter), params);
    const sections = bySection(rows);
    const figure = (period: (typeof PERIODS)[number], name: (typeof FIGURES)[number]) =>
      Number(sections.get(`${period}Total`)?.[0]?.numbers[FIGURES.indexOf(name)] ?? 0);
    const anyPeriod = (name: (typeof FIGURES)[number]) => PERIODS.reduce((sum, period) => sum + figure(period, name), 0);
    const breakdown = (section: string): Bucket[] =>
      (sections.get(section) ?? []).map(({ name, numbers: [clicks, unique] }) => ({
        name,
        clicks: Number(clicks),
        uniqueClicks: Number(unique),
      }));
    const breakdowns = Object.fromEntries(DIMENSIONS.map(({ key }) => [key, breakdown(key)])) as Record<
      (typeof DIMENSIONS)[number]['key'],
      Bucket[]
    >;
    return {
      totalClicks: figure('series', 'clicks'),
      uniqueClicks: figure('series', 'unique'),
      mobileClicks: figure('series', 'mobile'),
      todayClicks: anyPeriod('today'),
      botClicks: figure('series', 'bots'),
      scans: figure('series', 'scans'),
      previousTotalClicks: figure('previous', 'clicks'),
      previousUniqueClicks: figure('previous', 'unique'),
      weekClicks: anyPeriod('week'),
      series: series(window.buckets, sections.get('series')),
      previousSeries: series(window.previousBuckets, sections.get('previous')),
      granularity: window.granularity,
      from: new Date(window.current.from).toISOString(),
      to: new Date(window.current.to).toISOString(),
      ...breakdowns,
      recentClicks: (sections.get('recent') ?? []).map(toRecentClick),
      topLinks: breakdown('topLinks'),
    };
  }

  /** The last 30 minutes by minute, the running one included. Bots are left out. */
  async realtime(scope: ReportScope, nowMs: number): Promise<GetRealtimeResponse> {
    const to = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
    const from = to - REALTIME_MINUTES * MINUTE_MS;
    const where = `${rawCondition(scope)} AND NOT is_bot
      AND clicked_at >= fromUnixTimestamp64Milli(${from}, 'UTC') AND clicked_at < fromUnixTimestamp64Milli(${to}, 'UTC')`;
    const rows = await this.warehouse.query<ReportRow>(
      `SELECT * FROM (
         SELECT 'series' AS section, '' AS name, toInt64(toUnixTimestamp(toStartOfMinute(clicked_at))) * 1000 AS at,
           [count(), uniq(visitor)] AS numbers, CAST([], 'Array(String)') AS texts
         FROM clicks_raw_v1 WHERE ${where} GROUP BY at)
       UNION ALL SELECT * FROM (${recentSql(where)})`,
      { workspace: scope.workspaceId, id: scope.id },
    );
    const minutes = series(
      Array.from({ length: REALTIME_MINUTES }, (_, i) => from + i * MINUTE_MS),
      rows.filter((row) => row.section === 'series'),
    );
    return {
      minutes,
      totalClicks: minutes.reduce((sum, minute) => sum + minute.clicks, 0),
      recentClicks: rows.filter((row) => row.section === 'recent').map(toRecentClick),
    };
  }
}

/** One point a bucket, zero where nothing happened. */
function series(buckets: number[], rows: ReportRow[] = []): TimePoint[] {
  const found = new Map(rows.map((row) => [Number(row.at), row.numbers]));
  return buckets.map((at) => {
    const [clicks = '0', unique = '0'] = found.get(at) ?? [];
    return { at: new Date(at).toISOString(), clicks: Number(clicks), uniqueClicks: Number(unique) };
  });
}

function toRecentClick({ at, texts }: ReportRow): RecentClick {
  const [id, country, city, device, browser, os, referrer, linkId, source] = texts as [string, ...string[]];
  return {
    id,
    at: new Date(Number(at)).toISOString(),
    country: country ?? '',
    city: city ?? '',
    device: device ?? '',
    browser: browser ?? '',
    os: os ?? '',
    referrer: referrer ?? '',
    linkId: linkId ?? '',
    source: source ?? '',
  };
}

function bySection(rows: ReportRow[]): Map<string, ReportRow[]> {
  const sections = new Map<string, ReportRow[]>();
  for (const row of rows) {
    const section = sections.get(row.section);
    if (section) section.push(row);
    else sections.set(row.section, [row]);
  }
  return sections;
}
