import type { Actor } from '@linqr/platform/context';
import type { EntityManager } from 'typeorm';
import type { ChangeKind } from './link.events.js';
import { type Link, searchText, snapshotOf, titleKey } from './link.js';
import { LINK_COLUMNS, type LinkRow, linkOf } from './link.rows.js';

/** The SQL that writes links and reads single ones; every method runs on the caller's connection, so in its transaction. */
export class LinkRepository {
  /** A link of the workspace that is not deleted. With `lock` nobody else changes it before the transaction ends. */
  async find(manager: EntityManager, workspaceId: string, id: string, lock: 'lock' | 'free' = 'free'): Promise<Link | undefined> {
    if (lock === 'lock') return (await this.lockMany(manager, workspaceId, [id]))[0];
    const rows = await manager.query<LinkRow[]>(
      `select ${LINK_COLUMNS} from links l join domains d on d.id = l.domain_id
        where l.id = $1 and l.workspace_id = $2 and l.deleted_at is null`,
      [id, workspaceId],
    );
    return rows[0] && linkOf(rows[0]);
  }

  /** Up to `limit` links of the workspace that are not deleted, oldest first, locked until the transaction ends. */
  async lockSome(manager: EntityManager, workspaceId: string, limit: number): Promise<Link[]> {
    const rows = await manager.query<LinkRow[]>(
      `select ${LINK_COLUMNS} from links l join domains d on d.id = l.domain_id
        where l.workspace_id = $1 and l.deleted_at is null order by l.id limit $2 for update of l`,
      [workspaceId, limit],
    );
    return rows.map(linkOf);
  }

  /**
   * Those of the ids that are links of the workspace and not deleted, locked in one order everywhere. Read after they are
   * locked: a statement that waits for a lock sees the row as it is then, but its tags as they were when it began.
   */
  async lockMany(manager: EntityManager, workspaceId: string, ids: string[]): Promise<Link[]> {
    const locked = await manager.query<{ id: string }[]>(
      `select id from links where id = any($2) and workspace_id = $1 and deleted_at is null order by id for update`,
      [workspaceId, ids],
    );
    if (locked.length === 0) return [];
    const rows = await manager.query<LinkRow[]>(
      `select ${LINK_COLUMNS} from links l join domains d on d.id = l.domain_id where l.id = any($1) order by l.id`,
      [locked.map(({ id }) => id)],
    );
    return rows.map(linkOf);
  }

  /** Also when it has been deleted since: for answers to a repeated creation. */
  async findMade(manager: EntityManager, workspaceId: string, id: string): Promise<Link | undefined> {
    const rows = await manager.query<LinkRow[]>(
      `select ${LINK_COLUMNS} from links l join domains d on d.id = l.domain_id where l.id = $1 and l.workspace_id = $2`,
      [id, workspaceId],
    );
    return rows[0] && linkOf(rows[0]);
  }

  async exists(manager: EntityManager, id: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(`select 1 from links where id = $1`, [id]);
    return rows.length > 0;
  }

  /**
   * Takes an address for a link, its own former one included. False: another link has or had it, or links are not served on
   * the domain any more (its deletion waits for whoever is here, and the other way round).
   */
  async claimAddress(manager: EntityManager, domainId: string, slug: string, linkId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `insert into addresses as a (domain_id, slug, link_id)
       (select d.id, $2::text, $3::text from domains d where d.id = $1 and d.serves for key share of d)
       on conflict (domain_id, slug) do update set link_id = excluded.link_id where a.link_id = excluded.link_id
       returning 1`,
      [domainId, slug, linkId],
    );
    return rows.length === 1;
  }

  /** Link, tags and first version in one statement. */
  async insert(manager: EntityManager, link: Link, passwordHash: string | null, actor: Actor): Promise<void> {
    await manager.query(
      `with link as (
         insert into links (id, workspace_id, owner_id, domain_id, slug, is_custom_alias, original_url, title, description, password_hash,
                            password_version, expires_at, starts_at, max_clicks, redirect_type, forward_query, version, search_text,
                            title_key, created_at, updated_at, rules, variants, qr_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $26, $27, $28)
       ), tags as (
         insert into link_tags (link_id, tag_key, tag, workspace_id, position)
         select $1, t.tag_key, t.tag, $2, t.position from unnest($22::text[], $23::text[]) with ordinality as t (tag_key, tag, position)
       )
       insert into link_versions (link_id, version, workspace_id, change, changed_by, changed_via, changed_at, snapshot)
       values ($1, $17, $2, 'created', $3, $24, $21, $25)`,
      [
        link.id,
        link.workspaceId,
        link.ownerId,
        link.domain.id,
        link.slug,
        link.isCustomAlias,
        link.originalUrl,
        link.title,
        link.description,
        passwordHash,
        link.passwordVersion,
        link.expiresAt,
        link.startsAt,
        link.maxClicks,
        link.redirectType,
        link.forwardQuery,
        link.version,
        searchText(link),
        titleKey(link),
        link.createdAt,
        link.updatedAt,
        link.tags.map((tag) => tag.toLowerCase()),
        link.tags,
        actor.via,
        JSON.stringify(snapshotOf(link)),
        JSON.stringify(link.rules),
        JSON.stringify(link.variants),
        link.qrId,
      ],
    );
  }

  /** Writes the changed link and its version. `passwordHash` undefined: as it was. */
  async update(
    manager: EntityManager,
    link: Link,
    change: ChangeKind,
    actor: { userId: string; via: string },
    passwordHash?: string | null,
  ): Promise<void> {
    await manager.query(
      `with link as (
         update links set slug = $3, is_custom_alias = $4, original_url = $5, title = $6, description = $7,
                password_hash = case when $8 then $9 else password_hash end, password_version = $10, expires_at = $11, starts_at = $12,
                max_clicks = $13, redirect_type = $14, forward_query = $15, version = $16,
                archived_at = $17, archived_reason = case when $17::timestamptz is null then null else 'owner' end,
                deleted_at = $18, deleted_reason = case when $18::timestamptz is null then null else 'owner' end,
                search_text = $19, title_key = $20, updated_at = $21, rules = $26, variants = $27, capped_at = $28
          where id = $1 and workspace_id = $2
       )
       insert into link_versions (link_id, version, workspace_id, change, changed_by, changed_via, changed_at, snapshot)
       values ($1, $16, $2, $22, $23, $24, $21, $25)`,
      [
        link.id,
        link.workspaceId,
        link.slug,
        link.isCustomAlias,
        link.originalUrl,
        link.title,
        link.description,
        passwordHash !== undefined,
        passwordHash ?? null,
        link.passwordVersion,
        link.expiresAt,
        link.startsAt,
        link.maxClicks,
        link.redirectType,
        link.forwardQuery,
        link.version,
        link.archivedAt,
        link.deletedAt,
        searchText(link),
        titleKey(link),
        link.updatedAt,
        change,
        actor.userId,
        actor.via,
        JSON.stringify(snapshotOf(link)),
        JSON.stringify(link.rules),
        JSON.stringify(link.variants),
        link.cappedAt,
      ],
    );
  }

  async replaceTags(manager: EntityManager, link: Link): Promise<void> {
    await manager.query(`delete from link_tags where link_id = $1`, [link.id]);
    await manager.query(
      `insert into link_tags (link_id, tag_key, tag, workspace_id, position)
       select $1, t.tag_key, t.tag, $2, t.position from unnest($3::text[], $4::text[]) with ordinality as t (tag_key, tag, position)`,
      [link.id, link.workspaceId, link.tags.map((tag) => tag.toLowerCase()), link.tags],
    );
  }

  /** All that are not deleted, and those of them a visit would be let through now. */
  async count(manager: EntityManager, workspaceId: string, now: Date): Promise<{ total: number; active: number }> {
    const [row] = await manager.query<{ total: string; closed: string }[]>(
      `select (select count(*) from links where workspace_id = $1 and deleted_at is null) as total,
              (select count(*) from links where workspace_id = $1 and deleted_at is null
                  and (archived_at is not null or disabled_at is not null or quarantined_at is not null
                       or expires_at is not null or starts_at is not null)
                  and (archived_at is not null or disabled_at is not null or quarantined_at is not null
                       or expires_at <= $2 or starts_at > $2)) 
              + (select count(*) from links where workspace_id = $1 and deleted_at is null and capped_at is not null
                  and archived_at is null and disabled_at is null and quarantined_at is null
                  and (expires_at is null or expires_at > $2) and (starts_at is null or starts_at <= $2)) as closed`,
      [workspaceId, now],
    );
    const total = Number(row?.total ?? 0);
    return { total, active: total - Number(row?.closed ?? 0) };
  }
}
