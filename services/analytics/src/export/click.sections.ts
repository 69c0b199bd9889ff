import type { Actor } from '@linqr/platform/context';
import type { ExportSection } from '@linqr/platform/export';
import type { Warehouse } from '../warehouse/warehouse.js';

/** Rows of a page, unless told otherwise. */
const PER_PAGE = 5_000;

/** What the warehouse holds on a workspace: every click without its address, and the clicks of each link and code by day. */
export function clickSections(warehouse: Warehouse, perPage = PER_PAGE): ExportSection[] {
  const section = (
    name: string,
    sql: string,
    keyOf: (row: Record<string, string>) => string,
    parse: (after: string) => KeyParams,
  ): ExportSection => ({
    name,
    async page({ workspaceId }: Actor, after: string) {
      const rows = await warehouse.query<Record<string, string>>(sql, { workspace: workspaceId, first: after === '', ...parse(after) });
      return { records: rows, next: rows.length === perPage ? keyOf(rows.at(-1)!) : undefined };
    },
  });
  return [
    section(
      'clicksPerDay',
      `SELECT toString(scope) AS of, id, toString(day) AS day, is_bot AS isBot, sum(clicks) AS clicks, sum(scans) AS scans, uniqMerge(visitors) AS visitors
       FROM clicks_per_day_v1 WHERE workspace_id = {workspace:String} AND scope != 'workspace'
         AND ({first:Bool} OR (toString(scope), id, toString(day), is_bot) > ({a:String}, {b:String}, {c:String}, {d:String} = 'true'))
       GROUP BY scope, id, day, is_bot ORDER BY of, id, day, isBot LIMIT ${perPage}`,
      (row) => [row['of'], row['id'], row['day'], String(row['isBot'])].join(' '),
      keyParams,
    ),
    // The first conditions say the same as the last one in a way that the table's key understands: a page reads its own granules.
    section(
      'clicks',
      `SELECT toString(id) AS id, concat(replaceOne(toString(clicked_at), ' ', 'T'), 'Z') AS at, subject_id AS subjectId, link_id AS linkId, qr_id AS qrId,
         domain, slug, link_version AS linkVersion, toString(source) AS source, rule_id AS ruleId, variant, is_bot AS isBot, bot_class AS botClass,
         bot_reason AS botReason, country, region, city, device, browser, os, referrer, utm_source AS utmSource, utm_medium AS utmMedium,
         utm_campaign AS utmCampaign, utm_term AS utmTerm, utm_content AS utmContent, language, toString(visitor) AS visitor
       FROM clicks_raw_v1 WHERE workspace_id = {workspace:String}
         AND subject_id >= {a:String} AND (subject_id > {a:String} OR clicked_at >= parseDateTime64BestEffort({b:String}, 3, 'UTC'))
         AND ({first:Bool} OR (subject_id, clicked_at, clicks_raw_v1.id) > ({a:String}, parseDateTime64BestEffort({b:String}, 3, 'UTC'), toUUID({c:String})))
       ORDER BY subject_id, clicked_at, clicks_raw_v1.id LIMIT ${perPage}`,
      (row) => [row['subjectId'], row['at']!.slice(0, -1), row['id'], ''].join(' '),
      (after) => ({
        ...keyParams(after),
        ...(after === '' ? { b: '1970-01-01T00:00:00', c: '00000000-0000-0000-0000-000000000000' } : {}),
      }),
    ),
  ];
}

type KeyParams = Record<'a' | 'b' | 'c' | 'd', string>;

function keyParams(after: string): KeyParams {
  const [a = '', b = '', c = '', d = ''] = after.split(' ');
  return { a, b, c, d };
}
