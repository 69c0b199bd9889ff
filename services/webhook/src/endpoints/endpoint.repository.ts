import type { EntityManager } from 'typeorm';
import { type Endpoint, type EventName, MAX_SECRETS } from './endpoint.js';

interface EndpointRow {
  id: string;
  workspace_id: string;
  owner_id: string;
  url: string;
  events: EventName[];
  include_bots: boolean;
  batch_clicks: boolean;
  failing_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: string;
  previous_secret_until: Date | null;
  created_at: Date;
}

/** `$1` is the present moment in every query that uses it. */
const COLUMNS = `e.id, e.workspace_id, e.owner_id, e.url, e.events, e.include_bots, e.batch_clicks, e.failing_since, e.disabled_at,
  e.disabled_reason, e.created_at,
  (select max(s.ends_at) from endpoint_secrets s where s.endpoint_id = e.id and s.ends_at > $1) as previous_secret_until`;

/** The SQL of endpoints and their secrets; every method runs on the caller's connection, so in its transaction. */
export class EndpointRepository {
  async find(
    manager: EntityManager,
    workspaceId: string,
    id: string,
    now: Date,
    lock: 'lock' | 'free' = 'free',
  ): Promise<Endpoint | undefined> {
    const rows = await manager.query<EndpointRow[]>(
      `select ${COLUMNS} from endpoints e where e.id = $2 and e.workspace_id = $3 and e.deleted_at is null
       ${lock === 'lock' ? 'for update of e' : ''}`,
      [now, id, workspaceId],
    );
    return rows[0] && endpointOf(rows[0]);
  }

  /** Newest first. */
  async list(manager: EntityManager, workspaceId: string, now: Date): Promise<Endpoint[]> {
    const rows = await manager.query<EndpointRow[]>(
      `select ${COLUMNS} from endpoints e where e.workspace_id = $2 and e.deleted_at is null order by e.created_at desc, e.id desc`,
      [now, workspaceId],
    );
    return rows.map(endpointOf);
  }

  /** Enabled ones of these workspaces: who is to hear of what happens there. */
  async listening(manager: EntityManager, workspaceIds: string[], now: Date): Promise<Endpoint[]> {
    const rows = await manager.query<EndpointRow[]>(
      `select ${COLUMNS} from endpoints e where e.workspace_id = any($2) and e.deleted_at is null and e.disabled_at is null`,
      [now, workspaceIds],
    );
    return rows.map(endpointOf);
  }

  /** How many there are, while nobody else of the workspace adds one: until the transaction ends. */
  async countLocked(manager: EntityManager, workspaceId: string): Promise<number> {
    await manager.query(`select pg_advisory_xact_lock(hashtextextended($1, 7))`, [workspaceId]);
    const [row] = await manager.query<{ count: string }[]>(
      `select count(*) from endpoints where workspace_id = $1 and deleted_at is null`,
      [workspaceId],
    );
    return Number(row?.count);
  }

  async insert(manager: EntityManager, endpoint: Endpoint): Promise<void> {
    const { id, workspaceId, ownerId, url, events, includeBots, batchClicks, createdAt } = endpoint;
    await manager.query(
      `insert into endpoints (id, workspace_id, owner_id, url, events, include_bots, batch_clicks, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [id, workspaceId, ownerId, url, events, includeBots, batchClicks, createdAt],
    );
  }

  /** `fresh`: what went wrong so far is forgotten. */
  async update(manager: EntityManager, endpoint: Endpoint, fresh: boolean, now: Date): Promise<void> {
    const { id, url, events, includeBots, batchClicks, disabledAt, disabledReason } = endpoint;
    await manager.query(
      `update endpoints set url = $2, events = $3, include_bots = $4, batch_clicks = $5, disabled_at = $6, disabled_reason = $7, updated_at = $8
        ${fresh ? ', failures = 0, failing_since = null, warned_at = null, held_until = null, proven = false' : ''}
        where id = $1`,
      [id, url, events, includeBots, batchClicks, disabledAt, disabledReason, now],
    );
  }

  async remove(manager: EntityManager, id: string, now: Date): Promise<void> {
    await manager.query(`update endpoints set deleted_at = $2, updated_at = $2 where id = $1`, [id, now]);
  }

  /** All of a workspace that is no more. */
  async removeAll(manager: EntityManager, workspaceIds: string[], now: Date): Promise<void> {
    await manager.query(`update endpoints set deleted_at = $2, updated_at = $2 where workspace_id = any($1) and deleted_at is null`, [
      workspaceIds,
      now,
    ]);
  }

  /** The new secret is the current one from now on; those before sign until `overlapEnd`, as many as there may be. */
  async addSecret(manager: EntityManager, endpointId: string, sealed: Buffer, now: Date, overlapEnd: Date): Promise<void> {
    await manager.query(`update endpoint_secrets set ends_at = $2 where endpoint_id = $1 and (ends_at is null or ends_at > $2)`, [
      endpointId,
      overlapEnd,
    ]);
    await manager.query(
      `insert into endpoint_secrets (endpoint_id, number, sealed, created_at)
       select $1, coalesce(max(number), 0) + 1, $2, $3 from endpoint_secrets where endpoint_id = $1`,
      [endpointId, sealed, now],
    );
    await manager.query(
      `delete from endpoint_secrets where endpoint_id = $1
          and (ends_at <= $2 or number <= (select max(number) from endpoint_secrets where endpoint_id = $1) - ${MAX_SECRETS})`,
      [endpointId, now],
    );
  }
}

function endpointOf(row: EndpointRow): Endpoint {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    ownerId: row.owner_id,
    url: row.url,
    events: row.events,
    includeBots: row.include_bots,
    batchClicks: row.batch_clicks,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
    previousSecretUntil: row.previous_secret_until,
    createdAt: row.created_at,
  };
}
