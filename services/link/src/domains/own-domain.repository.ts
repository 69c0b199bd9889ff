import type { DataSource, EntityManager } from 'typeorm';
import { type OwnDomain, type Standing, TAKEN_OVER } from './domain.js';

interface Row {
  id: string;
  workspace_id: string;
  host: string;
  state: OwnDomain['state'];
  serves: boolean;
  txt_token: string;
  root_redirect: string;
  root_blocked: boolean;
  txt_found: boolean;
  points_here: boolean;
  problem: string;
  checked_at: Date | null;
  verified_at: Date | null;
  failing_since: Date | null;
  created_at: Date;
}

const COLUMNS = `id, workspace_id, host, state, serves, txt_token, root_redirect, root_blocked, txt_found, points_here, problem, checked_at, verified_at,
  failing_since, created_at`;
/** For how long a due domain is one worker's. A look takes some seconds at most. */
const CLAIM = `interval '2 minutes'`;

/** Claims that workspaces have on hosts. A deleted one stays as a row, for the addresses that were handed out on it. */
export class OwnDomainRepository {
  constructor(private readonly database: DataSource) {}

  list(workspaceId: string): Promise<OwnDomain[]> {
    return this.select(`workspace_id = $1 and deleted_at is null order by created_at, id`, [workspaceId]);
  }

  async find(workspaceId: string, id: string): Promise<OwnDomain | undefined> {
    return (await this.select(`workspace_id = $1 and id = $2 and deleted_at is null`, [workspaceId, id]))[0];
  }

  /** Links on each that are not deleted. */
  async linkCounts(manager: EntityManager, ids: string[]): Promise<Map<string, number>> {
    const rows = await manager.query<{ domain_id: string; count: string }[]>(
      `select domain_id, count(*) as count from links where domain_id = any($1) and deleted_at is null group by domain_id`,
      [ids],
    );
    return new Map(rows.map((row) => [row.domain_id, Number(row.count)]));
  }

  /** One addition of a workspace after the other, until the transaction ends; answers with its hosts. */
  async lockWorkspace(manager: EntityManager, workspaceId: string): Promise<string[]> {
    await manager.query(`select pg_advisory_xact_lock(hashtextextended('domains ' || $1, 0))`, [workspaceId]);
    const rows = await manager.query<{ host: string }[]>(`select host from domains where workspace_id = $1 and deleted_at is null`, [
      workspaceId,
    ]);
    return rows.map(({ host }) => host);
  }

  /** A new claim; or the workspace's own earlier one, deleted meanwhile, with its addresses and a new token. */
  async insert(manager: EntityManager, domain: OwnDomain): Promise<void> {
    await manager.query(
      `insert into domains (id, host, workspace_id, is_installation, state, serves, txt_token, created_at, next_check_at)
       values ($1, $2, $3, false, 'pending', false, $4, $5, $5)
       on conflict (workspace_id, host) where workspace_id is not null do update
         set state = 'pending', serves = false, txt_token = excluded.txt_token, root_redirect = '', root_blocked = false, txt_found = false, points_here = false,
             problem = '', checked_at = null, verified_at = null, failing_since = null, next_check_at = excluded.next_check_at,
             created_at = excluded.created_at, deleted_at = null`,
      [domain.id, domain.host, domain.workspaceId, domain.txtToken, domain.createdAt],
    );
  }

  /** Every claim on a host, locked in one order everywhere. */
  async lockHost(manager: EntityManager, host: string): Promise<OwnDomain[]> {
    const rows = await manager.query<Row[]>(
      `select ${COLUMNS} from domains where host = $1 and not is_installation and deleted_at is null order by id for update`,
      [host],
    );
    return rows.map(domainOf);
  }

  async write(manager: EntityManager, domain: OwnDomain, standing: Standing, serves: boolean, now: Date): Promise<void> {
    await manager.query(
      `update domains set state = $2, serves = $3, txt_found = $4, points_here = $5, problem = $6, failing_since = $7, checked_at = $8,
              verified_at = case when $2 = 'verified' then coalesce(verified_at, $8) else verified_at end, next_check_at = $9,
              retired_to = case when $3 then null else retired_to end
        where id = $1`,
      [
        domain.id,
        standing.state,
        serves,
        standing.txtFound,
        standing.pointsHere,
        standing.problem,
        standing.failingSince,
        now,
        standing.nextCheckMs === null ? null : new Date(now.getTime() + standing.nextCheckMs),
      ],
    );
  }

  /** The host is another workspace's from now on; the links are announced as gone afterwards (DomainRetirement). */
  async takeFrom(manager: EntityManager, id: string, now: Date): Promise<void> {
    await manager.query(
      `update domains set state = 'failed', serves = false, txt_found = false, problem = $2, checked_at = $3, failing_since = $3,
              next_check_at = null, retired_to = ''
        where id = $1`,
      [id, TAKEN_OVER, now],
    );
  }

  async setRootRedirect(workspaceId: string, id: string, rootRedirect: string): Promise<boolean> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `update domains set root_redirect = $3, root_blocked = false where id = $1 and workspace_id = $2 and deleted_at is null`,
      [id, workspaceId, rootRedirect],
    );
    return count === 1;
  }

  /** Locked against new links on it: their addresses refer to this row. */
  async lock(manager: EntityManager, workspaceId: string, id: string): Promise<OwnDomain | undefined> {
    const rows = await manager.query<Row[]>(
      `select ${COLUMNS} from domains where id = $1 and workspace_id = $2 and deleted_at is null for update`,
      [id, workspaceId],
    );
    return rows[0] && domainOf(rows[0]);
  }

  async delete(manager: EntityManager, id: string, now: Date): Promise<void> {
    await manager.query(
      `update domains set deleted_at = $2, serves = false, state = 'pending', verified_at = null, next_check_at = null where id = $1`,
      [id, now],
    );
  }

  /** Domains whose time has come, one a workspace, for this caller alone for two minutes; none of the workspaces that are `busy`. */
  async takeDue(now: Date, limit: number, busy: readonly string[]): Promise<OwnDomain[]> {
    const [rows] = await this.database.query<[Row[], number]>(
      `update domains set next_check_at = $1::timestamptz + ${CLAIM}
        where id in (select id from domains
                      where id in (select id from (select distinct on (workspace_id) id, next_check_at from domains
                                                    where next_check_at <= $1 and deleted_at is null and workspace_id <> all($3)
                                                    order by workspace_id, next_check_at) as first_of_each
                                    order by next_check_at limit $2)
                        and next_check_at <= $1
                     for update skip locked)
        returning ${COLUMNS}`,
      [now, limit, busy],
    );
    return rows.map(domainOf);
  }

  /** Domains whose root leads somewhere, behind an id, in the order of their ids. */
  rootsAfter(id: string, limit: number): Promise<OwnDomain[]> {
    return this.select(`id > $1 and root_redirect <> '' and deleted_at is null and not is_installation order by id limit $2`, [id, limit]);
  }

  /** False: so already, or the root leads elsewhere by now. */
  async blockRoot(manager: EntityManager, domain: OwnDomain, blocked: boolean): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(
      `update domains set root_blocked = $3 where id = $1 and root_redirect = $2 and root_blocked <> $3 and deleted_at is null`,
      [domain.id, domain.rootRedirect, blocked],
    );
    return count === 1;
  }

  private async select(where: string, parameters: unknown[]): Promise<OwnDomain[]> {
    return (await this.database.query<Row[]>(`select ${COLUMNS} from domains where ${where}`, parameters)).map(domainOf);
  }
}

function domainOf(row: Row): OwnDomain {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    host: row.host,
    state: row.state,
    serves: row.serves,
    txtToken: row.txt_token,
    rootRedirect: row.root_redirect,
    rootBlocked: row.root_blocked,
    txtFound: row.txt_found,
    pointsHere: row.points_here,
    problem: row.problem,
    checkedAt: row.checked_at,
    verifiedAt: row.verified_at,
    failingSince: row.failing_since,
    createdAt: row.created_at,
  };
}
