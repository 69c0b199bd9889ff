import type { RecordedClick } from '@linqr/proto/events/v1/click';
import type { Warehouse } from '../warehouse/warehouse.js';

const IDS_PER_QUESTION = 50;

/**
 * For batches of clicks that were once set aside: their original may have been delivered whole after the code was mended,
 * before the replay. Asks by the raw table's key, and only for such batches.
 */
export class ReplayFilter {
  constructor(private readonly warehouse: Warehouse) {}

  async unseen(clicks: readonly RecordedClick[]): Promise<RecordedClick[]> {
    const unseen: RecordedClick[] = [];
    for (let i = 0; i < clicks.length; i += IDS_PER_QUESTION) {
      const part = clicks.slice(i, i + IDS_PER_QUESTION);
      const times = part.map((click) => click.clickedAtMs);
      const rows = await this.warehouse.query<{ click_id: string }>(
        `SELECT toString(id) AS click_id FROM clicks_raw_v1
         WHERE workspace_id IN {workspaces:Array(String)}
           AND clicked_at >= fromUnixTimestamp64Milli({from:Int64}) AND clicked_at <= fromUnixTimestamp64Milli({to:Int64})
           AND id IN {ids:Array(UUID)}`,
        {
          workspaces: [...new Set(part.map((click) => click.workspaceId))],
          from: Math.min(...times),
          to: Math.max(...times),
          ids: part.map((click) => click.id),
        },
      );
      const seen = new Set(rows.map((row) => row.click_id));
      unseen.push(...part.filter((click) => !seen.has(click.id)));
    }
    return unseen;
  }
}
