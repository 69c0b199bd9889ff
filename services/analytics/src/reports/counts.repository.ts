import type { EntityCount } from '@linqr/proto/analytics/v1/analytics';
import type { Warehouse } from '../warehouse/warehouse.js';
import { DAY_MS } from './zone.js';

export const SPARKLINE_DAYS = 14;

interface CountRow {
  id: string;
  clicks: string;
  visitors: string;
  last_ms: string;
  /** Days since 1970-01-01 and their clicks. */
  days: [number, string][];
}

export class CountsRepository {
  constructor(private readonly warehouse: Warehouse) {}

  /** Lifetime counts of people, and their clicks of the last 14 UTC days. One count for every id asked, in that order. */
  async counts(workspaceId: string, kind: 'link' | 'qr', ids: readonly string[], nowMs: number): Promise<EntityCount[]> {
    if (ids.length === 0) return [];
    const today = Math.floor(nowMs / DAY_MS);
    const firstDay = today - SPARKLINE_DAYS + 1;
    const rows = await this.warehouse.query<CountRow>(
      `SELECT id, sum(c) AS clicks, sum(u) AS visitors, max(l) AS last_ms, groupArrayIf((d, s), d > 0) AS days FROM (
         SELECT id, sum(clicks) AS c, uniqMerge(visitors) AS u, toUnixTimestamp64Milli(max(last_clicked_at)) AS l, toUInt16(0) AS d, toUInt64(0) AS s
         FROM clicks_lifetime_v1
         WHERE workspace_id = {workspace:String} AND scope = '${kind}' AND id IN {ids:Array(String)} AND NOT is_bot
         GROUP BY id
         UNION ALL
         SELECT id, 0, 0, 0, toUInt16(day), sum(clicks)
         FROM clicks_per_day_v1
         WHERE workspace_id = {workspace:String} AND scope = '${kind}' AND id IN {ids:Array(String)} AND NOT is_bot AND day >= toDate(${firstDay})
         GROUP BY id, day)
       GROUP BY id`,
      { workspace: workspaceId, ids: [...new Set(ids)] },
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => {
      const row = found.get(id);
      const byDay = new Map(row?.days.map(([day, clicks]) => [Number(day), Number(clicks)]));
      return {
        id,
        clicks: Number(row?.clicks ?? 0),
        uniqueClicks: Number(row?.visitors ?? 0),
        lastClickAt: row && Number(row.last_ms) > 0 ? new Date(Number(row.last_ms)).toISOString() : undefined,
        sparkline: Array.from({ length: SPARKLINE_DAYS }, (_, i) => byDay.get(firstDay + i) ?? 0),
      };
    });
  }
}
