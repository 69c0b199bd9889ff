import type { EntityManager } from 'typeorm';
import { type Link, snapshotOf, stateOf } from '../links/link.js';
import { LINK_COLUMNS, type LinkRow, linkOf } from '../links/link.rows.js';

/** A link with why it is restrained. */
export interface RestrainedLink {
  link: Link;
  disabledReason: string;
  quarantinedReason: string;
  ownerSuspended: boolean;
}

type Row = LinkRow & { disabled_reason: string | null; quarantined_reason: string | null; owner_suspended: boolean };

const COLUMNS = `${LINK_COLUMNS}, l.disabled_reason, l.quarantined_reason,
  exists (select 1 from suspended_workspaces s where s.workspace_id = l.workspace_id) as owner_suspended`;
const FROM = `from links l join domains d on d.id = l.domain_id`;
/** A count beyond it is of no use to anybody. */
const MAX_COUNT = 100_000;

export interface LinkSearch {
  page: number;
  limit: number;
  /** Part of what a search looks in, lower case; empty: everything. */
  text: string;
  /** Exactly this address; instead of text. */
  address?: { host: string; slug: string } | undefined;
  state: 'any' | 'active' | 'archived' | 'disabled' | 'quarantined';
  workspaceId: string;
}

const STATES: Record<LinkSearch['state'], string> = {
  any: '',
  active: 'and l.disabled_at is null and l.quarantined_at is null and l.archived_at is null',
  archived: 'and l.disabled_at is null and l.quarantined_at is null and l.archived_at is not null',
  disabled: 'and l.disabled_at is not null',
  quarantined: 'and l.quarantined_at is not null and l.disabled_at is null',
};

/** Links of any workspace, as admins and the safety checks see and restrain them. */
export class LinkStateRepository {
  async find(manager: EntityManager, id: string, lock: 'lock' | 'free' = 'free'): Promise<RestrainedLink | undefined> {
    const [found] = await this.findMany(manager, [id], lock);
    return found;
  }

  async findMany(manager: EntityManager, ids: readonly string[], lock: 'lock' | 'free' = 'free'): Promise<RestrainedLink[]> {
    const rows = await manager.query<Row[]>(
      `select ${COLUMNS} ${FROM} where l.id = any($1) and l.deleted_at is null order by l.id ${lock === 'lock' ? 'for update of l' : ''}`,
      [ids],
    );
    return rows.map(restrained);
  }

  /** The link that is served at the address now. A former address belongs to nobody, and of several claims on a host one serves. */
  async atAddress(manager: EntityManager, host: string, slug: string): Promise<RestrainedLink | undefined> {
    const [row] = await manager.query<Row[]>(
      `select ${COLUMNS} ${FROM} where d.host = $1 and d.serves and l.slug = $2 and l.deleted_at is null`,
      [host, slug],
    );
    return row && restrained(row);
  }

  /** Newest first; `total` is counted up to 100,000. */
  async search(manager: EntityManager, wanted: LinkSearch): Promise<{ links: RestrainedLink[]; total: number }> {
    const parameters: unknown[] = [];
    const given = (value: unknown) => `$${parameters.push(value)}`;
    let where = `l.deleted_at is null ${STATES[wanted.state]}`;
    if (wanted.address) where += ` and d.host = ${given(wanted.address.host)} and l.slug = ${given(wanted.address.slug)}`;
    else if (wanted.text) where += ` and l.search_text like ${given(`%${wanted.text.replace(/[\\%_]/g, '\\$&')}%`)}`;
    if (wanted.workspaceId) where += ` and l.workspace_id = ${given(wanted.workspaceId)}`;
    const [count] = await manager.query<{ total: string }[]>(
      `select count(*) as total from (select 1 ${FROM} where ${where} limit ${MAX_COUNT}) as counted`,
      parameters,
    );
    const rows = await manager.query<Row[]>(
      `select ${COLUMNS} ${FROM} where ${where} order by l.id desc limit ${given(wanted.limit)} offset ${given((wanted.page - 1) * wanted.limit)}`,
      parameters,
    );
    return { links: rows.map(restrained), total: Number(count?.total ?? 0) };
  }

  /** Writes the restrained (or released) link and its version. */
  async write(manager: EntityManager, next: RestrainedLink, by: { id: string; via: string }): Promise<void> {
    const { link } = next;
    await manager.query(
      `with link as (
         update links set disabled_at = $2, disabled_reason = $3, quarantined_at = $4, quarantined_reason = $5, version = $6, updated_at = $7
          where id = $1
       )
       insert into link_versions (link_id, version, workspace_id, change, changed_by, changed_via, changed_at, snapshot)
       values ($1, $6, $8, 'state_changed', $9, $10, $7, $11)`,
      [
        link.id,
        link.disabledAt,
        link.disabledAt && next.disabledReason,
        link.quarantinedAt,
        link.quarantinedAt && next.quarantinedReason,
        link.version,
        link.updatedAt,
        link.workspaceId,
        by.id,
        by.via,
        JSON.stringify(snapshotOf(link)),
      ],
    );
  }

  /** Links that are not deleted. */
  async countOf(manager: EntityManager, workspaceIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await manager.query<{ workspace_id: string; links: string }[]>(
      `select workspace_id, count(*) as links from links where workspace_id = any($1) and deleted_at is null group by workspace_id`,
      [workspaceIds],
    );
    return new Map(rows.map((row) => [row.workspace_id, Number(row.links)]));
  }
}

/** Why the link is as it is; empty for one that is not restrained. */
export function reasonOf({ link, disabledReason, quarantinedReason }: RestrainedLink): string {
  const state = stateOf(link);
  return state === 'disabled' ? disabledReason : state === 'quarantined' ? quarantinedReason : '';
}

function restrained(row: Row): RestrainedLink {
  return {
    link: linkOf(row),
    disabledReason: row.disabled_reason ?? '',
    quarantinedReason: row.quarantined_reason ?? '',
    ownerSuspended: row.owner_suspended,
  };
}
