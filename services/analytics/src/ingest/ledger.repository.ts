// The memory of what is in the warehouse: ingested batches, and plans of inserts that carry several of them.
import type { QueryParams, Warehouse } from '../warehouse/warehouse.js';

/** One insert's worth, exactly: the same rows under the same token whenever and by whomever it is sent. */
export interface Plan {
  groupId: string;
  members: string[];
  payload: string;
  takenAtMs: number;
}

export type BatchState = 'planned' | 'ingested';

/** Ids in one question: bounded by the length of a URL, which carries the parameters. */
const IDS_PER_QUESTION = 100;

export class LedgerRepository {
  constructor(
    private readonly warehouse: Warehouse,
    /** clicks_..._local in a cluster is reached through the distributed table of this name. */
    private readonly table = 'ingest_ledger_v1',
  ) {}

  /** States of those that the ledger knows: `planned` for the first batch of a plan not known to be carried out. */
  async states(batchIds: readonly string[]): Promise<Map<string, BatchState>> {
    const states = new Map<string, BatchState>();
    for (let i = 0; i < batchIds.length; i += IDS_PER_QUESTION) {
      const rows = await this.ask<{ batch_id: string; s: number }>(
        `SELECT batch_id, max(state) AS s FROM ${this.table} WHERE batch_id IN {ids:Array(String)} GROUP BY batch_id`,
        { ids: batchIds.slice(i, i + IDS_PER_QUESTION) },
      );
      for (const row of rows) states.set(row.batch_id, Number(row.s) === 2 ? 'ingested' : 'planned');
    }
    return states;
  }

  /** The plan that begins with this batch; undefined when there is none or it has been replaced by its completion. */
  async planOf(firstBatchId: string): Promise<Plan | undefined> {
    const [row] = await this.ask<{ group_id: string; members: string[]; payload: string; taken_ms: string }>(
      `SELECT group_id, members, payload, toUnixTimestamp64Milli(taken_at) AS taken_ms FROM ${this.table}
       WHERE batch_id = {id:String} AND state = 1 LIMIT 1`,
      { id: firstBatchId },
    );
    return row && { groupId: row.group_id, members: row.members, payload: row.payload, takenAtMs: Number(row.taken_ms) };
  }

  /**
   * Puts the plan unless one that begins with the same batch is there: the token lets the first in and drops the others.
   * Answers with the plan that counts, which need not be the one given.
   */
  async plan(plan: Plan, clicks: number): Promise<Plan | undefined> {
    const first = plan.members[0]!;
    const members = `[${plan.members.map((id) => `'${id}'`).join(',')}]`;
    const line = [first, 1, plan.groupId, seconds(plan.takenAtMs), clicks, members, escapeText(plan.payload)].join('\t');
    await this.warehouse.insert({ table: this.table, token: `plan-${first}`, rows: `${line}\n` });
    const [row] = await this.ask<{ group_id: string }>(
      `SELECT group_id FROM ${this.table} WHERE batch_id = {id:String} AND state = 1 LIMIT 1`,
      { id: first },
    );
    return row?.group_id === plan.groupId ? plan : this.planOf(first);
  }

  /** After the insert: these are in, the plan's payload is no longer needed. */
  async markIngested(groupId: string, batchIds: readonly string[], takenAtMs: number): Promise<void> {
    const rows = batchIds.map((id) => `${[id, 2, groupId, seconds(takenAtMs), 0, '[]', ''].join('\t')}\n`).join('');
    await this.warehouse.insert({ table: this.table, token: `done-${groupId}`, rows });
  }

  private ask<Row>(sql: string, params: QueryParams): Promise<Row[]> {
    return this.warehouse.query<Row>(sql, params);
  }
}

const seconds = (ms: number) => new Date(ms).toISOString().replace('T', ' ').slice(0, 23);

const escapeText = (text: string) => text.replace(/[\\\t\n]/g, (c) => (c === '\\' ? '\\\\' : c === '\t' ? '\\t' : '\\n'));
