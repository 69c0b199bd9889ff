import type { EntityManager } from 'typeorm';
import { firstRow, rows } from '../database/rows.js';

export interface ApiKeyRow {
  id: string;
  sealed: Buffer;
  created_at: Date;
  last_used_at: Date | null;
}

export interface NewApiKey {
  id: string;
  userId: string;
  workspaceId: string;
  hash: Buffer;
  sealed: Buffer;
}

const COLUMNS = 'id, sealed, created_at, last_used_at';

export function findApiKey(db: EntityManager, userId: string, workspaceId: string): Promise<ApiKeyRow | undefined> {
  return firstRow(db, `select ${COLUMNS} from api_keys where workspace_id = $1 and user_id = $2`, [workspaceId, userId]);
}

/** Undefined where another call has just made one. */
export function insertApiKey(db: EntityManager, key: NewApiKey): Promise<ApiKeyRow | undefined> {
  return firstRow(
    db,
    `insert into api_keys (id, user_id, workspace_id, hash, sealed) values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, user_id) do nothing returning ${COLUMNS}`,
    [key.id, key.userId, key.workspaceId, key.hash, key.sealed],
  );
}

/** The new key in the place of the old one, which stops working with the commit. */
export async function replaceApiKey(db: EntityManager, key: NewApiKey): Promise<ApiKeyRow> {
  const row = await firstRow<ApiKeyRow>(
    db,
    `insert into api_keys (id, user_id, workspace_id, hash, sealed) values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, user_id) do update
       set id = excluded.id, hash = excluded.hash, sealed = excluded.sealed, created_at = now(), last_used_at = null
     returning ${COLUMNS}`,
    [key.id, key.userId, key.workspaceId, key.hash, key.sealed],
  );
  return row!;
}

export async function removeApiKeys(tx: EntityManager, userId: string): Promise<void> {
  await tx.query('delete from api_keys where user_id = $1', [userId]);
}

/** Who a key belongs to; its last use is noted once a minute. */
export async function findApiKeyOwner(
  db: EntityManager,
  hash: Buffer,
): Promise<{ id: string; userId: string; workspaceId: string } | undefined> {
  const row = await firstRow<{ id: string; user_id: string; workspace_id: string; stale: boolean }>(
    db,
    `select id, user_id, workspace_id, coalesce(last_used_at < now() - interval '1 minute', true) as stale from api_keys where hash = $1`,
    [hash],
  );
  if (!row) return undefined;
  if (row.stale) await db.query('update api_keys set last_used_at = now() where id = $1', [row.id]);
  return { id: row.id, userId: row.user_id, workspaceId: row.workspace_id };
}

/**
 * One call of the workspace's clock hour (UTC), exact under any concurrency: the row's lock is the queue. Answers the calls
 * made so far with this one, or undefined when all `limit` (1 or more) are spent: refused calls are not counted.
 */
export async function spendApiCall(db: EntityManager, workspaceId: string, limit: number): Promise<number | undefined> {
  const [row] = await rows<{ calls: number }>(
    db,
    `insert into api_key_hours (workspace_id, hour, calls) values ($1, date_trunc('hour', now(), 'UTC'), 1)
     on conflict (workspace_id, hour) do update set calls = api_key_hours.calls + 1 where api_key_hours.calls < $2
     returning calls`,
    [workspaceId, limit],
  );
  return row?.calls;
}
