import type { QrType } from '@linqr/qr-render';
import type { DataSource } from 'typeorm';
import { type Cursor, encodeCursor } from './qr-code.cursor.js';
import type { QrCode } from './qr-code.js';
import { BARE_COLUMNS, LIST_COLUMNS, type QrRow, qrCodeOf } from './qr-code.rows.js';

export interface ListQuery {
  workspaceId: string;
  includeArchived: boolean;
  type: QrType | undefined;
  search: string;
  /** Inclusive. */
  createdFrom?: Date | undefined;
  /** Exclusive. */
  createdTo?: Date | undefined;
  page: number;
  limit: number;
  /** Only these; empty: all. */
  ids: readonly string[];
  /** Rows come with empty images. */
  withoutImages: boolean;
  cursor: Cursor | undefined;
}

export interface QrCodePage {
  /** Newest first, designs without their logos, images no larger than thumbnails. */
  codes: QrCode[];
  /** Exact, over all pages. */
  total: number;
  /** Empty on the last page. */
  nextCursor: string;
}

/** Lists of a workspace's codes. The page's ids come out of an index first; only those rows are read whole. */
export class QrCodeListRepository {
  constructor(private readonly database: DataSource) {}

  async list(query: ListQuery): Promise<QrCodePage> {
    const { where, parameters } = conditions(query);
    const [counted] = await this.database.query<{ total: string }[]>(`select count(*) as total from qr_codes where ${where}`, parameters);
    const pageParameters = [...parameters];
    const bind = (value: unknown): string => `$${pageParameters.push(value)}`;
    const position = query.cursor ? `and (created_at, id) < (${bind(new Date(query.cursor.createdAtMs))}, ${bind(query.cursor.id)})` : '';
    const offset = query.cursor ? 0 : (query.page - 1) * query.limit;
    // One more than asked for tells whether there is a next page.
    const rows = await this.database.query<QrRow[]>(
      `select ${query.withoutImages ? BARE_COLUMNS : LIST_COLUMNS} from qr_codes
        where id = any (array(select id from qr_codes where ${where} ${position}
                               order by created_at desc, id desc limit ${bind(query.limit + 1)} offset ${bind(offset)}))
        order by created_at desc, id desc`,
      pageParameters,
    );
    const codes = rows.slice(0, query.limit).map(qrCodeOf);
    const last = codes.at(-1);
    const more = rows.length > query.limit && last !== undefined;
    return {
      codes,
      total: Number(counted?.total ?? 0),
      nextCursor: more ? encodeCursor({ createdAtMs: last.createdAt.getTime(), id: last.id }) : '',
    };
  }
}

function conditions(query: ListQuery): { where: string; parameters: unknown[] } {
  const parameters: unknown[] = [query.workspaceId];
  const bind = (value: unknown): string => `$${parameters.push(value)}`;
  const parts = ['workspace_id = $1', 'deleted_at is null'];
  if (!query.includeArchived) parts.push('archived_at is null');
  if (query.ids.length > 0) parts.push(`id = any(${bind(query.ids)})`);
  if (query.type) parts.push(`type = ${bind(query.type)}`);
  if (query.createdFrom) parts.push(`created_at >= ${bind(query.createdFrom)}`);
  if (query.createdTo) parts.push(`created_at < ${bind(query.createdTo)}`);
  if (query.search) parts.push(`search_text like ${bind(`%${escapeLike(query.search.toLowerCase())}%`)}`);
  return { where: parts.join(' and '), parameters };
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
