// The memory of what is in the warehouse: ingested batches, and plans of inserts with exactly the rows they carry.
import { newId } from '@linqr/platform/ids';
import type { Warehouse } from '../warehouse/warehouse.js';

/** One insert: the same rows under the same token (the group's id) whenever and by whomever it is sent. */
export interface Plan {
  groupId: string;
  members: string[];
  /** TabSeparated lines of clicks_raw_v1. */
  payload: string;
  takenAtMs: number;
}

export interface BatchState {
  state: 'planned' | 'ingested';
  /** The insert that carried it, or that is to carry it: the earliest plan where there are several. */
  groupId: string;
  /** Inserts that claim it; more than one only if two consumers held one partition at the same moment. */
  claims: number;
}

const TABLE = 'ingest_ledger_v1';
const COLUMNS = '(batch_id, group_id, state, taken_at, members, payload)';
/** Ids in one question: parameters travel in the URL. */
const IDS_PER_QUESTION = 200;

export class LedgerRepository {
  constructor(private readonly warehouse: Warehouse) {}

  /** States of those that the ledger knows. */
  async states(batchIds: readonly string[]): Promise<Map<string, BatchState>> {
    const states = new Map<string, BatchState>();
    for (let i = 0; i < batchIds.length; i += IDS_PER_QUESTION) {
      const rows = await this.warehouse.query<{ batch_id: string; top: number; group: string; claims: string }>(
        `SELECT batch_id, max(state) AS top, if(top = 2, argMax(group_id, state), argMin(group_id, written_at)) AS group, uniqExact(group_id) AS claims
         FROM ${TABLE} WHERE batch_id IN {ids:Array(String)} GROUP BY batch_id`,
        { ids: batchIds.slice(i, i + IDS_PER_QUESTION) },
      );
      for (const row of rows)
        states.set(row.batch_id, { state: row.top === 2 ? 'ingested' : 'planned', groupId: row.group, claims: Number(row.claims) });
    }
    return states;
  }

  async planOf(groupId: string): Promise<Plan | undefined> {
    const [row] = await this.warehouse.query<{ members: string[]; payload: string; taken_ms: string }>(
      `SELECT members, payload, toUnixTimestamp64Milli(taken_at) AS taken_ms FROM ${TABLE}
       WHERE batch_id = {id:String} AND group_id = {id:String} AND state = 1 LIMIT 1`,
      { id: groupId },
    );
    return row && { groupId, members: row.members, payload: row.payload, takenAtMs: Number(row.taken_ms) };
  }

  /** Before the insert. */
  writePlan({ groupId, members, payload, takenAtMs }: Plan): Promise<void> {
    const at = timeText(takenAtMs);
    const rows: unknown[][] = members.map((id) => [id, groupId, 1, at, [], '']);
    rows.push([groupId, groupId, 1, at, members, payload]);
    return this.warehouse.insert({ table: `${TABLE} ${COLUMNS}`, token: `plan-${groupId}`, rows });
  }

  /** After the insert: these are in, and unless `keepPlan` the plan's payload may go. */
  markIngested(groupId: string, members: readonly string[], takenAtMs: number, { keepPlan = false } = {}): Promise<void> {
    const at = timeText(takenAtMs);
    const rows = (keepPlan ? [...members] : [...members, groupId]).map((id) => [id, groupId, 2, at, [], '']);
    // No token of its own making needed: the same rows once more say nothing new.
    return this.warehouse.insert({ table: `${TABLE} ${COLUMNS}`, token: newId('evt'), rows });
  }
}

const timeText = (ms: number) => new Date(ms).toISOString().replace('T', ' ').slice(0, 23);
