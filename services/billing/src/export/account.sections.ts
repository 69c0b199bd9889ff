import { type ExportSection, tableSection } from '@linqr/platform/export';
import type { DataSource } from 'typeorm';

/** What the billing service holds on an account. Invoices and payment methods lie at the payment provider. */
export function billingSections(database: DataSource): ExportSection[] {
  return [
    tableSection({ name: 'subscriptions', database, from: 'subscriptions t', key: 't.id', omit: ['revision'] }),
    tableSection({ name: 'trials', database, from: 'trials t', key: 't.workspace_id' }),
    tableSection({ name: 'usage', database, from: 'usage t', key: `to_char(t.period_start, 'YYYYMMDDHH24MISSMS') || t.resource` }),
    tableSection({
      name: 'payers',
      database,
      from: 'payers t',
      key: 't.workspace_id',
      omit: ['fetch_number', 'applied_number', 'failures'],
    }),
  ];
}
