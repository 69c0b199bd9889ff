// One statement answers a whole analytics screen: its parts are a UNION ALL of rows (section, name, at, numbers, texts).
// Text in here comes from this file, from DIMENSIONS and from computed integers; callers' words are parameters.
import { type CompiledFilter, DIMENSIONS } from './report.filter.js';
import { type ReportScope, rawCondition, rollUpCondition } from './report.scope.js';
import type { ReportWindow, Span } from './report.window.js';
import { DAY_MS, HOUR_MS } from './zone.js';

/** Values of one breakdown; every country fits. */
const BREAKDOWN_LIMIT = 250;
export const RECENT_LIMIT = 20;
const TOP_LINKS_LIMIT = 10;

export interface ReportRow {
  section: string;
  name: string;
  /** Milliseconds since the epoch. */
  at: string;
  numbers: string[];
  texts: string[];
}

/** Order of the numbers in the rows of series and totals. */
export const FIGURES = ['clicks', 'unique', 'mobile', 'scans', 'bots', 'today', 'week'] as const;

/** Sections: `series` and `previous` by bucket, and the total of each; `other` is of this week but of neither window. */
export const PERIODS = ['series', 'previous', 'other'] as const;

/** Where series and totals are read: the coarsest table whose grain all instants of the window lie on. */
export type Source = 'day' | 'hour' | 'raw';

export function sourceOf(window: ReportWindow, filter: CompiledFilter): Source {
  if (filter.condition !== '') return 'raw';
  const edges = [window.current, window.previous, window.today, window.week].flatMap(({ from, to }) => [from, to]);
  const lieOn = (grain: number) => [...edges, ...window.buckets, ...window.previousBuckets].every((at) => at % grain === 0);
  return lieOn(DAY_MS) ? 'day' : lieOn(HOUR_MS) ? 'hour' : 'raw';
}

interface Vocabulary {
  table: string;
  where: (scope: ReportScope) => string;
  /** The click's or bucket's time as a column, and a literal of its type. */
  time: string;
  literal: (ms: number) => string;
  milliseconds: string;
  clicks: (condition: string) => string;
  visitors: (condition: string) => string;
  scans: (condition: string) => string;
  mobile: (condition: string) => string;
}

const rollUp = (table: string, time: string, literal: (ms: number) => string): Vocabulary => ({
  table,
  where: rollUpCondition,
  time,
  literal,
  milliseconds: `toInt64(toUnixTimestamp(toDateTime(${time}, 'UTC'))) * 1000`,
  clicks: (condition) => `sumIf(clicks, ${condition})`,
  visitors: (condition) => `uniqMergeIf(visitors, ${condition})`,
  scans: (condition) => `sumIf(scans, ${condition})`,
  mobile: (condition) => `sumIf(mobile, ${condition})`,
});

const SOURCES: Record<Source, Vocabulary> = {
  day: rollUp('clicks_per_day_v1', 'day', (ms) => `toDate(${ms / DAY_MS})`),
  hour: rollUp('clicks_per_hour_v1', 'hour', (ms) => `toDateTime(${ms / 1_000}, 'UTC')`),
  raw: {
    table: 'clicks_raw_v1',
    where: rawCondition,
    time: 'clicked_at',
    literal: (ms) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`,
    milliseconds: 'toUnixTimestamp64Milli(clicked_at)',
    clicks: (condition) => `countIf(${condition})`,
    visitors: (condition) => `uniqIf(visitor, ${condition})`,
    scans: (condition) => `countIf(${condition} AND source = 'qr')`,
    mobile: (condition) => `countIf(${condition} AND device = 'mobile')`,
  },
};

const NO_NUMBERS = "CAST([], 'Array(UInt64)')";
const NO_TEXTS = "CAST([], 'Array(String)')";

/** Rules and variants say something of one link only. */
export function dimensionsOf({ kind }: ReportScope): readonly (typeof DIMENSIONS)[number][] {
  return kind === 'link' ? DIMENSIONS : DIMENSIONS.filter(({ key }) => key !== 'rules' && key !== 'variants');
}

export function reportSql(scope: ReportScope, window: ReportWindow, filter: CompiledFilter): string {
  const source = SOURCES[sourceOf(window, filter)];
  const raw = SOURCES.raw;
  const counted = filter.includeBots ? 'true' : 'NOT is_bot';
  const within = ({ time, literal }: Vocabulary, { from, to }: Span) => `(${time} >= ${literal(from)} AND ${time} < ${literal(to)})`;
  const rawWhere = `${raw.where(scope)} AND ${within(raw, window.current)} ${filter.condition}`;
  const starts = [...new Set([...window.previousBuckets, ...window.buckets])].join(', ');

  const dimensions = dimensionsOf(scope);
  const figures = [
    source.clicks(counted),
    source.visitors(counted),
    source.mobile(counted),
    source.scans(counted),
    source.clicks('is_bot'),
    source.clicks(`${counted} AND ${within(source, window.today)}`),
    source.clicks(`${counted} AND ${within(source, window.week)}`),
  ];
  const [now, before, week] = [window.current, window.previous, window.week].map((span) => within(source, span));
  const parts = [
    `SELECT if(grouping(at) = 1, concat(period, 'Total'), period) AS section, '' AS name, at, [${figures.join(', ')}] AS numbers, ${NO_TEXTS} AS texts
     FROM (
       SELECT *, multiIf(${now}, 'series', ${before}, 'previous', 'other') AS period, toInt64(roundDown(${source.milliseconds}, [${starts}])) AS at
       FROM ${source.table}
       WHERE ${source.where(scope)} AND (${now} OR ${before} OR ${week}) ${filter.condition})
     GROUP BY GROUPING SETS ((period, at), (period))`,
    // Half the processor time of an ARRAY JOIN over the dimensions once a link has some 10,000 clicks.
    `SELECT multiIf(${dimensions.map(({ key, column }) => `grouping(${column}) = 0, '${key}'`).join(', ')}, '') AS section,
       multiIf(${dimensions.map(({ column }) => `grouping(${column}) = 0, toString(${column})`).join(', ')}, '') AS name,
       toInt64(0) AS at, [count(), uniq(visitor)] AS numbers, ${NO_TEXTS} AS texts
     FROM clicks_raw_v1
     WHERE ${rawWhere} AND ${counted}
     GROUP BY GROUPING SETS (${dimensions.map(({ column }) => `(${column})`).join(', ')})
     ORDER BY numbers[1] DESC, name
     LIMIT ${BREAKDOWN_LIMIT} BY section`,
    recentSql(`${rawWhere} AND ${counted}`),
  ];
  if (scope.kind === 'workspace') parts.push(topLinksSql(window, filter, counted));
  return parts.map((part) => `SELECT * FROM (${part})`).join('\nUNION ALL\n');
}

/** Parameters: workspace, id. Section `recent`: id, country, city, device, browser, os, referrer, link, source. */
export function recentSql(where: string): string {
  return `SELECT 'recent' AS section, '' AS name, toUnixTimestamp64Milli(clicked_at) AS at, ${NO_NUMBERS} AS numbers,
      [toString(id), toString(country), toString(city), toString(device), toString(browser), toString(os), toString(referrer), link_id, toString(source)] AS texts
     FROM clicks_raw_v1 WHERE ${where}
     ORDER BY clicked_at DESC, id DESC LIMIT ${RECENT_LIMIT}`;
}

function topLinksSql(window: ReportWindow, filter: CompiledFilter, counted: string): string {
  const { table, time, literal, clicks, visitors } = SOURCES[sourceOf(window, filter)];
  const raw = table === 'clicks_raw_v1';
  return `SELECT 'topLinks' AS section, ${raw ? 'link_id' : 'id'} AS name, toInt64(0) AS at, [${clicks('true')}, ${visitors('true')}] AS numbers, ${NO_TEXTS} AS texts
     FROM ${table}
     WHERE workspace_id = {workspace:String} AND ${raw ? "link_id != ''" : "scope = 'link'"} AND ${counted}
       AND ${time} >= ${literal(window.current.from)} AND ${time} < ${literal(window.current.to)} ${filter.condition}
     GROUP BY name ORDER BY numbers[1] DESC, name LIMIT ${TOP_LINKS_LIMIT}`;
}
