import { type ExportSection, tableSection } from '@linqr/platform/export';
import type { DataSource } from 'typeorm';

/** What the link service holds on an account. Passwords are told as being there or not. */
export function linkSections(database: DataSource): ExportSection[] {
  return [
    tableSection({
      name: 'links',
      database,
      from: 'links t',
      key: 't.id',
      omit: ['title_key', 'domain_id'],
      extra: {
        domain: '(select d.host from domains d where d.id = t.domain_id)',
        hasPassword: 't.password_hash is not null',
        tags: `coalesce((select jsonb_agg(g.tag order by g.position) from link_tags g where g.link_id = t.id), '[]')`,
        versions: `coalesce((select jsonb_agg(to_jsonb(v) - 'link_id' - 'workspace_id' order by v.version) from link_versions v where v.link_id = t.id), '[]')`,
      },
      limit: 50,
    }),
    tableSection({ name: 'domains', database, from: 'domains t', key: 't.id' }),
    tableSection({ name: 'linkImports', database, from: 'imports t', key: 't.id', omit: ['worker'] }),
    tableSection({
      name: 'linkImportRows',
      database,
      from: '(select i.workspace_id, r.* from imports i join import_rows r on r.import_id = i.id) t',
      key: `t.import_id || lpad(t.row::text, 6, '0')`,
      omit: ['fields'],
      limit: 500,
    }),
  ];
}
