import type { Actor } from '@linqr/platform/context';
import type { EntityManager } from 'typeorm';
import { type PublicQrCode, type QrChangeKind, type QrCode, searchText, snapshotOf } from './qr-code.js';
import { designColumns, publicOf, type QrRow, qrCodeOf, WHOLE_COLUMNS } from './qr-code.rows.js';

/** The SQL that writes codes and reads single ones; every method runs on the caller's connection, so in its transaction. */
export class QrCodeRepository {
  /** A code of the workspace that is not deleted. */
  async find(manager: EntityManager, workspaceId: string, id: string): Promise<QrCode | undefined> {
    const rows = await manager.query<QrRow[]>(
      `select ${WHOLE_COLUMNS} from qr_codes where id = $1 and workspace_id = $2 and deleted_at is null`,
      [id, workspaceId],
    );
    return rows[0] && qrCodeOf(rows[0]);
  }

  /** Also when it has been deleted since: for answers to a repeated creation. */
  async findMade(manager: EntityManager, workspaceId: string, id: string): Promise<QrCode | undefined> {
    const rows = await manager.query<QrRow[]>(`select ${WHOLE_COLUMNS} from qr_codes where id = $1 and workspace_id = $2`, [
      id,
      workspaceId,
    ]);
    return rows[0] && qrCodeOf(rows[0]);
  }

  /** Any workspaces' codes that are not deleted, without image and design, by id: what their public addresses show. */
  async findPublic(manager: EntityManager, ids: readonly string[]): Promise<Map<string, PublicQrCode>> {
    const rows = await manager.query<Omit<QrRow, 'image' | 'design' | 'logo' | 'thumbnail'>[]>(
      `select id, workspace_id, owner_id, type, title, description, content, payload, size, short_url, short_id, short_link_id, encodes_short_url,
              version, archived_at, disabled_at, disabled_reason, deleted_at, created_at, updated_at
         from qr_codes where id = any($1) and deleted_at is null`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, publicOf(row)]));
  }

  /** Codes that are not deleted, by the link behind their short URL. */
  async byShortLinks(manager: EntityManager, linkIds: readonly string[]): Promise<Map<string, { id: string; workspaceId: string }>> {
    if (linkIds.length === 0) return new Map();
    const rows = await manager.query<{ id: string; workspace_id: string; short_link_id: string }[]>(
      `select id, workspace_id, short_link_id from qr_codes where short_link_id = any($1) and short_link_id <> '' and deleted_at is null`,
      [linkIds],
    );
    return new Map(rows.map((row) => [row.short_link_id, { id: row.id, workspaceId: row.workspace_id }]));
  }

  async exists(manager: EntityManager, id: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(`select 1 from qr_codes where id = $1`, [id]);
    return rows.length > 0;
  }

  /** Code and first version in one statement. */
  async insert(manager: EntityManager, code: QrCode, actor: Actor): Promise<void> {
    const { design, logo } = designColumns(code.design);
    await manager.query(
      `with code as (
         insert into qr_codes (id, workspace_id, owner_id, type, title, description, content, payload, design, logo, size, image, version,
                               search_text, created_at, updated_at, thumbnail)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $18)
       )
       insert into qr_code_versions (qr_id, version, workspace_id, change, changed_by, changed_via, changed_at, snapshot)
       values ($1, $13, $2, 'created', $3, $16, $15, $17)`,
      [
        code.id,
        code.workspaceId,
        code.ownerId,
        code.type,
        code.title,
        code.description,
        code.content,
        code.payload,
        design,
        logo,
        code.size,
        Buffer.from(code.image),
        code.version,
        searchText(code),
        code.createdAt,
        actor.via,
        JSON.stringify(snapshotOf(code)),
        code.thumbnail && Buffer.from(code.thumbnail),
      ],
    );
  }

  /** Writes the changed code and its version. False: somebody changed it since the version before this one. */
  async update(manager: EntityManager, code: QrCode, change: QrChangeKind, actor: Actor): Promise<boolean> {
    const { design, logo } = designColumns(code.design);
    const rows = await manager.query<unknown[]>(
      `with code as (
         update qr_codes set type = $3, title = $4, description = $5, content = $6, payload = $7, design = $8, logo = $9, size = $10,
                image = $11, archived_at = $12, deleted_at = $13, version = $14, search_text = $15, updated_at = $16, thumbnail = $21,
                short_url = $22, short_id = $23, short_link_id = $24, encodes_short_url = $25
          where id = $1 and workspace_id = $2 and deleted_at is null and version = $14::integer - 1
         returning 1
       )
       insert into qr_code_versions (qr_id, version, workspace_id, change, changed_by, changed_via, changed_at, snapshot)
       select $1, $14, $2, $17, $18, $19, $16, $20 from code
       returning 1`,
      [
        code.id,
        code.workspaceId,
        code.type,
        code.title,
        code.description,
        code.content,
        code.payload,
        design,
        logo,
        code.size,
        Buffer.from(code.image),
        code.archivedAt,
        code.deletedAt,
        code.version,
        searchText(code),
        code.updatedAt,
        change,
        actor.userId,
        actor.via,
        JSON.stringify(snapshotOf(code)),
        code.thumbnail && Buffer.from(code.thumbnail),
        code.shortUrl,
        code.shortId,
        code.shortLinkId,
        code.encodesShortUrl,
      ],
    );
    return rows.length === 1;
  }
}
