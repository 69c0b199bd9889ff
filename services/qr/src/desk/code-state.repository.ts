import type { EntityManager } from 'typeorm';
import { type PublicQrCode, snapshotOf } from '../codes/qr-code.js';
import { publicOf, QR_COLUMNS, type QrRow } from '../codes/qr-code.rows.js';
import type { CodeSearch, RestrainedCode } from './restrained-code.js';

type Row = Omit<QrRow, 'image' | 'design' | 'logo' | 'thumbnail'> & { listed: boolean; owner_suspended: boolean };

const COLUMNS = `${QR_COLUMNS},
  exists (select 1 from blocked_codes b where b.qr_id = qr_codes.id) as listed,
  exists (select 1 from suspended_workspaces s where s.workspace_id = qr_codes.workspace_id) as owner_suspended`;
/** A count beyond it is of no use to anybody. */
const MAX_COUNT = 100_000;

const STATES: Record<CodeSearch['state'], string> = {
  any: '',
  active: 'and disabled_at is null and archived_at is null',
  archived: 'and disabled_at is null and archived_at is not null',
  disabled: 'and disabled_at is not null',
};

/** Codes of any workspace that are not deleted. */
export class CodeStateRepository {
  /** Locked until the caller's transaction ends. */
  async lock(manager: EntityManager, id: string): Promise<RestrainedCode | undefined> {
    const rows = await manager.query<Row[]>(`select ${COLUMNS} from qr_codes where id = $1 and deleted_at is null for update`, [id]);
    return rows[0] && restrained(rows[0]);
  }

  /** Newest first; `total` is counted up to 100,000. */
  async search(manager: EntityManager, wanted: CodeSearch): Promise<{ codes: RestrainedCode[]; total: number }> {
    const parameters: unknown[] = [];
    const given = (value: unknown) => `$${parameters.push(value)}`;
    let where = `deleted_at is null ${STATES[wanted.state]}`;
    if (wanted.ids.length > 0) where += ` and id = any(${given(wanted.ids)})`;
    if (wanted.text) where += ` and search_text like ${given(`%${wanted.text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)}`;
    if (wanted.workspaceId) where += ` and workspace_id = ${given(wanted.workspaceId)}`;
    const [count] = await manager.query<{ total: string }[]>(
      `select count(*) as total from (select 1 from qr_codes where ${where} limit ${MAX_COUNT}) as counted`,
      parameters,
    );
    const rows = await manager.query<Row[]>(
      `select ${COLUMNS} from qr_codes where ${where} order by id desc limit ${given(wanted.limit)} offset ${given((wanted.page - 1) * wanted.limit)}`,
      parameters,
    );
    return { codes: rows.map(restrained), total: Number(count?.total ?? 0) };
  }

  /** Writes the code that was taken down or let go, and its version. */
  async write(manager: EntityManager, code: PublicQrCode, by: { userId: string; via: string }): Promise<void> {
    await manager.query(
      `with code as (update qr_codes set disabled_at = $2, disabled_reason = $3, version = $4, updated_at = $5 where id = $1)
       insert into qr_code_versions (qr_id, version, workspace_id, change, changed_by, changed_via, changed_at, snapshot)
       values ($1, $4, $6, 'state_changed', $7, $8, $5, $9)`,
      [
        code.id,
        code.disabledAt,
        code.disabledReason,
        code.version,
        code.updatedAt,
        code.workspaceId,
        by.userId,
        by.via,
        JSON.stringify(snapshotOf(code)),
      ],
    );
  }
}

function restrained({ listed, owner_suspended, ...row }: Row): RestrainedCode {
  return { code: publicOf(row), listed, ownerSuspended: owner_suspended };
}
