import type { Actor } from '@linqr/platform/context';
import type { CreateQrCodeRequest } from '@linqr/proto/qr/v1/qr';
import type { EntityManager } from 'typeorm';
import type { ImportRow, ImportState, ImportTask, ParsedRow, QrImport } from './import.js';

interface ImportColumns {
  id: string;
  state: ImportState;
  total: number;
  processed: number;
  succeeded: number;
  failed: number;
  created_at: Date;
  finished_at: Date | null;
}

interface ClaimedColumns {
  id: string;
  workspace_id: string;
  user_id: string;
  via: Actor['via'];
  credential_id: string;
  created_at: Date;
}

const COLUMNS = 'id, state, total, processed, succeeded, failed, created_at, finished_at';

export interface RowOutcome {
  row: number;
  ok: boolean;
  qrId: string;
  code: string;
  message: string;
}

/** The SQL of imports and their rows. */
export class ImportRepository {
  async insert(manager: EntityManager, id: string, actor: Actor, key: string, rows: readonly ParsedRow[], now: Date): Promise<void> {
    await manager.query(
      `insert into qr_imports (id, workspace_id, user_id, via, credential_id, state, total, leased_until, next_attempt_at, idempotency_key, created_at)
       values ($1, $2, $3, $4, $5, 'queued', $6, $7, $7, $8, $7)`,
      [id, actor.workspaceId, actor.userId, actor.via, actor.credentialId, rows.length, now, key],
    );
    await manager.query(
      `insert into qr_import_rows (import_id, row, name, content, request)
       select $1, r.row, r.name, r.content, r.request::jsonb
         from unnest($2::integer[], $3::text[], $4::text[], $5::text[]) as r (row, name, content, request)`,
      [
        id,
        rows.map(({ row }) => row),
        rows.map(({ name }) => name),
        rows.map(({ content }) => content),
        rows.map(({ request, problem }) => JSON.stringify(request ? { request } : { problem })),
      ],
    );
  }

  async find(manager: EntityManager, workspaceId: string, id: string): Promise<QrImport | undefined> {
    const rows = await manager.query<ImportColumns[]>(`select ${COLUMNS} from qr_imports where id = $1 and workspace_id = $2`, [
      id,
      workspaceId,
    ]);
    return rows[0] && importOf(rows[0]);
  }

  async findByKey(manager: EntityManager, workspaceId: string, key: string): Promise<QrImport | undefined> {
    const rows = await manager.query<ImportColumns[]>(
      `select ${COLUMNS} from qr_imports where workspace_id = $1 and idempotency_key = $2 and idempotency_key <> ''`,
      [workspaceId, key],
    );
    return rows[0] && importOf(rows[0]);
  }

  async list(manager: EntityManager, workspaceId: string, limit: number): Promise<QrImport[]> {
    const rows = await manager.query<ImportColumns[]>(
      `select ${COLUMNS} from qr_imports where workspace_id = $1 order by created_at desc limit $2`,
      [workspaceId, limit],
    );
    return rows.map(importOf);
  }

  async countOpen(manager: EntityManager, workspaceId: string): Promise<number> {
    // One start of a workspace at a time: counting alone would let two pass together.
    await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 8))', [workspaceId]);
    const rows = await manager.query<{ open: string }[]>(
      `select count(*) as open from qr_imports where workspace_id = $1 and state in ('queued', 'running')`,
      [workspaceId],
    );
    return Number(rows[0]?.open ?? 0);
  }

  /** A row that is being made at this moment is still counted; the others stay as they are. */
  async cancel(manager: EntityManager, workspaceId: string, id: string, now: Date): Promise<void> {
    await manager.query(
      `update qr_imports set state = 'cancelled', finished_at = $3 where id = $1 and workspace_id = $2 and state in ('queued', 'running')`,
      [id, workspaceId, now],
    );
  }

  async rows(manager: EntityManager, id: string, afterRow: number, limit: number): Promise<ImportRow[]> {
    const rows = await manager.query<(Omit<ImportRow, 'qrId'> & { qr_id: string })[]>(
      `select row, name, content, processed, ok, qr_id, code, message from qr_import_rows
        where import_id = $1 and row > $2 order by row limit $3`,
      [id, afterRow, limit],
    );
    return rows.map(({ qr_id, ...row }) => ({ ...row, qrId: qr_id }));
  }

  /** The import that has waited longest, for this worker until `until`. */
  async claim(manager: EntityManager, now: Date, until: Date): Promise<ImportTask | undefined> {
    const [rows] = await manager.query<[ClaimedColumns[], number]>(
      `update qr_imports set state = 'running', leased_until = $2
        where id = (select id from qr_imports
                     where state in ('queued', 'running') and leased_until <= $1 and next_attempt_at <= $1
                     order by leased_until, id limit 1 for update skip locked)
        returning id, workspace_id, user_id, via, credential_id, created_at`,
      [now, until],
    );
    const row = rows[0];
    return (
      row && {
        id: row.id,
        createdAt: row.created_at,
        actor: { userId: row.user_id, workspaceId: row.workspace_id, role: 'user', via: row.via, credentialId: row.credential_id },
      }
    );
  }

  /** Lets others have it, not before `nextAttemptAt`. */
  async release(manager: EntityManager, id: string, now: Date, nextAttemptAt: Date): Promise<void> {
    await manager.query(`update qr_imports set leased_until = $2, next_attempt_at = $3 where id = $1`, [id, now, nextAttemptAt]);
  }

  /** Rows that wait, in the file's order. */
  async waiting(
    manager: EntityManager,
    id: string,
    limit: number,
  ): Promise<{ row: number; request: CreateQrCodeRequest | undefined; problem: string }[]> {
    const rows = await manager.query<{ row: number; request: { request?: CreateQrCodeRequest; problem?: string } }[]>(
      `select row, request from qr_import_rows where import_id = $1 and not processed order by row limit $2`,
      [id, limit],
    );
    return rows.map(({ row, request }) => ({ row, request: request.request, problem: request.problem ?? '' }));
  }

  /** A row's outcome and the counts in one statement, once however often. False: the import is not running any more. */
  async record(manager: EntityManager, id: string, outcome: RowOutcome, leasedUntil: Date): Promise<boolean> {
    const rows = await manager.query<{ state: ImportState }[]>(
      `with done as (
         update qr_import_rows set processed = true, ok = $3, qr_id = $4, code = $5, message = $6
          where import_id = $1 and row = $2 and not processed returning ok
       ), counted as (
         update qr_imports i set processed = i.processed + (select count(*) from done),
                succeeded = i.succeeded + (select count(*) from done where ok), failed = i.failed + (select count(*) from done where not ok),
                leased_until = $7
          where i.id = $1 returning i.state
       )
       select state from counted`,
      [id, outcome.row, outcome.ok, outcome.qrId, outcome.code, outcome.message, leasedUntil],
    );
    return rows[0]?.state === 'running';
  }

  async finish(manager: EntityManager, id: string, state: 'done' | 'failed', now: Date): Promise<void> {
    await manager.query(`update qr_imports set state = $2, finished_at = $3 where id = $1 and state = 'running'`, [id, state, now]);
  }

  /** Rows that were not made because the import ended before. */
  async giveUpRows(manager: EntityManager, id: string, code: string, message: string): Promise<void> {
    await manager.query(
      `with given_up as (
         update qr_import_rows set processed = true, code = $2, message = $3 where import_id = $1 and not processed returning 1
       )
       update qr_imports set processed = processed + (select count(*) from given_up), failed = failed + (select count(*) from given_up)
        where id = $1`,
      [id, code, message],
    );
  }

  async purge(manager: EntityManager, before: Date): Promise<void> {
    await manager.query(
      `delete from qr_imports where id in (select id from qr_imports where finished_at < $1 order by finished_at limit 100)`,
      [before],
    );
  }
}

function importOf(row: ImportColumns): QrImport {
  const { created_at: createdAt, finished_at: finishedAt, ...rest } = row;
  return { ...rest, createdAt, finishedAt };
}
