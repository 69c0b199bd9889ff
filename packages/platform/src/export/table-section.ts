import type { DataSource } from 'typeorm';
import type { Actor } from '../context/index.js';
import type { ExportSection } from './exporter.js';

export interface TableSectionOptions {
  name: string;
  database: DataSource;
  /** A table, or a joined expression, as `t`. */
  from: string;
  /** Expression over `t` that is unique within an account and that an index orders by. */
  key: string;
  /** Column of `t` that says whose a row is, and which id of the actor's it holds. Default: workspace_id. */
  owner?: { column: string; is: 'userId' | 'workspaceId' };
  /** Columns that are left out besides those that look like secrets. */
  omit?: readonly string[];
  /** More fields: name → SQL expression over `t`. */
  extra?: Readonly<Record<string, string>>;
  /** Records of a page. Default 200. */
  limit?: number;
}

/** Columns that are never handed out, whatever table they are in. */
const SECRET = /hash|secret|sealed|password|^search_text$|_key$|^claim$|public_key|lease/;

/** Rows of one PostgreSQL table. Column names become camelCase; what lies in JSON columns stays as it is. */
export function tableSection(options: TableSectionOptions): ExportSection {
  const { name, database, from, key, owner = { column: 'workspace_id', is: 'workspaceId' }, omit = [], extra = {}, limit = 200 } = options;
  const fields = Object.entries(extra)
    .map(([field, expression]) => `, '${field}', ${expression}`)
    .join('');
  const sql = `select (${key})::text as key, to_jsonb(t) as row, jsonb_build_object('_' , null${fields}) as extra
    from ${from} where t.${owner.column} = $1 and ($2 = '' or (${key})::text > $2) order by (${key})::text limit ${limit}`;
  return {
    name,
    async page(actor: Actor, after: string) {
      const rows = (await database.query(sql, [actor[owner.is], after])) as { key: string; row: object; extra: Record<string, unknown> }[];
      const records = rows.map(({ row, extra: more }) => {
        const { _, ...rest } = more;
        return { ...camelised(row, omit), ...mapped(rest, omit) };
      });
      return { records, next: rows.length === limit ? rows.at(-1)!.key : undefined };
    },
  };
}

function mapped(extra: Record<string, unknown>, omit: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(extra).map(([field, value]) => [
      field,
      Array.isArray(value)
        ? value.map((item: unknown) => (item !== null && typeof item === 'object' ? camelised(item, omit) : item))
        : value,
    ]),
  );
}

function camelised(row: object, omit: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !omit.includes(column) && !SECRET.test(column))
      .map(([column, value]) => [column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()), value]),
  );
}
