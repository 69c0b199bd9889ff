import { type ExportSection, tableSection } from '@linqr/platform/export';
import type { DataSource } from 'typeorm';

/** PNG as bytes in base64; null where there is none. */
const LOGO = `encode(t.logo, 'base64')`;

/** What the qr service holds on an account. Images are left out: they are drawn from the design, the logo among them is not. */
export function qrSections(database: DataSource): ExportSection[] {
  return [
    tableSection({
      name: 'qrCodes',
      database,
      from: 'qr_codes t',
      key: 't.id',
      omit: ['image', 'thumbnail'],
      extra: {
        logo: LOGO,
        versions: `coalesce((select jsonb_agg(to_jsonb(v) - 'qr_id' - 'workspace_id' order by v.version) from qr_code_versions v where v.qr_id = t.id), '[]')`,
      },
      // A logo may have a megabyte.
      limit: 10,
    }),
    tableSection({ name: 'qrTemplates', database, from: 'qr_templates t', key: 't.id', extra: { logo: LOGO }, limit: 10 }),
    tableSection({ name: 'qrImports', database, from: 'qr_imports t', key: 't.id', omit: ['credential_id', 'next_attempt_at'] }),
    tableSection({
      name: 'qrImportRows',
      database,
      from: '(select i.workspace_id, r.* from qr_imports i join qr_import_rows r on r.import_id = i.id) t',
      key: `t.import_id || lpad(t.row::text, 6, '0')`,
      limit: 200,
    }),
  ];
}
