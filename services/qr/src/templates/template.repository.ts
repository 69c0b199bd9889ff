import type { Actor } from '@linqr/platform/context';
import { DEFAULT_DESIGN, type QrDesign } from '@linqr/qr-render';
import type { EntityManager } from 'typeorm';
import { designColumns, logoUrl } from '../codes/qr-code.rows.js';
import type { QrTemplate } from './template.js';

interface TemplateRow {
  id: string;
  name: string;
  design: Omit<QrDesign, 'logo'>;
  logo: Buffer | null;
  size: number;
  created_at: Date;
}

export class TemplateRepository {
  /** Newest first. */
  async list(manager: EntityManager, workspaceId: string, limit: number): Promise<QrTemplate[]> {
    const rows = await manager.query<TemplateRow[]>(
      `select id, name, design, logo, size, created_at from qr_templates where workspace_id = $1 order by created_at desc, id desc limit $2`,
      [workspaceId, limit],
    );
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      design: { ...DEFAULT_DESIGN, ...row.design, logo: logoUrl(row.logo) },
      size: row.size,
      createdAt: row.created_at,
    }));
  }

  /** False where the workspace has `limit` of them. A name in use is a unique violation of qr_templates_name. */
  async insert(manager: EntityManager, actor: Actor, template: QrTemplate, limit: number): Promise<boolean> {
    // One creation of a workspace at a time: counting alone would let two pass together.
    await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 7))', [actor.workspaceId]);
    const { design, logo } = designColumns(template.design);
    const rows = await manager.query<unknown[]>(
      `insert into qr_templates (id, workspace_id, name, design, logo, size, created_by, created_at)
       select $1, $2, $3, $4, $5, $6, $7, $8 where (select count(*) from qr_templates where workspace_id = $2) < $9
       returning 1`,
      [template.id, actor.workspaceId, template.name, design, logo, template.size, actor.userId, template.createdAt, limit],
    );
    return rows.length === 1;
  }

  async delete(manager: EntityManager, workspaceId: string, id: string): Promise<boolean> {
    const rows = await manager.query<[unknown[], number]>(`delete from qr_templates where id = $1 and workspace_id = $2 returning 1`, [
      id,
      workspaceId,
    ]);
    return rows[1] > 0;
  }
}
