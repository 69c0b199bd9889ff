import type { DataSource, EntityManager } from 'typeorm';
import {
  CANCELLED,
  CANCELLED_MESSAGE,
  type Import,
  type ImportState,
  type RowOutcome,
  type SettledRow,
  type WaitingRow,
} from './import.js';
import type { ImportSource } from './import-columns.js';
import type { StoredFields } from './import-row.js';

interface Row {
  id: string;
  workspace_id: string;
  owner_id: string;
  via: 'session' | 'api_key';
  state: ImportState;
  file_name: string;
  source: ImportSource;
  total: number;
  succeeded: number;
  failed: number;
  stopped_by: string;
  created_at: Date;
  finished_at: Date | null;
}

const COLUMNS = 'id, workspace_id, owner_id, via, state, file_name, source, total, succeeded, failed, stopped_by, created_at, finished_at';

/** A row on its way in: waiting with what it asks for, or failed already because it cannot be read. */
export interface NewRow {
  row: number;
  linkId: string;
  originalUrl: string;
  fields: StoredFields | null;
  problem: string;
}

/** How long a worker may be silent before another takes its import over. */
const LEASE_SECONDS = 60;
const INSERTED_AT_ONCE = 1_000;

/** Imports and their rows. Whoever settles rows holds the import's own row locked, so its counts are exact. */
export class ImportRepository {
  constructor(private readonly database: DataSource) {}

  async find(workspaceId: string, id: string): Promise<Import | undefined> {
    return (await this.select('id = $1 and workspace_id = $2', [id, workspaceId]))[0];
  }

  async findByKey(workspaceId: string, key: string): Promise<Import | undefined> {
    return (await this.select('workspace_id = $1 and idempotency_key = $2', [workspaceId, key]))[0];
  }

  list(workspaceId: string, limit: number): Promise<Import[]> {
    return this.select('workspace_id = $1 order by created_at desc, id desc limit $2', [workspaceId, limit]);
  }

  /** One creation of a workspace after the other, until the transaction ends; answers with how many are under way. */
  async lockWorkspace(manager: EntityManager, workspaceId: string): Promise<number> {
    await manager.query(`select pg_advisory_xact_lock(hashtextextended('imports ' || $1, 0))`, [workspaceId]);
    const [row] = await manager.query<{ count: string }[]>(
      `select count(*) as count from imports where workspace_id = $1 and state in ('queued', 'running')`,
      [workspaceId],
    );
    return Number(row?.count ?? 0);
  }

  async insert(manager: EntityManager, it: Import, rows: NewRow[], key: string): Promise<void> {
    await manager.query(
      `insert into imports (${COLUMNS}, idempotency_key) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, nullif($14, ''))`,
      [
        it.id,
        it.workspaceId,
        it.ownerId,
        it.via,
        it.state,
        it.fileName,
        it.source,
        it.total,
        it.succeeded,
        it.failed,
        it.stoppedBy,
        it.createdAt,
        it.finishedAt,
        key,
      ],
    );
    for (let at = 0; at < rows.length; at += INSERTED_AT_ONCE) {
      const some = rows.slice(at, at + INSERTED_AT_ONCE);
      await manager.query(
        `insert into import_rows (import_id, row, link_id, original_url, fields, state, code, message)
         select $1, r.row, r.link_id, r.original_url, r.fields, case when r.fields is null then 'failed' else 'waiting' end,
                case when r.fields is null then 'VALIDATION_FAILED' else '' end, r.message
           from unnest($2::int[], $3::text[], $4::text[], $5::jsonb[], $6::text[]) as r (row, link_id, original_url, fields, message)`,
        [
          it.id,
          some.map((r) => r.row),
          some.map((r) => r.linkId),
          some.map((r) => r.originalUrl),
          some.map((r) => (r.fields === null ? null : JSON.stringify(r.fields))),
          some.map((r) => r.problem),
        ],
      );
    }
  }

  /**
   * The import whose turn it is, for this worker alone until its lease ends; undefined: none waits. A lease of its own is one
   * that it could not give back: it works on one import at a time.
   */
  async takeTurn(worker: string): Promise<Import | undefined> {
    const [rows] = await this.database.query<[Row[], number]>(
      `update imports set state = 'running', worker = $1, leased_until = now() + interval '${LEASE_SECONDS} seconds', turn_at = now()
        where id = (select id from imports where state in ('queued', 'running') and (leased_until is null or leased_until < now() or worker = $1)
                    order by turn_at limit 1 for update skip locked)
        returning ${COLUMNS}`,
      [worker],
    );
    return rows[0] && importOf(rows[0]);
  }

  async endTurn(id: string, worker: string): Promise<void> {
    await this.database.query(`update imports set leased_until = null, turn_at = now() where id = $1 and worker = $2`, [id, worker]);
  }

  waiting(id: string, limit: number): Promise<WaitingRow[]> {
    return this.database.query<WaitingRow[]>(
      `select row, link_id as "linkId", fields from import_rows where import_id = $1 and state = 'waiting' order by row limit $2`,
      [id, limit],
    );
  }

  /** Locks the import; `mine` while it runs and this worker holds it. Undefined: it is gone. */
  async lock(manager: EntityManager, id: string, worker: string): Promise<{ state: ImportState; mine: boolean } | undefined> {
    const [row] = await manager.query<{ state: ImportState; worker: string | null }[]>(
      `select state, worker from imports where id = $1 for update`,
      [id],
    );
    return row && { state: row.state, mine: row.state === 'running' && row.worker === worker };
  }

  /** Writes outcomes of rows that wait; the caller holds the import. */
  async settle(manager: EntityManager, id: string, outcomes: RowOutcome[]): Promise<void> {
    if (outcomes.length === 0) return;
    const made = outcomes.filter(({ state }) => state === 'made').length;
    await manager.query(
      `update import_rows r set state = o.state, short_url = o.short_url, code = o.code, message = o.message, fields = null
         from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[]) as o (row, state, short_url, code, message)
        where r.import_id = $1 and r.row = o.row and r.state = 'waiting'`,
      [
        id,
        outcomes.map((o) => o.row),
        outcomes.map((o) => o.state),
        outcomes.map((o) => (o.state === 'made' ? o.shortUrl : '')),
        outcomes.map((o) => (o.state === 'failed' ? o.code : '')),
        outcomes.map((o) => (o.state === 'failed' ? o.message.slice(0, 500) : '')),
      ],
    );
    await this.count(manager, id, made, outcomes.length - made);
  }

  /** A row whose reservation billing has given back starts again under another id. */
  async renew(manager: EntityManager, id: string, row: number, linkId: string): Promise<void> {
    await manager.query(`update import_rows set link_id = $3 where import_id = $1 and row = $2 and state = 'waiting'`, [id, row, linkId]);
  }

  /** Ends an import; rows that still wait fail with that code. The caller holds the import. */
  async end(
    manager: EntityManager,
    id: string,
    how: { state: ImportState; stoppedBy: string; code: string; message: string },
    now: Date,
  ): Promise<void> {
    const [, left] = await manager.query<[unknown[], number]>(
      `update import_rows set state = 'failed', code = $2, message = $3, fields = null where import_id = $1 and state = 'waiting'`,
      [id, how.code, how.message],
    );
    await this.count(manager, id, 0, left);
    await manager.query(`update imports set state = $2, stopped_by = $3, finished_at = $4, leased_until = null where id = $1`, [
      id,
      how.state,
      how.stoppedBy,
      now,
    ]);
  }

  /** False when it had ended, or there is none. */
  async cancel(manager: EntityManager, workspaceId: string, id: string, now: Date): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `select 1 from imports where id = $1 and workspace_id = $2 and state in ('queued', 'running') for update`,
      [id, workspaceId],
    );
    if (rows.length === 0) return false;
    await this.end(manager, id, { state: 'cancelled', stoppedBy: CANCELLED, code: CANCELLED, message: CANCELLED_MESSAGE }, now);
    return true;
  }

  settled(id: string, afterRow: number, onlyFailed: boolean, limit: number): Promise<SettledRow[]> {
    return this.database.query<SettledRow[]>(
      `select row, state, link_id as "linkId", short_url as "shortUrl", code, message, original_url as "originalUrl"
         from import_rows where import_id = $1 and row > $2 and state ${onlyFailed ? `= 'failed'` : `<> 'waiting'`} order by row limit $3`,
      [id, afterRow, limit],
    );
  }

  /** Imports that ended before then, with their rows. */
  async purge(before: Date, limit: number): Promise<void> {
    await this.database.query(
      `delete from imports where id in (select id from imports where finished_at < $1 order by finished_at limit $2 for update skip locked)`,
      [before, limit],
    );
  }

  /** Everything of a deleted workspace; what a worker is about to write finds its import gone. */
  async deleteAllOf(workspaceId: string): Promise<void> {
    await this.database.query(`delete from imports where workspace_id = $1`, [workspaceId]);
  }

  private async count(manager: EntityManager, id: string, succeeded: number, failed: number): Promise<void> {
    await manager.query(`update imports set succeeded = succeeded + $2, failed = failed + $3 where id = $1`, [id, succeeded, failed]);
  }

  private async select(where: string, parameters: unknown[]): Promise<Import[]> {
    return (await this.database.query<Row[]>(`select ${COLUMNS} from imports where ${where}`, parameters)).map(importOf);
  }
}

function importOf(row: Row): Import {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    ownerId: row.owner_id,
    via: row.via,
    state: row.state,
    fileName: row.file_name,
    source: row.source,
    total: row.total,
    succeeded: row.succeeded,
    failed: row.failed,
    stoppedBy: row.stopped_by,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
