import type { EntityManager } from 'typeorm';
import type { Link } from '../links/link.js';
import { LINK_COLUMNS, type LinkRow, linkOf } from '../links/link.rows.js';

/** The SQL of what makes a link a code's. */
export class CodeLinkRepository {
  /** The short link that a code of the workspace has. */
  async find(manager: EntityManager, workspaceId: string, qrId: string): Promise<Link | undefined> {
    const rows = await manager.query<LinkRow[]>(
      `select ${LINK_COLUMNS} from links l join domains d on d.id = l.domain_id
        where l.qr_id = $1 and l.workspace_id = $2 and l.deleted_at is null`,
      [qrId, workspaceId],
    );
    return rows[0] && linkOf(rows[0]);
  }

  /** Remembers that the link follows this version of its code. Undefined: it follows that or a later one already. */
  async follow(manager: EntityManager, linkId: string, qrVersion: number): Promise<{ paused: boolean; disabled: boolean } | undefined> {
    const [rows] = await manager.query<[{ qr_paused: boolean; qr_disabled: boolean }[], number]>(
      `update links set qr_version = $2 where id = $1 and qr_version < $2 returning qr_paused, qr_disabled`,
      [linkId, qrVersion],
    );
    return rows[0] && { paused: rows[0].qr_paused, disabled: rows[0].qr_disabled };
  }

  async rest(manager: EntityManager, linkId: string, { paused, disabled }: { paused: boolean; disabled: boolean }): Promise<void> {
    await manager.query(`update links set qr_paused = $2, qr_disabled = $3 where id = $1`, [linkId, paused, disabled]);
  }

  /** A link like any other from now on. */
  async letGo(manager: EntityManager, linkId: string): Promise<void> {
    await manager.query(`update links set qr_id = null, qr_paused = false, qr_disabled = false where id = $1`, [linkId]);
  }
}
