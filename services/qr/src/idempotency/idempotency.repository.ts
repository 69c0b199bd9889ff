import type { EntityManager } from 'typeorm';

export const KEY_LIFETIME_MS = 24 * 3_600_000;

export interface RememberedRequest {
  requestHash: Buffer;
  qrId: string;
}

/** Keys under which a workspace created something within the last 24 hours. */
export class IdempotencyRepository {
  async find(manager: EntityManager, workspaceId: string, key: string, now: Date): Promise<RememberedRequest | undefined> {
    const [row] = await manager.query<{ request_hash: Buffer; qr_id: string }[]>(
      `select request_hash, qr_id from idempotency_keys where workspace_id = $1 and key = $2 and created_at > $3`,
      [workspaceId, key, new Date(now.getTime() - KEY_LIFETIME_MS)],
    );
    return row && { requestHash: row.request_hash, qrId: row.qr_id };
  }

  /** False when the key is in use; of two at once the second waits for the first one's transaction to end. */
  async remember(manager: EntityManager, workspaceId: string, key: string, request: RememberedRequest, now: Date): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `insert into idempotency_keys as k (workspace_id, key, request_hash, qr_id, created_at) values ($1, $2, $3, $4, $5)
       on conflict (workspace_id, key) do update
         set request_hash = excluded.request_hash, qr_id = excluded.qr_id, created_at = excluded.created_at
         where k.created_at <= $6
       returning 1`,
      [workspaceId, key, request.requestHash, request.qrId, now, new Date(now.getTime() - KEY_LIFETIME_MS)],
    );
    return rows.length === 1;
  }

  async purge(manager: EntityManager, now: Date): Promise<void> {
    await manager.query(
      `delete from idempotency_keys where (workspace_id, key) in
         (select workspace_id, key from idempotency_keys where created_at <= $1 limit 10000)`,
      [new Date(now.getTime() - KEY_LIFETIME_MS)],
    );
  }
}
