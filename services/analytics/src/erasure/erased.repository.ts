// Which workspaces are gone, and the removal of all they left in the warehouse.
import { createHash } from 'node:crypto';
import { newId } from '@linqr/platform/ids';
import type { Warehouse } from '../warehouse/warehouse.js';

const TABLE = 'erased_workspaces_v1';
/** Tables whose rows say whose they are. Sums over all workspaces together say nothing of one. */
const OWNED = ['clicks_raw_v1', 'clicks_per_hour_v1', 'clicks_per_day_v1', 'clicks_lifetime_v1'];
const HASHES_PER_QUESTION = 100;
/** A workspace's id as auth makes them; it goes into statements that take no parameters. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const WAIT = 'SETTINGS mutations_sync = 2, max_execution_time = 25';

export const hashOf = (workspaceId: string): string => createHash('sha256').update(workspaceId).digest('hex');

export class ErasedRepository {
  constructor(
    private readonly warehouse: Warehouse,
    private readonly cluster: string | undefined,
  ) {}

  /** Those of the workspaces that are gone. */
  async among(workspaceIds: Iterable<string>): Promise<Set<string>> {
    const byHash = new Map([...new Set(workspaceIds)].map((id) => [hashOf(id), id]));
    const hashes = [...byHash.keys()];
    const erased = new Set<string>();
    for (let i = 0; i < hashes.length; i += HASHES_PER_QUESTION) {
      const rows = await this.warehouse.query<{ hash: string }>(`SELECT DISTINCT hash FROM ${TABLE} WHERE hash IN {hashes:Array(String)}`, {
        hashes: hashes.slice(i, i + HASHES_PER_QUESTION),
      });
      for (const { hash } of rows) erased.add(byHash.get(hash)!);
    }
    return erased;
  }

  /** From now on nothing more of it is taken. */
  mark(workspaceId: string, atMs: number): Promise<void> {
    return this.write(workspaceId, 1, atMs);
  }

  /** Marked before that moment and not finished yet. */
  async unfinished(beforeMs: number, limit: number): Promise<string[]> {
    const rows = await this.warehouse.query<{ workspace_id: string }>(
      `SELECT any(workspace_id) AS workspace_id FROM ${TABLE} GROUP BY hash
       HAVING max(state) = 1 AND min(erased_at) < fromUnixTimestamp64Milli({before:Int64}) LIMIT {limit:UInt32}`,
      { before: beforeMs, limit },
    );
    return rows.map((row) => row.workspace_id);
  }

  /** Deletes every row of the workspace; resolves when they are gone from the disk. Rejects while plans still carry some. */
  async purge(workspaceId: string): Promise<void> {
    requireId(workspaceId);
    for (const table of OWNED) await this.delete(table, `workspace_id = '${workspaceId}'`, workspaceId);
    const open = await this.purgePlans(workspaceId);
    if (open > 0) throw new Error(`${open} inserts under way carry clicks of a deleted workspace`);
  }

  /** Only the hash stays. */
  async finish(workspaceId: string, atMs: number): Promise<void> {
    await this.write(workspaceId, 2, atMs);
    await this.delete(TABLE, `state = 1 AND hash = '${hashOf(workspaceId)}'`, hashOf(workspaceId));
  }

  /** Payloads of inserts that are done lie in the ledger until its parts merge. Answers how many inserts are not done. */
  private async purgePlans(workspaceId: string): Promise<number> {
    const plans = await this.warehouse.query<{ group_id: string; done: number }>(
      `SELECT group_id, max(state) = 2 AS done FROM ingest_ledger_v1 WHERE batch_id = group_id
       GROUP BY group_id HAVING max(position(payload, {id:String})) > 0 LIMIT 1000`,
      { id: workspaceId },
    );
    const done = plans.filter((plan) => Boolean(plan.done)).map((plan) => plan.group_id);
    if (done.length > 0) {
      for (const id of done) requireId(id);
      const ids = done.map((id) => `'${id}'`).join(', ');
      await this.delete('ingest_ledger_v1', `batch_id = group_id AND state = 1 AND group_id IN (${ids})`, done[0]!);
    }
    return plans.length - done.length;
  }

  /** One mutation at a time for one thing: a slow one is waited for instead of being sent again. */
  private async delete(table: string, condition: string, mark: string): Promise<void> {
    const local = this.cluster ? `${table}_local` : table;
    const [row] = await this.warehouse.query<{ n: string }>(
      `SELECT count() AS n FROM system.mutations
       WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done AND position(command, {mark:String}) > 0`,
      { table: local, mark },
    );
    if (Number(row?.n ?? 0) > 0) throw new Error('the warehouse is still deleting');
    const [left] = await this.warehouse.query<{ n: string }>(`SELECT count() AS n FROM ${table} WHERE ${condition}`, {});
    if (Number(left?.n ?? 0) === 0) return;
    const everywhere = this.cluster ? ` ON CLUSTER \`${this.cluster}\`` : '';
    await this.warehouse.command(`ALTER TABLE ${local}${everywhere} DELETE WHERE ${condition} ${WAIT}`);
  }

  private write(workspaceId: string, state: 1 | 2, atMs: number): Promise<void> {
    requireId(workspaceId);
    const at = new Date(atMs).toISOString().replace('T', ' ').slice(0, 23);
    return this.warehouse.insert({
      table: `${TABLE} (hash, workspace_id, state, erased_at)`,
      token: newId('evt'),
      rows: [[hashOf(workspaceId), state === 1 ? workspaceId : '', state, at]],
    });
  }
}

function requireId(id: string): void {
  if (!ID.test(id)) throw new TypeError('not an id of ours');
}
