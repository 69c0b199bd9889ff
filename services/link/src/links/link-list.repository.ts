import type { DataSource } from 'typeorm';
import { type Link, titleKey } from './link.js';
import { LINK_COLUMNS, type LinkRow, linkOf } from './link.rows.js';
import { type Cursor, encodeCursor, type ListSort } from './link-list.cursor.js';

export type ListFilter = 'all' | 'custom' | 'protected' | 'expired';

/** Which links of a workspace. */
export interface LinkSelection {
  workspaceId: string;
  filter: ListFilter;
  search: string;
  tag: string;
  /** Host; empty: all domains. */
  domain: string;
  now: Date;
}

export interface ListQuery extends LinkSelection {
  sort: ListSort;
  page: number;
  limit: number;
  cursor: Cursor | undefined;
}

export interface LinkPage {
  links: Link[];
  /** Exact, over all pages. */
  total: number;
  /** Empty on the last page. */
  nextCursor: string;
}

const ORDER: Record<ListSort, { by: string; after: string }> = {
  newest: { by: 'l.created_at desc, l.id desc', after: '(l.created_at, l.id) <' },
  oldest: { by: 'l.created_at, l.id', after: '(l.created_at, l.id) >' },
  title: { by: 'l.title_key, l.id', after: '(l.title_key, l.id) >' },
};

/** Lists of a workspace's links. The page's ids come out of an index first; only those rows are read whole. */
export class LinkListRepository {
  constructor(private readonly database: DataSource) {}

  async list(query: ListQuery): Promise<LinkPage> {
    const { where, parameters } = conditions(query);
    const [{ total }] = (await this.database.query(`select count(*) as total from links l where ${where}`, parameters)) as [
      { total: string },
    ];
    const { by, after } = ORDER[query.sort];
    let position = '';
    const pageParameters = [...parameters];
    if (query.cursor) {
      const key = query.sort === 'title' ? query.cursor.key : new Date(query.cursor.key);
      pageParameters.push(key, query.cursor.id);
      position = `and ${after} ($${pageParameters.length - 1}, $${pageParameters.length})`;
    }
    const offset = query.cursor ? 0 : (query.page - 1) * query.limit;
    // One more than asked for tells whether there is a next page.
    pageParameters.push(query.limit + 1, offset);
    const rows: LinkRow[] = await this.database.query(
      `select ${LINK_COLUMNS}
         from (select l.id, row_number() over () as place
                 from (select l.id from links l where ${where} ${position}
                        order by ${by} limit $${pageParameters.length - 1} offset $${pageParameters.length}) l) page
         join links l on l.id = page.id join domains d on d.id = l.domain_id
        order by page.place`,
      pageParameters,
    );
    const links = rows.slice(0, query.limit).map(linkOf);
    const last = links.at(-1);
    const more = rows.length > query.limit && last !== undefined;
    const nextCursor = more
      ? encodeCursor({ sort: query.sort, key: query.sort === 'title' ? titleKey(last) : last.createdAt.getTime(), id: last.id })
      : '';
    return { links, total: Number(total), nextCursor };
  }

  /** Newest first; `total` counts beyond the limit too. */
  async ids(selection: LinkSelection, limit: number): Promise<{ ids: string[]; total: number }> {
    const { where, parameters } = conditions(selection);
    const rows: { id: string; total: string }[] = await this.database.query(
      `select l.id, count(*) over () as total from links l where ${where} order by l.created_at desc, l.id desc limit $${parameters.length + 1}`,
      [...parameters, limit],
    );
    return { ids: rows.map(({ id }) => id), total: Number(rows[0]?.total ?? 0) };
  }
}

function conditions(query: LinkSelection): { where: string; parameters: unknown[] } {
  const parameters: unknown[] = [query.workspaceId];
  const bind = (value: unknown) => `$${parameters.push(value)}`;
  const parts = ['l.workspace_id = $1', 'l.deleted_at is null'];
  if (query.filter === 'custom') parts.push('l.is_custom_alias');
  if (query.filter === 'protected') parts.push('l.password_hash is not null');
  if (query.filter === 'expired') parts.push(`(l.expires_at <= ${bind(query.now)} or l.capped_at is not null)`);
  if (query.search) parts.push(`l.search_text like ${bind(`%${escapeLike(query.search.toLowerCase())}%`)}`);
  if (query.tag)
    parts.push(`l.id in (select t.link_id from link_tags t where t.workspace_id = $1 and t.tag_key = ${bind(query.tag.toLowerCase())})`);
  if (query.domain) parts.push(`l.domain_id in (select d.id from domains d where d.host = ${bind(query.domain)})`);
  return { where: parts.join(' and '), parameters };
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
